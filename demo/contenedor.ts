import { codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import type { Azar } from './azar'
import { type ContenedorDemo, LECTORES } from './planta'
import { type Eco, hearMoving, hearStanding } from './radio'
import { lectoresDe, nextViaje, pasosDe, stayMs, type Tramo } from './recorrido'
import { measure, posturaDe, type Sensor } from './sensor'

/** Silent parts: somebody has to be lost, on the road and never heard. */
const CALLADOS = new Set(['perdido', 'transito', 'nunca'])
const BATERIA_BAJA = 6

/** What the product says of a container when the simulator starts. */
export type Sabido = {
  apodoLector: string | null
  lugar: string | null
  bateria: number | null
  contador: number | null
}

/** A container that lives. Times are ms of the simulator's own clock, which starts at 0. */
export type Contenedor = {
  habla: ContenedorDemo['habla']
  empresa: number
  semilla: number
  /** Reader that it stands at or comes from, as index in LECTORES. */
  lector: number
  /** dBm at which that reader hears it. */
  base: number
  sensor: Sensor
  /** Legs still to go; empty: it stands. */
  viaje: Tramo[]
  /** When its present leg began, or its stay ends. */
  desde: number
  hasta: number
  /** When it sends its next advert. */
  anuncio: number
  /** Blows to come: when, and how strong in g. */
  golpes: { t: number; g: number }[]
}

function lectorInicial(c: ContenedorDemo, sabido: Sabido | undefined, azar: Azar): number {
  const visto = LECTORES.findIndex((l) => l.empresa === c.empresa && l.apodo === sabido?.apodoLector)
  const lugar = sabido?.lugar ?? LECTORES[visto]?.lugar ?? ''
  const propios = lectoresDe(c.empresa, lugar)
  if (propios.includes(visto)) return visto
  return azar.pick(propios.length ? propios : lectoresDe(c.empresa, azar.pick(pasosDe(c.empresa))))
}

/** Null for those that never speak. */
export function createContenedor(
  c: ContenedorDemo,
  sabido: Sabido | undefined,
  azar: Azar,
): Contenedor | null {
  if (CALLADOS.has(c.papel)) return null
  const lector = lectorInicial(c, sabido, azar)
  const lugar = LECTORES[lector]?.lugar as string
  const enRuta = lugar === 'En Tránsito'
  const bateria = sabido?.bateria ?? 80
  return {
    habla: c.habla,
    empresa: c.empresa,
    semilla: c.semilla,
    lector,
    base: azar.between(-68, -50),
    sensor: {
      mac: c.mac,
      bateria: c.papel === 'sin_bateria' ? Math.min(bateria, BATERIA_BAJA) : bateria,
      contador: sabido?.contador ?? 0,
      secuencia: azar.int(0, 1000),
      postura: posturaDe(c.semilla, lector),
    },
    viaje: enRuta ? nextViaje(c.empresa, lugar, azar) : [],
    desde: 0,
    // Whoever stands has stood for a while.
    hasta: stayMs(lugar, azar) * azar.next(),
    anuncio: azar.between(0, 10_000),
    golpes: [],
  }
}

/** Set out when the stay is over, arrive when a leg is. */
export function go(c: Contenedor, t: number, azar: Azar): void {
  const tramo = c.viaje[0]
  if (!tramo && t >= c.hasta) {
    c.viaje = nextViaje(c.empresa, LECTORES[c.lector]?.lugar as string, azar)
    c.desde = c.anuncio = t
  } else if (tramo && t >= c.desde + tramo.ms) {
    c.viaje.shift()
    c.lector = tramo.a
    c.sensor.postura = posturaDe(c.semilla, tramo.a)
    c.desde = t
    if (!c.viaje.length) c.hasta = t + stayMs(LECTORES[tramo.a]?.lugar as string, azar)
  }
}

export type Emision = { anuncio: Buffer; golpe: boolean; ecos: Eco[] }

/** The advert that is due, and who hears it; null: none yet. */
export function emit(c: Contenedor, t: number, grados: number, azar: Azar): Emision | null {
  const golpe = c.golpes[0] && t >= c.golpes[0].t ? c.golpes.shift() : undefined
  if (!golpe && t < c.anuncio) return null
  const tramo = c.viaje[0]
  const enMovimiento = tramo !== undefined
  c.anuncio = t + (enMovimiento ? azar.between(2000, 4000) : azar.between(7000, 13_000))
  const m: Muestra = measure(c.sensor, enMovimiento, golpe?.g ?? 0, grados, azar)
  const ecos = tramo
    ? hearMoving(c.lector, tramo.a, (t - c.desde) / tramo.ms, c.base, azar)
    : hearStanding(c.lector, c.base, azar)
  return { anuncio: codificadores[c.habla](m), golpe: m.golpe, ecos }
}
