import { z } from 'zod'
import { Instante, porEmpresa, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { DIAS_DE_ENSAYO, EFECTOS, MAX_EJEMPLOS } from './ensayo-values'
import { cleanFabricante, MAX_CLASES, MAX_UMBRALES, reviewUmbrales } from './umbrales-values'
import { type Ajustes, NOMBRES_DE_AJUSTE, reviewAjustes } from './values'

/** Facts of the installation that the web needs before and after login. */
export const getInstalacion = endpoint('GET /api/ajustes', null, {
  summary: 'Public settings of this installation.',
  response: z.object({
    tileStyleUrl: z.string().nullable(),
    dashboardUrl: z.string().nullable(),
    chatbotUrl: z.string().nullable(),
    zonaHoraria: z.string(),
    demo: z.boolean(),
    /** Whether the installation sends mail. */
    correo: z.boolean(),
    /** Name of the identity provider; null: no single sign-on. */
    sso: z.string().nullable(),
  }),
})

const numero = z.number({ error: 'Debe ser un número.' })

export const Umbral = z.object({
  /** Family of containers; null: any. */
  familia: texto(64)
    .refine((s) => !/\p{Cf}/u.test(s), { error: 'El texto contiene caracteres no permitidos.' })
    .transform((s) => s.normalize('NFC') || null)
    .pipe(z.string().nullable())
    .nullable(),
  /** First six digits of the tags' MACs; null: any. */
  fabricante: texto(17).transform(cleanFabricante).pipe(z.string().nullable()).nullable(),
  gImpacto: numero,
  gImpactoPicos: numero,
})

const Numeros = z.object(
  Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, numero])) as Record<keyof Ajustes, typeof numero>,
)
const umbrales = z.array(Umbral).max(MAX_UMBRALES, { error: `Como mucho ${MAX_UMBRALES} umbrales.` })

export const AjustesEmpresa = Numeros.extend({
  /** Impact thresholds of their own; the most specific one that fits a tag applies. */
  umbrales,
})

/** Without `umbrales` the present thresholds stay. */
export const CambioAjustes = Numeros.extend({ umbrales: umbrales.optional() }).superRefine((a, ctx) => {
  for (const [k, message] of reviewAjustes(a)) ctx.addIssue({ code: 'custom', path: [k], message })
  const reparo = reviewUmbrales(a.umbrales ?? [])
  if (reparo)
    ctx.addIssue({ code: 'custom', path: ['umbrales', reparo.fila, reparo.campo], message: reparo.mensaje })
})
export type CambioAjustes = z.infer<typeof CambioAjustes>

export const getAjustes = endpoint('GET /api/empresas/{id}/ajustes', 'ajustes:leer', {
  summary: 'Numbers of the rules of a company.',
  ...porEmpresa,
  response: AjustesEmpresa,
})

export const setAjustes = endpoint('PUT /api/empresas/{id}/ajustes', 'ajustes:escribir', {
  summary: 'Set the numbers of the rules of a company; running processes take them up at once.',
  ...porEmpresa,
  body: CambioAjustes,
  response: AjustesEmpresa,
})

const ClaseEtiquetas = z.object({
  familia: z.string().nullable(),
  /** The first six digits of their MACs; '': they have serials instead. */
  fabricante: z.string(),
  contenedores: z.number().int(),
  /** Of these, containers whose tags send peaks. */
  picos: z.number().int(),
  /** Of these, containers whose tags send samples only. */
  muestras: z.number().int(),
})
export type ClaseEtiquetas = z.infer<typeof ClaseEtiquetas>

export const listEtiquetas = endpoint('GET /api/empresas/{id}/ajustes/etiquetas', 'ajustes:leer', {
  summary: 'Containers of a company by family and maker of their tags, and what those measure.',
  ...porEmpresa,
  response: z.array(ClaseEtiquetas).max(MAX_CLASES),
})

export const tryAjustes = endpoint('POST /api/empresas/{id}/ajustes/ensayo', 'ajustes:leer', {
  summary: `What of the last ${DIAS_DE_ENSAYO} days would have been otherwise with these numbers, by what is kept of them. Nothing is changed.`,
  ...porEmpresa,
  body: CambioAjustes,
  response: z.object({
    desde: Instante,
    efectos: z
      .array(
        z.object({
          clave: z.enum(EFECTOS),
          /** How many there were. */
          antes: z.number().int(),
          /** How many there would have been. */
          despues: z.number().int(),
          /** Kept data is incomplete: the real difference is at least this. */
          al_menos: z.boolean(),
          /** Newest examples of those that would disappear or be new. */
          ejemplos: z
            .array(
              z.object({
                Apodo: z.string(),
                Time: Instante.nullable(),
                /** True: exists only with the new numbers; false: only with the present ones. */
                nuevo: z.boolean(),
                detalle: z.string(),
                incidencia: z.number().int().nullable(),
              }),
            )
            .max(MAX_EJEMPLOS),
        }),
      )
      .max(EFECTOS.length),
    /** Changed numbers whose effect cannot be computed from kept data. */
    sin_prueba: z.array(z.enum(NOMBRES_DE_AJUSTE as [keyof Ajustes, ...(keyof Ajustes)[]])).max(100),
  }),
})
export type EnsayoAjustes = z.infer<(typeof tryAjustes)['response']>

export const Plazos = z.object({
  empresa: z.number().int(),
  minutosViejo: z.number().int(),
  minutosPerdido: z.number().int(),
})
export type Plazos = z.infer<typeof Plazos>

export const listPlazos = endpoint('GET /api/plazos', 'ajustes:leer', {
  summary:
    'After how many minutes a last record is stale, and a container lost, for each company that the caller sees.',
  response: z.array(Plazos).max(10_000),
})
