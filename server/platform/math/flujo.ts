import { type Historia, HORIZONTE, KINDS } from './historia'

const ENCOGE = 4
/** Limits of the ratio of what is on its way to what is usual at that hour. */
const [POCO, MUCHO] = [0.25, 3]

/** Means by hour of the week before `fin`, shrunk towards those of the same hour of alike days. */
function meansOf(h: Historia, values: Float64Array, fin: number, pairs: Uint8Array): Float64Array {
  const n = new Float64Array(KINDS)
  const suma = new Float64Array(KINDS)
  for (let i = 0; i < fin; i++) {
    const c = h.clase[i] as number
    n[c] = (n[c] as number) + 1
    suma[c] = (suma[c] as number) + (values[i] as number)
  }
  return suma.map((s, c) => {
    let [all, cuantas] = [0, 0]
    for (let d = 0; d < 7; d++)
      if (pairs[Math.floor(c / 24) * 7 + d]) {
        all += suma[d * 24 + (c % 24)] as number
        cuantas += n[d * 24 + (c % 24)] as number
      }
    return (s + (ENCOGE * all) / Math.max(1, cuantas)) / ((n[c] as number) + ENCOGE)
  })
}

/**
 * Pull and flow, hour by hour. Arrivals: what is usual at that hour of the week, scaled by how much more or less than usual waits before
 * this stage or is on its way; this scaling fades over 8 hours. Departures: what is usually pulled out at that hour, limited by the stock.
 * @returns a function that fills in the 24 hours after an hour
 */
export function fitFlujo(h: Historia, fin: number, pairs: Uint8Array) {
  const llegan = meansOf(h, h.llegadas, fin, pairs)
  const salen = meansOf(h, h.salidas, fin, pairs)
  const before = h.antes?.stock ?? null
  const esperan = before ? meansOf(h, before, fin, pairs) : null
  return (i: number, salida: Float64Array, desde: number): void => {
    const usual = esperan?.[h.clase[i] as number] ?? 0
    const razon = before && usual > 0.5 ? Math.min(MUCHO, Math.max(POCO, (before[i] as number) / usual)) : 1
    let hay = h.stock[i] as number
    for (let k = 0; k < HORIZONTE; k++) {
      const c = h.clase[i + k + 1] as number
      const queda = 0.5 ** (k / ALCANCE)
      hay += (llegan[c] as number) * (1 + (razon - 1) * queda)
      hay -= Math.min(hay, salen[c] as number)
      salida[desde + k] = hay
    }
  }
}

/** Half-life of the effect of what is on its way, in hours. */
const ALCANCE = 8
