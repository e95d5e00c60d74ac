import { z } from 'zod'
import { Archivo, empresaOpcional, filtro, Instante, MacSerie, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import {
  ESTADOS_INCIDENCIA,
  LARGO_NOTA,
  MAX_INCIDENCIAS_LOTE,
  ORDENES_INCIDENCIA,
  PENDIENTES,
  RANKINGS,
} from './values'

export const getResumenIncidencias = endpoint('GET /api/get_resumen_incidencias', 'incidencias:leer', {
  summary: 'Open incidents of the last three days.',
  query: z.object(empresaOpcional),
  response: z.object({ totalIncidencias: z.number().int(), contenedoresUnicos: z.number().int() }),
})

const g = z.number().nullable()

export const Incidencia = z.object({
  id: z.number().int(),
  /** MAC or serial of the container's tag. */
  Dispositivo: z.string(),
  /** MAC of the reader that heard it; null: unknown. */
  Lector: z.string().nullable(),
  /** First impact of the burst, to the millisecond. Together with Dispositivo it identifies the incident. */
  Time: Instante,
  ApodoDispositivo: z.string().nullable(),
  ApodoLector: z.string().nullable(),
  revisado: z.boolean(),
  hubo_golpe_real: z.boolean(),
  hubo_danio: z.boolean(),
  /** A person has said whether it was a real impact and did damage. False: the two fields before say nothing. */
  mirado: z.boolean(),
  /** Extremes of acceleration around the impact, in g. */
  accelxmax: g,
  accelxmin: g,
  accelymax: g,
  accelymin: g,
  accelzmax: g,
  accelzmin: g,
  /** Highest magnitude of the acceleration, in g. */
  pico_g: g,
  /** Number of impacts in the burst. */
  impactos: z.number().int().positive(),
  /** From the first impact of the burst to the last, in seconds. */
  duracion_s: z.number().nonnegative(),
  Ubicacion: z.string().nullable(),
  /** Name of the person who closed it, also if their account no longer exists; null: open. */
  cerrada_por: z.string().nullable(),
  cerrada: Instante.nullable(),
  /** Person who works on it. */
  lleva: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
  /** Its last note. */
  nota: z.string().nullable(),
  empresa: z.number().int(),
})
export type Incidencia = z.infer<typeof Incidencia>

/** `YYYY-MM-DD HH:MM:SS` or a day, plant time; a day as the end of a range is included. */
const FECHA = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}:\d{2})?$/
const fecha = filtro(25).refine((s) => s === undefined || FECHA.test(s), {
  error: 'La fecha debe tener el formato AAAA-MM-DD HH:MM:SS.',
})

export const FiltrosIncidencia = z.object({
  /** Absent: three days before today. */
  start_date: fecha,
  /** Absent: now. */
  end_date: fecha,
  /** Substring of the nickname, ignoring case. */
  search: filtro(200),
  /** All incidents: the dates are ignored. */
  siempre: opcional(z.literal('true')),
  estado: opcional(z.enum(ESTADOS_INCIDENCIA)),
  danio: opcional(z.enum(['si', 'no'])),
  /** Name of a location, or `Sin ubicación`. */
  ubicacion: filtro(200),
  /** Nickname of a reader, its MAC if it has none, or `Sin lector`. */
  lector: filtro(200),
  /** LT code: the family of the container. */
  pieza: filtro(64),
  /** Only incidents that the caller works on. */
  mias: opcional(z.literal('true')),
  /** `nadie`: no person works on them; `antiguas`: more than a day old. */
  pendientes: opcional(z.enum(PENDIENTES)),
  ...empresaOpcional,
})

export const listIncidencias = endpoint('GET /api/get_incidencias', 'incidencias:leer', {
  summary:
    'Incidents between two plant times, newest first, at most 20,000; x-total-count says how many there are.',
  query: FiltrosIncidencia,
  response: z.array(Incidencia),
})

export const exportIncidencias = endpoint('GET /api/export_incidencias', 'incidencias:leer', {
  summary: 'The incidents of the filter as incidencias.xlsx or incidencias.pdf.',
  query: FiltrosIncidencia.extend({
    formato: Formato,
    ...columnasOpcional,
    /** Include the columns of accelerations, if no columns are named. */
    aceleraciones: z.enum(['true', 'false']).default('false'),
    orden: z.enum(ORDENES_INCIDENCIA).default('Time'),
    sentido: z.enum(['asc', 'desc']).default('desc'),
    ...seguimientoOpcional,
  }),
  response: Archivo,
})

/** One sample around an impact: milliseconds relative to Time, then g by axis. */
export const Muestra = z.tuple([z.number(), z.number(), z.number(), z.number()])

