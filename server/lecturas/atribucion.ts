import type { Ajustes } from './ajustes'

export type Oido = {
  /** When it reached us, Unix ms. Windows are measured by this: gateways' clocks differ. */
  t: number
  /** When the reader says it was heard, Unix ms. */
  tiempo: number
  rssi: number
}

/** What is remembered of who hears a tag. */
export type Oidos = {
  lector: number | null
  /** Last samples by reader. */
  muestras: Map<number, Oido[]>
  /** Another reader that is better, and since when. */
  rival: { lector: number; desde: number } | null
}

/** A hearing without signal strength counts, and never beats one that tells it. */
export const SIN_RSSI = -127
const MAX_MUESTRAS = 32
const MAX_LECTORES = 24

function mediana(valores: number[]): number {
  const v = valores.sort((a, b) => a - b)
  const m = v.length >> 1
  return v.length % 2 ? (v[m] as number) : ((v[m - 1] as number) + (v[m] as number)) / 2
}

/** Median over the window, or the last sample where the window is empty. */
function fuerza(muestras: Oido[], t: number, ventana: number): number {
  const dentro = muestras.filter((m) => t - m.t <= ventana).map((m) => m.rssi)
  return dentro.length ? mediana(dentro) : (muestras.at(-1)?.rssi ?? SIN_RSSI)
}

function best(o: Oidos, t: number, a: Ajustes): { lector: number; rssi: number } | null {
  let mejor: { lector: number; rssi: number } | null = null
  for (const [lector, muestras] of o.muestras) {
    if (lector === o.lector) continue
    if (t - (muestras.at(-1)?.t ?? 0) > a.segundosMediana * 1000) continue
    const rssi = fuerza(muestras, t, a.segundosMediana * 1000)
    if (!mejor || rssi > mejor.rssi) mejor = { lector, rssi }
  }
  return mejor
}

/**
 * Tell that `lector` heard the tag and get whose the tag is now. The first hearing counts at once; later another
 * reader must be `dbMejor` better for `segundosMejor`, or the present one silent about the tag for `segundosFuera`.
 */
export function hear(o: Oidos, lector: number, oido: Oido, a: Ajustes): number {
  const { t } = oido
  const propias = o.muestras.get(lector) ?? []
  propias.push(oido)
  while (propias.length > MAX_MUESTRAS || t - (propias[0]?.t ?? t) > a.segundosFuera * 1000) propias.shift()
  o.muestras.delete(lector)
  o.muestras.set(lector, propias)
  if (o.muestras.size > MAX_LECTORES) o.muestras.delete(o.muestras.keys().next().value as number)

  if (o.lector === null || o.lector === lector) {
    o.lector = lector
    if (o.muestras.size === 1) return lector
  }
  const actuales = o.muestras.get(o.lector)
  const mejor = best(o, t, a)
  if (!actuales?.length || t - (actuales.at(-1)?.t ?? 0) > a.segundosFuera * 1000) {
    o.lector = mejor?.lector ?? lector
    o.rival = null
  } else if (mejor && mejor.rssi >= fuerza(actuales, t, a.segundosMediana * 1000) + a.dbMejor) {
    if (o.rival?.lector !== mejor.lector) o.rival = { lector: mejor.lector, desde: t }
    if (t - o.rival.desde >= a.segundosMejor * 1000) {
      o.lector = mejor.lector
      o.rival = null
    }
  } else o.rival = null
  return o.lector
}
