/** Hours that a forecast reaches ahead: full hours at which the plant is open. */
export const HORIZONTE = 24
/** Hours of the week: 0 is Monday, midnight. */
export const KINDS = 168

/** Of one series (a stage and a family or group of them), at each full hour at which the plant is open. All of one length but `clase`. */
export type Historia = {
  /** Containers there. */
  stock: Float64Array
  /** Those that came and left since the hour before. */
  llegadas: Float64Array
  salidas: Float64Array
  /** Hour of the week of the plant's clock, 0..167, of each hour and of those that a forecast reaches beyond the last. */
  clase: Uint8Array
  /** Containers that there are, so never more than these. */
  pool: number
  /** The stages that its containers come from, each with the share of what leaves it that comes here: their stock, and what left them. Null: none. */
  antes: { stock: Float64Array; salidas: Float64Array } | null
}

const ACTIVO = 0.6

/**
 * Which days of the week are alike: 1 where they see a similar number of moves an hour; 7 x 7 by rows.
 * @param fin hours that are known
 * @param conSiguiente the open days that follow them must be alike too
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

/** Sum of the last `k` of `acumulado` up to i. */
function lastOf(acumulado: Float64Array, i: number, k: number): number {
  return (acumulado[i + 1] as number) - (acumulado[Math.max(0, i + 1 - k)] as number)
}

function accumulate(a: Float64Array): Float64Array {
  const suma = new Float64Array(a.length + 1)
  for (let i = 0; i < a.length; i++) suma[i + 1] = (suma[i] as number) + (a[i] as number)
  return suma
}

/**
 * What of each hour may tell how the stock goes on, one array a feature: the stock, its changes of 3 and 24 hours, what left in 24 hours, and
 * of the stages before it their stock, what left them in 3 and 8 hours, and what of 24 hours has not come yet. Each looks back only.
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
