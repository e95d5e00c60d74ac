import { z } from 'zod'
import { Archivo, empresaOpcional, entero, filtro, Instante, opcional, SinContenido } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato, seguimientoOpcional } from '../../exportar'
import { INICIOS } from '../../personas/acceso/values'
import { PAPELES } from './papeles-values'
import { CLAVES_CIFRA, PARTES_CIFRA } from './semana-values'
import { CLAVES_LINEA } from './values'

const Papel = z.enum(PAPELES, { error: 'Ese papel no existe.' })
const cuantos = z.number().int().nonnegative()

export const Linea = z.object({
  clave: z.enum(CLAVES_LINEA),
  n: cuantos,
  /** When it was counted, if the number is cached; null: just now. */
  momento: Instante.nullable(),
  /** The place, family or kind that most of them share. */
  parte: z.object({ nombre: z.string(), n: cuantos }).nullable(),
  /** Of open faults: the containers of which nothing is known because of them; null: another kind of line. */
  detras: cuantos.nullable(),
  /** When the caller marked it as done; null: they did not, it has grown since, or a day has passed. */
  hecha: Instante.nullable(),
})
export type Linea = z.infer<typeof Linea>

const Tramo = z.object({ desde: Instante, hasta: Instante })

export const Cifra = z.object({
  clave: z.enum(CLAVES_CIFRA),
  ahora: cuantos,
  /** The same part of last week; null: not all of that time is known. */
  antes: cuantos.nullable(),
  /** The part that accounts for most of the difference; null: none does. */
  explica: z
    .object({ de: z.enum(PARTES_CIFRA), nombre: z.string(), ahora: cuantos, antes: cuantos })
    .nullable(),
})
export type Cifra = z.infer<typeof Cifra>

/** Figures of the week, and of the same part of the week before. */
export const Semana = z.object({
  /** From Monday to the time of counting. */
  ahora: Tramo,
  /** The same span of the week before. */
  antes: Tramo,
  cifras: z.array(Cifra),
})
export type Semana = z.infer<typeof Semana>

const deHoy = { papel: opcional(Papel), ...empresaOpcional }

export const getHoy = endpoint('GET /api/hoy', 'graficos:leer', {
  summary:
    'What waits to be done for a role, worst first, at most nine lines and those about the caller, and the figures of the week against the one before.',
  query: z.object(deHoy),
  response: z.object({
    papel: Papel,
    lineas: z.array(Linea).max(CLAVES_LINEA.length),
    /** Null: not counted yet. */
    semana: Semana.nullable(),
  }),
})
export type Hoy = z.infer<(typeof getHoy)['response']>

export const exportHoy = endpoint('GET /api/export_hoy', 'graficos:leer', {
  summary: 'The lines and the figures as hoy.xlsx or hoy.pdf.',
  query: z.object({ ...deHoy, formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})

const porClave = {
  params: z.object({ clave: z.enum(CLAVES_LINEA, { error: 'No existe esa línea.' }) }),
  query: z.object(empresaOpcional),
}

export const markHecha = endpoint('PUT /api/hoy/hechas/{clave}', null, {
  summary: 'Put a line away for the caller, until it grows or a day has passed.',
  ...porClave,
  body: z.object({
    /** The number that the caller saw. */
    n: z.number({ error: 'Falta n.' }).int({ error: 'Falta n.' }).min(0, { error: 'Falta n.' }).max(1e9),
  }),
  response: SinContenido,
})

export const recoverHecha = endpoint('DELETE /api/hoy/hechas/{clave}', null, {
  summary: 'Bring back a line that the caller has put away.',
  ...porClave,
  response: SinContenido,
})

export const setPreferenciaHoy = endpoint('PUT /api/hoy/preferencia', null, {
  summary: 'Remember the role of the caller in Hoy, and where Retorna opens for them.',
  body: z
    .object({
      papel: Papel.optional(),
      inicio: z.enum(INICIOS, { error: 'Debe ser mapa u hoy.' }).optional(),
    })
    .refine((b) => b.papel !== undefined || b.inicio !== undefined, { error: 'Falta papel o inicio.' }),
  response: SinContenido,
})

/** One of the things that a figure counts. */
export const Contado = z.object({
  momento: Instante,
  /** MAC of the container, or of the failed reader. */
  mac: z.string().nullable(),
  Apodo: z.string().nullable(),
  es_lector: z.boolean(),
  Lugar: z.string(),
  Segunda: z.string(),
  incidencia: z.number().int().nullable(),
  causa: z.number().int().nullable(),
  empresa: z.number().int(),
})
export type Contado = z.infer<typeof Contado>

export const listCifra = endpoint('GET /api/hoy/semana/{clave}', 'graficos:leer', {
  summary: 'What a figure of the week was counted from, newest first.',
  params: z.object({ clave: z.enum(CLAVES_CIFRA, { error: 'No existe esa cifra.' }) }),
  query: z
    .object({
      desde: Instante,
      /** End of the period, excluded. */
      hasta: Instante,
      /** Name of a location, or `Sin ubicación`. */
      lugar: filtro(200),
      /** Family; for faults, the reader. */
      segunda: filtro(200),
      page: entero('page', 1_000_000, 1),
      per_page: entero('per_page', 200, 50),
      ...empresaOpcional,
    })
    .refine((q) => Date.parse(q.desde) < Date.parse(q.hasta), {
      error: 'La fecha de fin es anterior a la de inicio.',
      path: ['hasta'],
    })
    .refine((q) => Date.parse(q.hasta) - Date.parse(q.desde) <= 32 * 86_400_000, {
      error: 'Como mucho 31 días.',
      path: ['desde'],
    }),
  response: z.object({ data: z.array(Contado), total: cuantos }),
})
