/** Visits by column: the series (stage and group) of each, and its start and end in Unix ms; `hasta` Infinity: not ended. */
export type Visitas = { serie: ArrayLike<number>; desde: ArrayLike<number>; hasta: ArrayLike<number> }

/** One series at each hour: containers in the stage, and how many came and left since the hour before. */
export type Serie = { stock: Float64Array; llegadas: Float64Array; salidas: Float64Array }

const HOUR_MS = 3_600_000

/**
 * Full hours of the plant's clock at which it is open, Unix ms.
 * @param abierto open intervals, sorted and disjoint, Unix ms; an hour that begins as an interval ends does not count
 * @param desfase offset of the plant's clock to UTC at an instant, ms
 */
export function hoursOf(
  abierto: readonly (readonly [number, number])[],
  desde: number,
  hasta: number,
  desfase: (t: number) => number,
): Float64Array {
  const horas: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const [a, b] of abierto) {
    const inicio = Math.max(a, desde, last + 1)
    const resto = desfase(inicio) % HOUR_MS
    let t = Math.ceil((inicio + resto) / HOUR_MS) * HOUR_MS - resto
    for (; t < b && t <= hasta; t += HOUR_MS) horas.push(t)
    last = horas.at(-1) ?? last
  }
  return Float64Array.from(horas)
}

/** Hour of the week by the plant's clock, 0 (Monday, 0:00) to 167. */
export function kindOf(t: number, desfase: number): number {
  const horas = Math.floor((t + desfase) / HOUR_MS)
  // 1 January 1970 was a Thursday.
  return (((horas + 72) % 168) + 168) % 168
}

/** Index of the first element of `horas` that is not before `t`. */
function firstFrom(horas: Float64Array, t: number): number {
  let [bajo, height] = [0, horas.length]
  while (bajo < height) {
    const medio = (bajo + height) >> 1
    if ((horas[medio] as number) < t) bajo = medio + 1
    else height = medio
  }
  return bajo
}

/**
 * Stock of each series at each hour t, in one sweep: visits with desde <= t < hasta. Only what was known at t counts: a visit that was
 * still going on at t counts whenever it ends. Visits may come in any order; a visit that ends before or as it begins is ignored.
 */
export function buildSeries(visitas: Visitas, series: number, horas: Float64Array): Serie[] {
  const n = horas.length
  const salida = Array.from({ length: series }, () => ({
    stock: new Float64Array(n),
    llegadas: new Float64Array(n),
    salidas: new Float64Array(n),
  }))
  for (let i = 0; i < visitas.serie.length; i++) {
    const s = salida[visitas.serie[i] as number]
    const desde = visitas.desde[i] as number
    const hasta = visitas.hasta[i] as number
    if (!s || !(desde < hasta)) continue
    const llega = firstFrom(horas, desde)
    const sale = firstFrom(horas, hasta)
    if (llega < n) s.llegadas[llega] = (s.llegadas[llega] as number) + 1
    if (sale < n) s.salidas[sale] = (s.salidas[sale] as number) + 1
  }
  for (const { stock, llegadas, salidas } of salida) {
    let hay = 0
    for (let h = 0; h < n; h++) {
      hay += (llegadas[h] as number) - (salidas[h] as number)
      stock[h] = hay
    }
  }
  return salida
}
