import { CON_ACELERACION } from './anuncios/codificadores'
import type { Aceleracion, Muestra } from './anuncios/muestra'
import { type Azar, createAzar } from './azar'
import { createCaida, sampleBetween } from './fisica/golpes'
import type { Etiqueta } from './planta'

const RUIDO_G = 0.012
/** Tags that feel acceleration are woken by over 4 g, of a hundred samples a second, and advertise what woke them. */
const DESPERTADOR = { hz: 100, rango: 16, paso: 0.004 } as const
const DESPIERTA_G = 4
const CAE_S = 1

/** The slow part of what a tag measures. */
export type Sensor = {
  mac: string
  bateria: number
  contador: number
  secuencia: number
  postura: Aceleracion
}

/** How a tag hangs on its container at a place: always the same there, so that a restart moves nothing. */
export function posturaDe(semilla: number, lugar: number): Aceleracion {
  const azar = createAzar((semilla ^ Math.imul(lugar + 1, 0x9e3779b1)) >>> 0)
  const x = azar.between(-0.12, 0.12)
  const y = azar.between(-0.12, 0.12)
  return [x, y, Math.sqrt(1 - x * x - y * y)]
}

function shake([x, y, z]: Aceleracion, g: number, azar: Azar): Aceleracion {
  return [x + azar.between(-g, g), y + azar.between(-g, g), z + azar.between(-g, g)]
}

/** Tags that hurry on the move: all that have an accelerometer, whether they tell what it feels or not. */
export const aceleran = (habla: Etiqueta) => habla !== 'ibeacon'

/**
 * The sample that wakes a tag which falls and lands with `g`; null: it is too slow to see it, or has nothing to see with.
 */
export function wake(habla: Etiqueta, g: number, azar: Azar): Aceleracion | null {
  if (!CON_ACELERACION.has(habla)) return null
  for (const { a } of sampleBetween(createCaida(CAE_S, g, azar), 0, 2 * CAE_S, DESPERTADOR, azar))
    if (Math.hypot(...a) >= DESPIERTA_G) return a
  return null
}

/**
 * What the tag says now. A moving one shakes.
 * @param golpe what has just woken it; null: nothing
 * @param grados air around it, degrees Celsius
 */
export function measure(
  s: Sensor,
  enMovimiento: boolean,
  golpe: Aceleracion | null,
  grados: number,
  azar: Azar,
): Muestra {
  const g = enMovimiento ? azar.between(0.15, 0.45) : RUIDO_G
  const ultima = golpe ?? shake(s.postura, g, azar)
  return {
    mac: s.mac,
    bateria: s.bateria,
    temperatura: grados + azar.between(-0.4, 0.4),
    humedad: 52 + azar.between(-1, 1),
    aceleraciones: [shake(s.postura, g, azar), shake(s.postura, g, azar), ultima],
    enMovimiento,
    contador: s.contador,
    secuencia: s.secuencia++,
    golpe: golpe !== null,
  }
}

/** Degrees Celsius in the yard by the hour (UTC), as in the history. */
export function gradosDe(ahora: number): number {
  const hora = new Date(ahora).getUTCHours() + new Date(ahora).getUTCMinutes() / 60
  return 14 + 6 * Math.sin(((hora - 8) / 24) * 2 * Math.PI)
}
