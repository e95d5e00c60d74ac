import type { CodigoEstado } from '../../eventos/evento'
import { type Belief, createBelief } from '../engine/belief'
import type { TrainingRest } from '../engine/model/aprender'
import type { Acceleration, Lectura } from '../formats/lectura'
import { createReportedPlace, type ReportedPlace } from './estancia'
import type { LateReadings } from './late-readings'
import { createSensor, type Sensor } from './sensor'

/** Extremes per axis around an impact, in g: [min, max]. */
export type Extremes = { x: [number, number]; y: [number, number]; z: [number, number] }

/** One sample around an impact: Unix ms and g. */
export type Sample = readonly [t: number, x: number, y: number, z: number]

export type Impacto = {
  /** First impact of the burst, Unix ms. */
  tiempo: number
  /** Last impact of the burst, Unix ms. */
  hasta: number
  /** When the last impact reached us, Unix ms. */
  recibido: number
  /** `recibido` less the time that its reader kept it back: when it was heard by our clock, as far as that is known. */
  oido: number
  impactos: number
  /** Where it happened: the reader that had the tag then. */
  lector: number
  /** The reader that reported it first. */
  oyente: number
  /** Largest |a| in g; null: the tag sent only a flag. */
  pico: number | null
  extremos: Extremes | null
  muestras: Sample[]
  /** The device was desactivado: no incidencia. */
  callado?: boolean
}

/** A reading, with its reader and its times. */
export type Observation = {
  lectura: Lectura
  /** When it was heard, Unix ms: the gateway's time if it is believed. */
  t: number
  /** The same by our clock, as far as the clock of its reader is known. */
  heard: number
  /** How long its reader kept it back, ms. */
  kept: number
  /** When it reached us, Unix ms. */
  recibido: number
  /** Id of the reader. */
  lector: number
  /** The engine's number of the reader. */
  number: number
  /** The reader kept it back for minutes or hours. */
  tardia: boolean
}

/** Late readings of a tag. Its past is to be judged again at `cuando`, Unix ms. */
export type Reprocessing = { cuando: number; lateReadings: LateReadings }

/** State of a device between two readings: its row of dispositivo_estado and a short memory. Times are Unix ms. */
export type DeviceState = {
  dispositivo: number
  empresa: number
  /** Mac of the tag that sent these values. */
  tag: string
  /** Time of its newest reading; null: never heard. */
  ultimo: number | null
  /** Where it stands, as reported. */
  sitio: ReportedPlace
  /** What the place engine remembers of it. */
  creencia: Belief
  /** Arrival of the first hearing that was not judged yet; null: all were judged. */
  porJuzgar: number | null
  /** Late readings by which the reported past is to be corrected; null: none. */
  remiendo: Reprocessing | null
  /** Number of adverts that the database does not have yet. */
  sinGuardar: number
  /** A rest that left no doubt and is not written yet. */
  descanso: TrainingRest | null
  /** When `creencia` was last written, Unix ms. */
  guardado: number
  /** Certainty of the place, 0 to 1; null: not judged yet. */
  certeza: number | null
  segundo: { lugar: number; p: number } | null
  enCamino: boolean
  /** By reader id: newest time at which that reader reported it. */
  tiempos: Map<number, number>
  rssi: number | null
  estado: CodigoEstado | null
  estadoDesde: number
  /** By our clock: readers' clocks differ, and a tag passes from one reader to another. */
  ultimoMovimiento: number | null
  contador: number | null
  bateria: number | null
  bateriaMv: number | null
  temperatura: number | null
  humedad: number | null
  accel: Acceleration | null
  sensor: Sensor
  roll: number | null
  pitch: number | null
  lat: number | null
  lon: number | null
  valor: Record<string, unknown>
  /** Fingerprint of the last reading. */
  huella: number | null
  /** Samples of the last seconds, for the extremes around an impact. */
  recientes: Sample[]
  impacto: Impacto | null
  /** What the last event said, to compare the next reading with. */
  evento: { recibido: number; lector: number; etiqueta: string | null; banda: number | null } | null
}