export const getIncidencia = endpoint('GET /api/incidencias/{id}', 'incidencias:leer', {
  summary: 'One incident with its samples, where it was, and the earlier ones of its container.',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
  }),
  response: Incidencia.extend({
    /** In order of time. */
    muestras: z.array(Muestra),
    /** Threshold of an impact, in g. */
    umbral_g: z.number(),
    /** Location of the reader that heard it. */
    Lat: z.number().nullable(),
    Lon: z.number().nullable(),
    /** Node of that location on the floor plan, 0..1 of width and height. */
    nodo: z.object({ x: z.number(), y: z.number() }).nullable(),
    /** Notes of people, newest first. */
    notas: z.array(z.object({ momento: Instante, autor: z.string(), texto: z.string() })),
    /** The 20 previous incidents of the container, newest first. */
    anteriores: z.array(
      Incidencia.pick({
        id: true,
        Time: true,
        revisado: true,
        hubo_golpe_real: true,
        hubo_danio: true,
        mirado: true,
        pico_g: true,
        Ubicacion: true,
      }),
    ),
    /** Number of all previous incidents of the container. */
    totalAnteriores: z.number().int(),
  }),
})

const nota = texto(LARGO_NOTA).transform((s) => s || undefined)
const si = (falta: string) => z.boolean({ error: falta })

export const setImpacto = endpoint('POST /api/set_impacto', 'incidencias:escribir', {
  summary: 'Review an incident: what it was, and whether it is closed. 409 once it is closed.',
  body: z.object({
    dispositivo: MacSerie,
    /** MAC of the reader, as in the incident. */
    lector: texto(64).nullish(),
    time: z.iso.datetime({ offset: true, error: 'La fecha de la incidencia no es válida.' }),
    revisado: si('Falta revisado'),
    hubo_golpe_real: si('Falta hubo_golpe_real'),
    hubo_danio: si('Falta hubo_danio'),
    /** False: nobody has looked, and the two fields before say nothing. Absent: they are what a person says. */
    mirado: z.boolean({ error: 'mirado debe ser verdadero o falso.' }).optional(),
    /** Note to be added with this review. */
    nota: nota.optional(),
  }),
  response: z.object({ ok: z.literal(true), message: z.string(), data: Incidencia }),
})

export const countAbiertas = endpoint('GET /api/incidencias_abiertas', 'incidencias:leer', {
  summary: 'Open incidents of all time, and how many of them the caller is on.',
  query: z.object(empresaOpcional),
  response: z.object({ abiertas: z.number().int(), mias: z.number().int() }),
})

export const listOpcionesIncidencia = endpoint('GET /api/incidencias_opciones', 'incidencias:leer', {
  summary: 'What incidents can be filtered by, and who can be on one.',
  query: z.object(empresaOpcional),
  response: z.object({
    ubicaciones: z.array(z.string()),
    lectores: z.array(z.string()),
    piezas: z.array(z.object({ codigo: z.string(), descripcion: z.string().nullable() })),
    personas: z.array(z.object({ id: z.number().int(), nombre: z.string(), empresa: z.number().int() })),
  }),
})
export type OpcionesIncidencia = z.infer<(typeof listOpcionesIncidencia)['response']>

export const getRanking = endpoint('GET /api/incidencias_ranking', 'incidencias:leer', {
  summary:
    'Locations or readers by impacts per 1,000 arrivals of containers between two plant times. The list of the same times and the name of a row holds as many incidents as the row says.',
  query: z.object({
    start_date: fecha,
    end_date: fecha,
    por: z.enum(RANKINGS, { error: 'Debe ser ubicacion o lector.' }).default('ubicacion'),
    ...empresaOpcional,
  }),
  response: z.object({
    filas: z.array(
      z.object({
        nombre: z.string(),
        impactos: z.number().int(),
        llegadas: z.number().int(),
        /** Null: no arrivals. */
        por_mil: z.number().nullable(),
      }),
    ),
    impactos: z.number().int(),
    llegadas: z.number().int(),
  }),
})
export type Ranking = z.infer<(typeof getRanking)['response']>

const ids = z
  .array(
    z
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
    { error: 'Faltan las incidencias.' },
  )
  .min(1, { error: 'Faltan las incidencias.' })
  .max(MAX_INCIDENCIAS_LOTE, { error: `Como mucho ${MAX_INCIDENCIAS_LOTE} incidencias de una vez.` })

export const Lote = z.object({
  /** Result for each incident, in the given order; `message` gives the reason of a failure. */
  resultados: z.array(
    z.object({ id: z.number().int(), status: z.enum(['success', 'error']), message: z.string() }),
  ),
  /** The incidents after the change, if the caller may see them. */
  data: z.array(Incidencia),
})
export type LoteIncidencias = z.infer<typeof Lote>

export const closeIncidencias = endpoint('POST /api/incidencias/cerrar', 'incidencias:escribir', {
  summary: 'Close incidents as they stand: what they were is not changed. One note for all.',
  body: z.object({
    ids,
    nota: nota.optional(),
    /** A person has looked at all of them: those of which nothing was said were neither impacts nor did damage. */
    mirado: z.boolean({ error: 'mirado debe ser verdadero o falso.' }).default(false),
  }),
  response: Lote,
})

export const assignIncidencias = endpoint('POST /api/incidencias/asignar', 'incidencias:escribir', {
  summary: 'Say who is on open incidents: the caller or a user of their company; null: nobody.',
  body: z.object({
    ids,
    usuario: z
      .number({ error: 'Falta usuario' })
      .int()
      .min(1)
      .max(2 ** 53 - 1)
      .nullable(),
  }),
  response: Lote,
})
