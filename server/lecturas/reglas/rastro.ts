import type { CodigoEstado } from '../../eventos/evento'
import type { Aceleracion } from '../formatos/lectura'
import type { Oidos } from './atribucion'
import { createSensor, type Sensor } from './sensor'

/** Extremes per axis around an impact, in g: [min, max]. */
export type Extremos = { x: [number, number]; y: [number, number]; z: [number, number] }

/** One sample around an impact: Unix ms and g. */
export type Muestra = readonly [t: number, x: number, y: number, z: number]

export type Impacto = {
  /** First and last impact of the burst, Unix ms. */
  tiempo: number
  hasta: number
  /** When the last one reached us. */
  recibido: number
  impactos: number
  /** Where it happened: the reader that had the tag then. */
  lector: number
  /** The reader that told of it first. */
  oyente: number
  /** Largest |a| in g; null where the tag gave only a flag. */
  pico: number | null
  extremos: Extremos | null
  muestras: Muestra[]
  /** The device was switched off: no incident. */
  callado?: boolean
}

/** What is known of a device between two readings: the row of dispositivo_estado and a short memory. Times are Unix ms. */
export type Rastro = {
  dispositivo: number
  empresa: number
  /** Mac of the tag that sent these values. */
  tag: string
  /** Newest time of a reading; null: never heard. */
  ultimo: number | null
  oidos: Oidos
  lectorDesde: number
  rssi: number | null
  estado: CodigoEstado | null
  estadoDesde: number
  /** By our clock: readers' clocks differ, and a tag passes from one to another. */
  ultimoMovimiento: number | null
  contador: number | null
  bateria: number | null
  bateriaMv: number | null
  temperatura: number | null
  humedad: number | null
  accel: Aceleracion | null
  sensor: Sensor
  roll: number | null
  pitch: number | null
  lat: number | null
  lon: number | null
  valor: Record<string, unknown>
  /** Fingerprint of the last reading. */
  huella: number | null
  /** Samples of the last seconds, for the extremes around an impact. */
  recientes: Muestra[]
  impacto: Impacto | null
  /** What the last event said, to see whether the next reading says something else. */
  evento: { recibido: number; lector: number; etiqueta: string | null; banda: number | null } | null
}

/** Clocks of two machines may differ by this much. A time further ahead was written while our clock was wrong. */
const MARGEN_MS = 5 * 60_000

/** Whether this was written when our clock was ahead of what it says now. */
export function isDelFuturo(r: Rastro, ahora: number): boolean {
  const ultimo = Math.max(r.ultimo ?? 0, r.lectorDesde, r.estadoDesde, r.evento?.recibido ?? 0)
  return ultimo > ahora + MARGEN_MS
}

/** Cut all times back to `ahora`. Otherwise every reading until then would count as late. */
export function rewind(r: Rastro, ahora: number): void {
  const atMost = (t: number) => Math.min(t, ahora)
  if (r.ultimo !== null) r.ultimo = atMost(r.ultimo)
  if (r.ultimoMovimiento !== null) r.ultimoMovimiento = atMost(r.ultimoMovimiento)
  r.lectorDesde = atMost(r.lectorDesde)
  r.estadoDesde = atMost(r.estadoDesde)
  if (r.evento) r.evento.recibido = atMost(r.evento.recibido)
  r.oidos.rivales = null
  for (const [lector, muestras] of r.oidos.muestras) {
    const pasadas = muestras.filter((m) => m.t <= ahora && m.tiempo <= ahora)
    if (pasadas.length) r.oidos.muestras.set(lector, pasadas)
    else r.oidos.muestras.delete(lector)
  }
  r.recientes = r.recientes.filter(([t]) => t <= ahora)
  if (r.impacto && Math.max(r.impacto.hasta, r.impacto.recibido) > ahora) r.impacto = null
}

export function createRastro(dispositivo: number, empresa: number, tag: string): Rastro {
  return {
    dispositivo,
    empresa,
    tag,
    ultimo: null,
    oidos: { lector: null, muestras: new Map(), rivales: null },
    lectorDesde: 0,
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
export function changeTag(r: Rastro, tag: string): void {
  const { ultimo, lectorDesde, estado, estadoDesde, ultimoMovimiento, impacto, evento } = r
  const nuevo = createRastro(r.dispositivo, r.empresa, tag)
  nuevo.oidos.lector = r.oidos.lector
  Object.assign(r, nuevo, { ultimo, lectorDesde, estado, estadoDesde, ultimoMovimiento, impacto, evento })
}
