import type { Aceleracion, Muestra } from './anuncios/muestra'
import { type Azar, createAzar } from './azar'

const RUIDO_G = 0.012
/** The count grows with about every third advert that a moving tag sends. */
const CUENTA_POR_ANUNCIO = 0.35

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

/** A blow in some direction, `g` strong. */
function blow(g: number, azar: Azar): Aceleracion {
  const angulo = azar.between(0, 2 * Math.PI)
  const z = azar.between(-0.8, 0.8)
  const plano = Math.sqrt(1 - z * z)
  return [g * plano * Math.cos(angulo), g * plano * Math.sin(angulo), g * z]
}

/**
 * What the tag says now. A moving one shakes and counts.
 * @param golpe strength of the blow that it has just had, in g; 0: none
 * @param grados air around it, degrees Celsius
 */
export function measure(
  s: Sensor,
  enMovimiento: boolean,
  golpe: number,
  grados: number,
  azar: Azar,
): Muestra {
  if (enMovimiento && azar.chance(CUENTA_POR_ANUNCIO)) s.contador++
  const g = enMovimiento ? azar.between(0.15, 0.45) : RUIDO_G
  const ultima = golpe ? blow(golpe, azar) : shake(s.postura, g, azar)
  return {
    mac: s.mac,
    bateria: s.bateria,
    temperatura: grados + azar.between(-0.4, 0.4),
    humedad: 52 + azar.between(-1, 1),
    aceleraciones: [shake(s.postura, g, azar), shake(s.postura, g, azar), ultima],
    enMovimiento,
    contador: s.contador,
    secuencia: s.secuencia++,
    golpe: golpe > 0,
  }
}

/** Degrees Celsius in the yard by the hour (UTC), as in the history. */
export function gradosDe(ahora: number): number {
  const hora = new Date(ahora).getUTCHours() + new Date(ahora).getUTCMinutes() / 60
  return 14 + 6 * Math.sin(((hora - 8) / 24) * 2 * Math.PI)
}
