import { CON_ACELERACION } from './anuncios/codificadores'
import type { Acceleration, Muestra } from './anuncios/muestra'
import { createCaida, sampleBetween } from './fisica/golpes'
import type { Etiqueta } from './plant/planta'
import { createRandom, type Random } from './random'

const NOISE_G = 0.012
/** Tags with acceleration wake up above 4 g, at a hundred samples per second, and advertise the sample that woke them. */
const DESPERTADOR = { hz: 100, rango: 16, paso: 0.004 } as const
const DESPIERTA_G = 4
const CAE_S = 1

/** The slowly changing state of a tag. */
export type Sensor = {
  mac: string
  bateria: number
  contador: number
  secuencia: number
  postura: Acceleration
}

/** Orientation of a tag on its container at a place: constant there, so that a restart looks like no movement. */
export function posturaOf(seed: number, place: number): Acceleration {
  const random = createRandom((seed ^ Math.imul(place + 1, 0x9e3779b1)) >>> 0)
  const x = random.between(-0.12, 0.12)
  const y = random.between(-0.12, 0.12)
  return [x, y, Math.sqrt(1 - x * x - y * y)]
}

function shake([x, y, z]: Acceleration, g: number, random: Random): Acceleration {
  return [x + random.between(-g, g), y + random.between(-g, g), z + random.between(-g, g)]
}

/** Tags that send faster while moving: all with an accelerometer, whether or not they report its values. */
export const aceleran = (habla: Etiqueta) => habla !== 'ibeacon'

/** The sample that wakes a tag which falls and lands with `g`; null: it samples too slowly, or has no accelerometer. */
export function wake(habla: Etiqueta, g: number, random: Random): Acceleration | null {
  if (!CON_ACELERACION.has(habla)) return null
  for (const { a } of sampleBetween(createCaida(CAE_S, g, random), 0, 2 * CAE_S, DESPERTADOR, random))
    if (Math.hypot(...a) >= DESPIERTA_G) return a
  return null
}

/**
 * The measurements of a tag now; a moving tag shakes.
 * @param golpe the sample that woke it; null: none
 * @param grados temperature of the air, degrees Celsius
 */
export function measure(
  s: Sensor,
  enMovimiento: boolean,
  golpe: Acceleration | null,
  grados: number,
  random: Random,
): Muestra {
  const g = enMovimiento ? random.between(0.15, 0.45) : NOISE_G
  const last = golpe ?? shake(s.postura, g, random)
  return {
    mac: s.mac,
    bateria: s.bateria,
    temperatura: grados + random.between(-0.4, 0.4),
    humedad: 52 + random.between(-1, 1),
    aceleraciones: [shake(s.postura, g, random), shake(s.postura, g, random), last],
    enMovimiento,
    contador: s.contador,
    secuencia: s.secuencia++,
    golpe: golpe !== null,
  }
}

/** Outdoor temperature in degrees Celsius by the hour (UTC), as in the history. */
export function gradosOf(now: number): number {
  const hour = new Date(now).getUTCHours() + new Date(now).getUTCMinutes() / 60
  return 14 + 6 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
}
