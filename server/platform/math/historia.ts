/** Hours that a forecast reaches ahead; only full hours at which the plant is open count. */
export const HORIZONTE = 24
/** Hours of the week: 0 is Monday, 0:00. */
export const KINDS = 168

/** One series (a stage and a family or group of families) at each full open hour. All arrays but `clase` have the same length. */
export type Historia = {
  /** Containers in the stage. */
  stock: Float64Array
  /** Containers that came and left since the hour before. */
  llegadas: Float64Array
  salidas: Float64Array
  /** Hour of the week by the plant's clock, 0..167: of each hour, and of the hours that a forecast reaches beyond the last one. */
  clase: Uint8Array
  /** Number of containers that exist: an upper limit of the stock. */
  pool: number
  /** The previous stages, weighted by the share of their departures that comes here: their stock and departures. Null: none. */
  antes: { stock: Float64Array; salidas: Float64Array } | null
}

const ACTIVO = 0.6

/**
 * Which days of the week are alike: 1 where both have a similar number of moves an hour; 7 x 7 by rows.
 * @param fin number of known hours
 * @param conSiguiente true: the open days that follow them must be alike too
 */
export function alikeDays(h: Historia, fin: number, conSiguiente: boolean): Uint8Array {
  const movidas = new Float64Array(7)
  const horas = new Float64Array(7)
  for (let i = 0; i < fin; i++) {
    const d = Math.floor((h.clase[i] as number) / 24)
    movidas[d] = (movidas[d] as number) + (h.llegadas[i] as number) + (h.salidas[i] as number)
    horas[d] = (horas[d] as number) + 1
  }
  const rate = movidas.map((m, d) => m / Math.max(1, horas[d] as number))
  const isSimilar = (a: number, b: number) => {
    const [ra, rb] = [rate[a] as number, rate[b] as number]
    return Math.min(ra, rb) >= ACTIVO * Math.max(ra, rb)
  }
  const next = (d: number) => {
    for (let k = 1; k < 7; k++) if ((horas[(d + k) % 7] as number) > 0) return (d + k) % 7
    return d
  }
  const pairs = new Uint8Array(49)
  for (let a = 0; a < 7; a++)
    for (let b = 0; b < 7; b++)
      pairs[a * 7 + b] = Number(
        a === b || (isSimilar(a, b) && (!conSiguiente || isSimilar(next(a), next(b)))),
      )
  return pairs
}

/** Sum of the last `k` values up to i, from the running total `acumulado`. */
function lastOf(acumulado: Float64Array, i: number, k: number): number {
  return (acumulado[i + 1] as number) - (acumulado[Math.max(0, i + 1 - k)] as number)
}

function accumulate(a: Float64Array): Float64Array {
  const suma = new Float64Array(a.length + 1)
  for (let i = 0; i < a.length; i++) suma[i + 1] = (suma[i] as number) + (a[i] as number)
  return suma
}

/**
 * Features of each hour that may predict the stock, one array per feature: the stock, its changes over 3 and 24 hours, departures in 24
 * hours; of the previous stages their stock, their departures in 3 and 8 hours, and what left them in 24 hours and has not arrived yet.
 * Each looks back only.
 */
export function featuresOf(h: Historia): Float64Array[] {
  const { stock } = h
  const salidas = accumulate(h.salidas)
  const change = (k: number) => stock.map((v, i) => v - (stock[Math.max(0, i - k)] as number))
  const features = [stock, change(3), change(24), stock.map((_, i) => lastOf(salidas, i, 24))]
  if (!h.antes) return features
  const vienen = accumulate(h.antes.salidas)
  const llegadas = accumulate(h.llegadas)
  return [
    ...features,
    h.antes.stock,
    stock.map((_, i) => lastOf(vienen, i, 3)),
    stock.map((_, i) => lastOf(vienen, i, 8)),
    stock.map((_, i) => lastOf(vienen, i, 24) - lastOf(llegadas, i, 24)),
  ]
}
