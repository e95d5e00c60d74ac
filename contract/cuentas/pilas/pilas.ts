import { z } from 'zod'
import {
  Archivo,
  Dia,
  empresaOpcional,
  entero,
  filtro,
  Instante,
  MacSerie,
  opcional,
  SinContenido,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import {
  CLASES_PILA,
  MAX_MODELOS_PILA,
  MAX_PILAS_LOTE,
  MAX_RONDA,
  MOTIVOS_PILA,
  ORDENES_PILA,
  SIN_MEDIANA,
} from './values'

const MAX_ID = 2 ** 53 - 1
const Clase = z.enum(CLASES_PILA, { error: 'Esa clase no existe.' })

export const getPilas = endpoint('GET /api/pilas', 'pilas:leer', {
  summary: 'How many tags need another battery now, this month, not yet, and of how many nobody can tell.',
  query: z.object({ familia: filtro(64), ...empresaOpcional }),
  response: z.object({
    /** All classes in their order. */
    clases: z.array(z.object({ clase: z.enum(CLASES_PILA), n: z.number().int() })),
    /** Tags that came back with fresh voltage, for which a person has to say whether the battery was changed. */
    preguntas: z.number().int(),
    /** Tags that were not evaluated yet; null: the tags were not counted yet, which takes a minute after the first start. */
    faltan: z.number().int().nullable(),
    familias: z.array(z.string()).max(10_000),
  }),
})
export type Pilas = z.infer<(typeof getPilas)['response']>

const FiltrosPila = z.object({
  clase: opcional(Clase),
  motivo: opcional(z.enum(MOTIVOS_PILA, { error: 'Ese motivo no existe.' })),
  familia: filtro(64),
  /** Maker and kind of the tag, in the format of `modelo` of a row. */
  modelo: filtro(64),
  /** Part of the nickname or the MAC. */
  search: filtro(200),
  ...empresaOpcional,
  orden: z.enum(ORDENES_PILA, { error: 'No se puede ordenar por esa columna.' }).default('clase'),
  sentido: z.enum(['asc', 'desc'], { error: 'El sentido debe ser asc o desc.' }).default('asc'),
})

export const FilaPila = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  Familia: z.string().nullable(),
  empresa: z.number().int(),
  /** Maker and kind of the tag; null: it has a serial number, so no known maker. */
  modelo: z.string().nullable(),
  clase: z.enum(CLASES_PILA),
  motivo: z.enum(MOTIVOS_PILA),
  /** Lowest voltage at the warmest hours of the last days, in millivolts; null: not reported. */
  mv: z.number().int().nullable(),
  /** Battery percentage of a tag that reports no voltage. */
  bateria: z.number().nullable(),
  /** Probability that the battery ends within 30 days, 0 to 1; null: too little is known of its model, or its date is unknown. */
  riesgo: z.number().nullable(),
  /** Days until voltage or percentage reaches its end at the present rate; null: it does not fall, or too few days are known. */
  quedan: z.number().int().nullable(),
  /** When the battery was put in; null: unknown. */
  desde: Instante.nullable(),
  /** Its voltage rose between these moments, and no person has explained it yet. */
  pregunta: z.object({ antes: Instante, vista: Instante }).nullable(),
  /** Location where it is, or was heard last. */
  Ubicacion: z.string().nullable(),
  UltimoRegistro: Instante.nullable(),
})
export type FilaPila = z.infer<typeof FilaPila>

export const listPilas = endpoint('GET /api/pilas/lista', 'pilas:leer', {
  summary: 'Tags by when their battery has to be changed, with the reason.',
  query: FiltrosPila.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(FilaPila), total: z.number().int() }),
})

