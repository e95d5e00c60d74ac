import { z } from 'zod'
import { empresaOpcional, Instante, MacSerie, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CLASES_APRENDIDO } from './calibracion-values'

const MAX_LUGARES = 10_000
const MAX_VERSIONES = 50

const Modelo = z.object({
  /** Its weight in the reported place, 0 to 1. */
  peso: z.number(),
  /** Test parts for which it gives the right place. */
  aciertos: z.number().int(),
})

/** How well each model of the learned levels predicts held-out data: parts of walks that were left out, and confirmed rests. */
export const Modelos = z.object({
  pruebas: z.number().int(),
  /** All models combined, as used to report places. */
  juntos: z.number().int(),
  /** Model of the spots of the walk. */
  sitios: Modelo,
  /** Model of a few typical levels for each place. */
  zonas: Modelo,
  /** Model of the readers of each place only, without the walk. */
  lectores: Modelo,
})
export type Modelos = z.infer<typeof Modelos>

/** What a version was learned from, and its effects. */
export const Resumen = z.object({
  /** Places and samples that were added. */
  lugares: z.number().int(),
  muestras: z.number().int(),
  /** The last confirmations by people, and how many of them the previous version and this one predict. */
  confirmaciones: z.number().int(),
  antes: z.number().int(),
  ahora: z.number().int(),
  /** The version that was restored. */
  de: z.number().int().nullable(),
  /** Why places are not reported by this version; null: they are, or were. */
  motivo: z.string().nullable(),
  /** Null or absent: too little data to compare them. */
  modelos: Modelos.nullish(),
})
export type Resumen = z.infer<typeof Resumen>

const Version = z.object({
  version: z.number().int(),
  creado: Instante,
  /** Places are now reported by this version. */
  activo: z.boolean(),
  clase: z.enum(CLASES_APRENDIDO),
  autor: z.string().nullable(),
  resumen: Resumen,
})
export type Version = z.infer<typeof Version>

const Parada = z.object({
  ubicacion: z.number().int(),
  nombre: z.string(),
  desde: Instante,
  /** Null: the person is still there. */
  hasta: Instante.nullable(),
  /** Length of the stop in seconds by the server's clock, until now for the present one. */
  segundos: z.number(),
  /** Seconds in which the tag was heard. */
  anuncios: z.number().int(),
  /** Number of readers that heard it. */
  lectores: z.number().int(),
  /** Samples to learn from; fewer than `MIN_MUESTRAS` are not used. */
  muestras: z.number().int(),
})

export const Paseo = z.object({
  empresa: z.number().int(),
  dispositivo: z.object({ mac: z.string(), apodo: z.string().nullable() }),
  autor: z.string(),
  desde: Instante,
  /** In the order of the walk. */
  paradas: z.array(Parada).max(MAX_LUGARES),
})
export type Paseo = z.infer<typeof Paseo>

export const getCalibracion = endpoint('GET /api/calibracion', 'lectores:leer', {
  summary:
    'How well each location of a company is known to the place engine, and the versions of what it learned.',
  query: z.object(empresaOpcional),
  response: z.object({
    empresa: z.number().int(),
    ubicaciones: z
      .array(
        z.object({
          id: z.number().int(),
          nombre: z.string(),
          planta: z.string(),
          lectores: z.number().int(),
          /** Number of samples used for decisions on this place; a walk gives one for ten seconds. */
          muestras: z.number(),
          ultimo_paseo: Instante.nullable(),
          /** Ratio of the observed deviation of resting levels from the learned ones to the expected one; null: too few were compared. */
          desajuste: z.number().nullable(),
          /** The learned levels no longer fit: the place has to be walked again. */
          repetir: z.boolean(),
        }),
      )
      .max(MAX_LUGARES),
    /** Newest first. */
    versiones: z.array(Version).max(MAX_VERSIONES),
  }),
})
export type Calibracion = z.infer<typeof getCalibracion.response>

export const learnNow = endpoint('POST /api/calibracion/aprender', 'lectores:escribir', {
  summary:
    'Learn from what people said and from rests without doubt, as each day: what names the last confirmations worse is kept, and not used. Null: there is nothing new.',
  body: z.object(empresaOpcional),
  response: z.object({ version: z.number().int().nullable() }),
})

export const restoreVersion = endpoint(
  'POST /api/calibracion/versiones/{version}/volver',
  'lectores:escribir',
  {
    summary:
      'Go back to what an older version knew, as a new version; 0: to what the plan alone says. 409 `sin_usar` where places were never told by it.',
    params: z.object({ version: z.coerce.number().int().min(0).max(1_000_000_000) }),
    body: z.object(empresaOpcional),
    response: z.object({ version: z.number().int() }),
  },
)

export const getPaseo = endpoint('GET /api/paseo', 'lectores:leer', {
  summary: 'The calibration walk of a company that goes on now.',
  query: z.object(empresaOpcional),
  response: z.object({ paseo: Paseo.nullable() }),
})

export const startPaseo = endpoint('POST /api/paseo', null, {
  summary:
    'Begin a calibration walk with the tag of a container. 409 while another one of the company goes on.',
  body: z.object({
    ...empresaOpcional,
    /** MAC, serial or nickname. */
    dispositivo: texto(64, 'Falta el dispositivo').min(1, { error: 'Falta el dispositivo' }),
  }),
  response: z.object({ paseo: Paseo }),
})

const ubicacion = z
  .number({ error: 'Falta la ubicación.' })
  .int()
  .min(1)
  .max(2 ** 53 - 1)

export const startParada = endpoint('POST /api/paseo/parada', null, {
  summary: 'Say that the tag is at a location from now on. A location that was walked before begins anew.',
  body: z.object({
    ...empresaOpcional,
    ubicacion,
  }),
  response: z.object({ paseo: Paseo }),
})

export const endParada = endpoint('POST /api/paseo/parada/terminar', null, {
  summary: 'Say that the tag leaves the location now; or, with `descartar`, that it never was there.',
  body: z.object({ ...empresaOpcional, descartar: z.boolean({ error: 'Debe ser verdadero o falso.' }) }),
  response: z.object({ paseo: Paseo }),
})

export const endPaseo = endpoint('POST /api/paseo/terminar', null, {
  summary:
    'End the walk and learn from it: places are told by it at once. With `descartar` nothing is learned. 409 where the tag was not heard enough.',
  body: z.object({ ...empresaOpcional, descartar: z.boolean({ error: 'Debe ser verdadero o falso.' }) }),
  response: z.object({ version: z.number().int().nullable() }),
})

export const createConfirmacion = endpoint('POST /api/confirmaciones', 'inventario:escribir', {
  summary:
    'Say where a container is now: it is told so at once. 409 `poco_creible` where the readers say otherwise: say it again with `seguro`, and nothing is learned from it; 409 `sin_calibrar` where readers cannot tell the location.',
  body: z.object({
    ...empresaOpcional,
    mac_serie: MacSerie,
    ubicacion,
    seguro: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
  }),
  response: z.object({ id: z.number().int() }),
})

export const removeConfirmacion = endpoint('DELETE /api/confirmaciones/{id}', 'inventario:escribir', {
  summary: 'Take back within a minute what one said of a container.',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
  }),
  response: SinContenido,
})
