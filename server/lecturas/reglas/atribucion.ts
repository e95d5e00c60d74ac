import type { Ajustes } from '#contract/valores/ajustes'

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
  /** By reader: its samples within the median's window, or its last one. */
  muestras: Map<number, Oido[]>
  /** Other readers that are better, and since when. */
  rivales: Map<number, number> | null
}

/** A hearing without signal strength counts, and never beats one that tells it. */
export const SIN_RSSI = -127
const MAX_MUESTRAS = 32
const MAX_LECTORES = 24

/** Where a median is taken: at most MAX_MUESTRAS values, and never two medians at once. */
const orden = new Float64Array(MAX_MUESTRAS)

/** Median over the window, or the last sample where the window is empty. */
function fuerza(muestras: Oido[], t: number, ventana: number): number {
  let n = 0
  for (const m of muestras) {
    if (t - m.t > ventana) continue
    let i = n++
    for (; i > 0 && (orden[i - 1] as number) > m.rssi; i--) orden[i] = orden[i - 1] as number
    orden[i] = m.rssi
  }
  if (!n) return muestras.at(-1)?.rssi ?? SIN_RSSI
  const m = n >> 1
  return n % 2 ? (orden[m] as number) : ((orden[m - 1] as number) + (orden[m] as number)) / 2
}

const hears = (muestras: Oido[], t: number, ventana: number) => t - (muestras.at(-1)?.t ?? 0) <= ventana

/** The one of the other readers that hears the tag best now. */
function best(o: Oidos, t: number, ventana: number): number | null {
  let mejor: number | null = null
  let maxima = -Infinity
  for (const [lector, muestras] of o.muestras) {
    if (lector === o.lector || !hears(muestras, t, ventana)) continue
    const rssi = fuerza(muestras, t, ventana)
    if (rssi > maxima) [mejor, maxima] = [lector, rssi]
  }
  return mejor
}

/** Each rival reader keeps its own start time, since two readers may be the best one alternately. */
function beat(o: Oidos, t: number, actuales: Oido[], a: Ajustes): number | null {
  const ventana = a.segundosMediana * 1000
  const antes = o.rivales
  o.rivales = null
  let propia: number | null = null
  let mejor: number | null = null
  let maxima = -Infinity
  for (const [lector, muestras] of o.muestras) {
    if (lector === o.lector || !hears(muestras, t, ventana)) continue
    propia ??= fuerza(actuales, t, ventana)
    const rssi = fuerza(muestras, t, ventana)
    if (rssi < propia + a.dbMejor) continue
    const desde = antes?.get(lector) ?? t
    o.rivales ??= new Map()
    o.rivales.set(lector, desde)
    if (t - desde >= a.segundosMejor * 1000 && rssi > maxima) [mejor, maxima] = [lector, rssi]
  }
  return mejor
}

/** Silent for longest, of all but the one that has the tag. */
function leastRecent(o: Oidos): number | undefined {
  let menor = Infinity
  let res: number | undefined
  for (const [lector, muestras] of o.muestras) {
    const t = muestras.at(-1)?.t ?? 0
    if (lector !== o.lector && t < menor) [menor, res] = [t, lector]
  }
  return res
}

function keep(o: Oidos, lector: number, oido: Oido, ventana: number): void {
  const propias = o.muestras.get(lector)
  if (propias) {
    propias.push(oido)
    while (propias.length > MAX_MUESTRAS || oido.t - (propias[0]?.t ?? oido.t) > ventana) propias.shift()
    return
  }
  if (o.muestras.size >= MAX_LECTORES) o.muestras.delete(leastRecent(o) as number)
  o.muestras.set(lector, [oido])
}

/**
 * Note that `lector` heard the tag, and return the reader that the tag stands with now. The first hearing counts at once; later another
 * reader must be `dbMejor` better for `segundosMejor`, or the present one silent about the tag for `segundosFuera`.
 */
export function hear(o: Oidos, lector: number, oido: Oido, a: Ajustes): number {
  const { t } = oido
  keep(o, lector, oido, a.segundosMediana * 1000)
  o.lector ??= lector
  if (o.muestras.size === 1 && o.lector === lector) return lector
  const actuales = o.muestras.get(o.lector)
  if (!actuales?.length || t - (actuales.at(-1)?.t ?? 0) > a.segundosFuera * 1000) {
    o.lector = best(o, t, a.segundosMediana * 1000) ?? lector
    o.rivales = null
    return o.lector
  }
  const nuevo = beat(o, t, actuales, a)
  if (nuevo !== null) {
    o.lector = nuevo
    o.rivales = null
  }
  return o.lector
}