export const exportPilas = endpoint('GET /api/export_pilas', 'pilas:leer', {
  summary: 'The same as pilas.xlsx or pilas.pdf.',
  query: FiltrosPila.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

export const getRonda = endpoint('GET /api/pilas/ronda', 'pilas:leer', {
  summary: `The tags of one company that need another battery, at most ${MAX_RONDA}, by place, in the order of a short way over the floor plan.`,
  query: z.object({
    /** `este_mes`: also the batteries of this month, not only those of class `ya`. */
    hasta: opcional(z.enum(['ya', 'este_mes'], { error: 'Esa clase no existe.' })),
    /** Place where the round begins; unset: the place that makes it shortest. */
    desde: filtro(200),
    ...empresaOpcional,
  }),
  response: z.object({
    empresa: z.number().int(),
    paradas: z.array(
      z.object({
        /** Null: the place of these tags is unknown. */
        lugar: z.string().nullable(),
        /** The place is on the floor plan, and its turn is by distance. Places that are not come afterwards. */
        en_plano: z.boolean(),
        contenedores: z.array(FilaPila).max(MAX_RONDA),
      }),
    ),
    /** All tags of these classes, also those beyond the limit. */
    total: z.number().int(),
  }),
})
export type Ronda = z.infer<(typeof getRonda)['response']>

export const ModeloPila = z.object({
  empresa: z.number().int(),
  modelo: z.string(),
  /** Number of tags of the model. */
  etiquetas: z.number().int(),
  /** Tags of it that are to be changed this month by their age. */
  por_edad: z.number().int(),
  /** Batteries with a known start that ended. */
  acabadas: z.number().int(),
  /** Batteries with a known start that were changed before their end. */
  tempranas: z.number().int(),
  /** Batteries with a known start that are in use. */
  siguen: z.number().int(),
  /** Median battery life in days (Kaplan-Meier), with its 90 % confidence band; null: not known. */
  mediana: z.number().int().nullable(),
  bajo: z.number().int().nullable(),
  alto: z.number().int().nullable(),
  /** Why there is no median; null: there is. */
  sin_mediana: z.enum(SIN_MEDIANA).nullable(),
})
export type ModeloPila = z.infer<typeof ModeloPila>

export const getPilasAprendido = endpoint('GET /api/pilas/aprendido', 'pilas:leer', {
  summary: `What was learned from exchanges of how long the batteries of each model of tag last, those with most tags first, at most ${MAX_MODELOS_PILA}.`,
  query: z.object(empresaOpcional),
  response: z.object({ modelos: z.array(ModeloPila).max(MAX_MODELOS_PILA) }),
})

const Resultado = z.object({
  clave: z.string(),
  status: z.enum(['success', 'error']),
  message: z.string(),
  /** Id of the entry, to take it back; null: none was written. */
  cambio: z.number().int().nullable(),
  apodo: z.string().nullable(),
})
export type ResultadoPila = z.infer<typeof Resultado>

export const createCambiosPila = endpoint('POST /api/pilas/cambios', 'pilas:escribir', {
  summary:
    'Say that batteries were put in. Each exchange has an id that the caller made: sent twice, it counts once.',
  body: z.object({
    cambios: z
      .array(
        z.object({
          clave: z.uuid({ error: 'La clave debe ser un UUID.' }),
          /** MAC, serial number or nickname. */
          contenedor: texto(200, 'Falta el contenedor.').min(1, { error: 'Falta el contenedor.' }),
          /** How long ago it was done, in seconds. */
          hace_s: z
            .number({ error: 'hace_s debe ser un número.' })
            .int({ error: 'hace_s debe ser un número entero.' })
            .min(0, { error: 'hace_s debe ser 0 o más.' })
            .max(5 * 366 * 86_400, { error: 'hace_s es demasiado grande.' })
            .default(0),
        }),
        { error: 'Faltan los cambios.' },
      )
      .min(1, { error: 'Faltan los cambios.' })
      .max(MAX_PILAS_LOTE, { error: `Como mucho ${MAX_PILAS_LOTE} cambios de una vez.` }),
    ...empresaOpcional,
  }),
  response: z.object({ resultados: z.array(Resultado) }),
})

export const undoCambiosPila = endpoint('POST /api/pilas/anular', 'pilas:escribir', {
  summary: 'Take back exchanges of the last minute; they stay written, with who took them back.',
  body: z.object({
    cambios: z
      .array(z.number().int().min(1).max(MAX_ID), { error: 'Faltan los cambios.' })
      .min(1, { error: 'Faltan los cambios.' })
      .max(MAX_PILAS_LOTE, { error: `Como mucho ${MAX_PILAS_LOTE} cambios de una vez.` }),
  }),
  response: SinContenido,
})

export const answerPila = endpoint('POST /api/pilas/respuestas', 'pilas:escribir', {
  summary:
    'Say of a tag that came back with fresh voltage on which day its battery was changed, or that it was not.',
  body: z.object({
    contenedor: MacSerie,
    clave: z.uuid({ error: 'La clave debe ser un UUID.' }),
    /** Plant day of the exchange; null: there was none. */
    dia: Dia.nullable(),
  }),
  /** Id of the entry, to take it back; null: it had been received before. */
  response: z.object({ cambio: z.number().int().nullable() }),
})