/** Clocks of two machines may differ by this much. A time further ahead was written while our clock was wrong. */
const MARGIN_MS = 5 * 60_000

const lastOf = (r: DeviceState) =>
  Math.max(r.ultimo ?? 0, r.sitio.desde, r.estadoDesde, r.evento?.recibido ?? 0)

/** Whether this state was written while our clock was ahead of what it says now. */
export const isOfFuture = (r: DeviceState, now: number): boolean => lastOf(r) > now + MARGIN_MS

/**
 * Take what lies ahead of `now` back by as much as our clock was ahead, if the last of it was just now: its order stays. Otherwise every
 * reading until those times would count as late.
 */
export function rewind(r: DeviceState, now: number): void {
  const ahead = lastOf(r) - now
  const atMost = (t: number) => (t > now ? Math.min(t - ahead, now) : t)
  if (r.ultimo !== null) r.ultimo = atMost(r.ultimo)
  if (r.ultimoMovimiento !== null) r.ultimoMovimiento = atMost(r.ultimoMovimiento)
  r.sitio.desde = atMost(r.sitio.desde)
  r.sitio.oido = atMost(r.sitio.oido)
  r.sitio.quieto = atMost(r.sitio.quieto)
  if (r.sitio.sale !== null) r.sitio.sale = atMost(r.sitio.sale)
  r.estadoDesde = atMost(r.estadoDesde)
  if (r.evento) r.evento.recibido = atMost(r.evento.recibido)
  const { lugar: place } = r.creencia
  r.creencia = { ...createBelief(), lugar: place }
  r.remiendo = null
  for (const [lector, t] of r.tiempos) if (t > now) r.tiempos.delete(lector)
  r.recientes = r.recientes.filter(([t]) => t <= now)
  if (r.impacto && Math.max(r.impacto.hasta, r.impacto.recibido) > now) r.impacto = null
}

export function createDeviceState(dispositivo: number, empresa: number, tag: string): DeviceState {
  return {
    dispositivo,
    empresa,
    tag,
    ultimo: null,
    sitio: createReportedPlace(),
    creencia: createBelief(),
    porJuzgar: null,
    remiendo: null,
    sinGuardar: 0,
    descanso: null,
    guardado: 0,
    certeza: null,
    segundo: null,
    enCamino: false,
    tiempos: new Map(),
    rssi: null,
    estado: null,
    estadoDesde: 0,
    ultimoMovimiento: null,
    contador: null,
    bateria: null,
    bateriaMv: null,
    temperatura: null,
    humedad: null,
    accel: null,
    sensor: createSensor(),
    roll: null,
    pitch: null,
    lat: null,
    lon: null,
    valor: {},
    huella: null,
    recientes: [],
    impacto: null,
    evento: null,
  }
}

/** The container has another tag: forget counters, samples and battery of the tag before. */
export function changeTag(r: DeviceState, tag: string): void {
  const {
    ultimo,
    sitio: reportedPlace,
    creencia: belief,
    estado,
    estadoDesde,
    ultimoMovimiento,
    impacto,
    evento,
  } = r
  const nuevo = createDeviceState(r.dispositivo, r.empresa, tag)
  nuevo.creencia.lugar = belief.lugar
  Object.assign(r, nuevo, {
    ultimo,
    sitio: reportedPlace,
    estado,
    estadoDesde,
    ultimoMovimiento,
    impacto,
    evento,
  })
}

/**
 * Forget what no longer holds for a device: values of the tag before, and what was written while our clock was ahead.
 * @param tag mac of its present tag
 * @param now Unix ms
 */
export function forgetStale(r: DeviceState, tag: string, now: number): void {
  if (r.tag !== tag) changeTag(r, tag)
  if (isOfFuture(r, now)) rewind(r, now)
}
