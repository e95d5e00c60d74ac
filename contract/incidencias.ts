import { z } from 'zod'
import { Archivo, empresaOpcional, filtro, Instante, MacSerie, texto } from './comunes'
import { endpoint } from './endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from './exportar'
import { RUTAS } from './rutas'
import { ORDENES_INCIDENCIA } from './valores/incidencias'

export const getResumenIncidencias = endpoint({
  ...RUTAS.getResumenIncidencias,
  summary: 'Open incidents of the last three days.',
  query: z.object(empresaOpcional),
  response: z.object({ totalIncidencias: z.number().int(), contenedoresUnicos: z.number().int() }),
})

const g = z.number().nullable()

export const Incidencia = z.object({
  id: z.number().int(),
  /** MAC or serial of the container's tag. */
  Dispositivo: z.string(),
  /** MAC of the reader that heard it; null where none is known. */
  Lector: z.string().nullable(),
  /** First impact of the burst, to the millisecond: with Dispositivo, what names the incident. */
  Time: Instante,
  ApodoDispositivo: z.string().nullable(),
  ApodoLector: z.string().nullable(),
  revisado: z.boolean(),
  hubo_golpe_real: z.boolean(),
  hubo_danio: z.boolean(),
  /** Extremes around the impact, in g. */
  accelxmax: g,
  accelxmin: g,
  accelymax: g,
  accelymin: g,
  accelzmax: g,
  accelzmin: g,
  /** Highest magnitude of the acceleration, in g. */
  pico_g: g,
  /** Impacts of the burst. */
  impactos: z.number().int().positive(),
  /** From the first impact of the burst to the last, in seconds. */
  duracion_s: z.number().nonnegative(),
  Ubicacion: z.string().nullable(),
  /** Name of who closed it, also once that account is gone; null while it is open. */
  cerrada_por: z.string().nullable(),
  cerrada: Instante.nullable(),
  empresa: z.number().int(),
})
export type Incidencia = z.infer<typeof Incidencia>

/** `YYYY-MM-DD HH:MM:SS` or a day, plant time; a day as the end of a range is meant whole. */
const FECHA = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}:\d{2})?$/
const fecha = filtro(25).refine((s) => s === undefined || FECHA.test(s), {
  error: 'La fecha debe tener el formato AAAA-MM-DD HH:MM:SS.',
})

export const FiltrosIncidencia = z.object({
  /** Absent: three days before today. */
  start_date: fecha,
  /** Absent: now. */
  end_date: fecha,
  /** Substring of the nickname, without case. */
  search: filtro(200),
  ...empresaOpcional,
})

export const listIncidencias = endpoint({
  ...RUTAS.listIncidencias,
  summary:
    'Incidents between two plant times, newest first, at most 20,000; x-total-count says how many there are.',
  query: FiltrosIncidencia,
  response: z.array(Incidencia),
})

export const exportIncidencias = endpoint({
  ...RUTAS.exportIncidencias,
  summary: 'The incidents of the filter as incidencias.xlsx or incidencias.pdf.',
  query: FiltrosIncidencia.extend({
    formato: Formato,
    ...columnasOpcional,
    /** Where no columns are named: with those of accelerations. */
    aceleraciones: z.enum(['true', 'false']).default('false'),
    orden: z.enum(ORDENES_INCIDENCIA).default('Time'),
    sentido: z.enum(['asc', 'desc']).default('desc'),
    ...seguimientoOpcional,
  }),
  response: Archivo,
})

/** One sample around an impact: milliseconds from Time, then g by axis. */
export const Muestra = z.tuple([z.number(), z.number(), z.number(), z.number()])

export const getIncidencia = endpoint({
  ...RUTAS.getIncidencia,
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
    /** Magnitude from which on it is an impact, in g. */
    umbral_g: z.number(),
    /** Where the reader that heard it stood. */
    Lat: z.number().nullable(),
    Lon: z.number().nullable(),
    /** Node of that location on the floor plan, 0..1 of width and height. */
    nodo: z.object({ x: z.number(), y: z.number() }).nullable(),
    /** The 20 incidents of the container before this one, newest first. */
    anteriores: z.array(
      Incidencia.pick({
        id: true,
        Time: true,
        revisado: true,
        hubo_golpe_real: true,
        hubo_danio: true,
        pico_g: true,
        Ubicacion: true,
      }),
    ),
    /** All incidents of the container before this one. */
    totalAnteriores: z.number().int(),
  }),
})

const si = (falta: string) => z.boolean({ error: falta })

export const setImpacto = endpoint({
  ...RUTAS.setImpacto,
  summary: 'Review an incident: what it was, and whether it is closed. 409 once it is closed.',
  body: z.object({
    dispositivo: MacSerie,
    /** MAC of the reader, as the incident has it. */
    lector: texto(64).nullish(),
    time: z.iso.datetime({ offset: true, error: 'La fecha de la incidencia no es válida.' }),
    revisado: si('Falta revisado'),
    hubo_golpe_real: si('Falta hubo_golpe_real'),
    hubo_danio: si('Falta hubo_danio'),
  }),
  response: z.object({ ok: z.literal(true), message: z.string(), data: Incidencia }),
})
