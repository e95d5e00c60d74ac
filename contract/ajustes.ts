import { z } from 'zod'
import { Instante, porEmpresa } from './comunes'
import { endpoint } from './endpoint'
import { RUTAS } from './rutas'
import { type Ajustes, NOMBRES_DE_AJUSTE, reviewAjustes } from './valores/ajustes'
import { DIAS_DE_ENSAYO, EFECTOS, MAX_EJEMPLOS } from './valores/ensayo'

/** What the web needs to know of the installation before and after login. */
export const getInstalacion = endpoint({
  ...RUTAS.getInstalacion,
  summary: 'Public settings of this installation.',
  response: z.object({
    tileStyleUrl: z.string().nullable(),
    dashboardUrl: z.string().nullable(),
    chatbotUrl: z.string().nullable(),
    zonaHoraria: z.string(),
    demo: z.boolean(),
    /** Whether it sends mail. */
    correo: z.boolean(),
  }),
})

const numero = z.number({ error: 'Debe ser un número.' })

const EsquemaAjustes = z
  .object(
    Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, numero])) as Record<keyof Ajustes, typeof numero>,
  )
  .superRefine((a, ctx) => {
    for (const [k, message] of reviewAjustes(a)) ctx.addIssue({ code: 'custom', path: [k], message })
  })

export const getAjustes = endpoint({
  ...RUTAS.getAjustes,
  summary: 'Numbers of the rules of a company.',
  ...porEmpresa,
  response: EsquemaAjustes,
})

export const setAjustes = endpoint({
  ...RUTAS.setAjustes,
  summary: 'Set the numbers of the rules of a company; running processes take them up at once.',
  ...porEmpresa,
  body: EsquemaAjustes,
  response: EsquemaAjustes,
})

export const tryAjustes = endpoint({
  ...RUTAS.tryAjustes,
  summary: `What of the last ${DIAS_DE_ENSAYO} days would have been otherwise with these numbers, by what is kept of them. Nothing is changed.`,
  ...porEmpresa,
  body: EsquemaAjustes,
  response: z.object({
    desde: Instante,
    efectos: z
      .array(
        z.object({
          clave: z.enum(EFECTOS),
          /** How many there were, and would have been. */
          antes: z.number().int(),
          despues: z.number().int(),
          /** Not all is kept that would tell: it would be this far from before, or further. */
          al_menos: z.boolean(),
          /** Of those that would be gone, and new: the newest. */
          ejemplos: z
            .array(
              z.object({
                Apodo: z.string(),
                Time: Instante.nullable(),
                /** It would be there only with the new numbers; else only with those of now. */
                nuevo: z.boolean(),
                detalle: z.string(),
                incidencia: z.number().int().nullable(),
              }),
            )
            .max(MAX_EJEMPLOS),
        }),
      )
      .max(EFECTOS.length),
    /** Of the numbers that change, those that cannot be tried on what is kept. */
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

export const listPlazos = endpoint({
  ...RUTAS.listPlazos,
  summary:
    'After how many minutes a last record is stale, and a container lost, for each company that the caller sees.',
  response: z.array(Plazos).max(10_000),
})
