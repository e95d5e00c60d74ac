import { alikeDays, CLASES, type Historia, HORIZONTE } from './historia'
import { solve } from './lineal'

/** Hours by which the weight of what was seen halves. */
const VIDA = 1500
/** How many hours of alike days an hour of the week counts like. */
const ENCOGE = 4
const RIDGE = 0.02

/** Expected paths of the stock: `camino` fills in the 24 hours after hour `i`, at `desde` of `a`. `sd`: how much the stock differs within an hour class. */
export type Esperado = {
  pares: Uint8Array
  sd: number
  camino(i: number, a: Float64Array, desde: number): void
}

export const ageWeight = (edad: number): number => 0.5 ** (edad / VIDA)

/**
 * Means of each of `m` values by hour of the week, drawn towards those of the same hour of alike days.
 * @param valores n rows of m
 */
function meansOf(
  h: Historia,
  valores: Float64Array,
  m: number,
  n: number,
  w: Float64Array,
  pares: Uint8Array,
) {
  const peso = new Float64Array(CLASES)
  const suma = new Float64Array(CLASES * m)
  for (let i = 0; i < n; i++) {
    const c = h.clase[i] as number
    peso[c] = (peso[c] as number) + (w[i] as number)
    for (let j = 0; j < m; j++)
      suma[c * m + j] = (suma[c * m + j] as number) + (w[i] as number) * (valores[i * m + j] as number)
  }
  const medias = new Float64Array(CLASES * m)
  for (let c = 0; c < CLASES; c++) {
    const iguales: number[] = []
    for (let d = 0; d < 7; d++) if (pares[Math.floor(c / 24) * 7 + d]) iguales.push(d * 24 + (c % 24))
    const total = iguales.reduce((s, e) => s + (peso[e] as number), 0)
    for (let j = 0; j < m; j++) {
      const todas = iguales.reduce((s, e) => s + (suma[e * m + j] as number), 0)
      const dia = total > 0 ? todas / total : 0
      medias[c * m + j] = ((suma[c * m + j] as number) + ENCOGE * dia) / ((peso[c] as number) + ENCOGE)
    }
  }
  return medias
}

/**
 * What the stock is expected to be 1 to 24 open hours later: the mean change of the hour of the week, and by ridge regression what the features
 * of the hour differ from their own means. Recent hours weigh more. Only hours before `fin` are looked at.
 * @param rasgos see `rasgosOf`
 */
export function fitEsperado(h: Historia, rasgos: readonly Float64Array[], fin: number): Esperado {
  const nr = rasgos.length
  const m = nr + HORIZONTE
  const n = Math.max(0, fin - HORIZONTE)
  const valores = new Float64Array(n * m)
  const w = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    w[i] = ageWeight(fin - i)
    const fila = i * m
    for (let j = 0; j < nr; j++) valores[fila + j] = (rasgos[j] as Float64Array)[i] as number
    const ahora = h.stock[i] as number
    for (let k = 0; k < HORIZONTE; k++) valores[fila + nr + k] = (h.stock[i + k + 1] as number) - ahora
  }
  const pares = alikeDays(h, fin, false)
  const medias = meansOf(h, valores, m, n, w, pares)
  const a = new Float64Array(nr * nr)
  const cruces = new Float64Array(nr * HORIZONTE)
  const z = new Float64Array(m)
  let peso = 0
  for (let i = HORIZONTE; i < n; i++) {
    const c = (h.clase[i] as number) * m
    const wi = w[i] as number
    peso += wi
    for (let j = 0; j < m; j++) z[j] = (valores[i * m + j] as number) - (medias[c + j] as number)
    for (let j = 0; j < nr; j++) {
      const x = wi * (z[j] as number)
      for (let k = 0; k <= j; k++) a[j * nr + k] = (a[j * nr + k] as number) + x * (z[k] as number)
      const fila = j * HORIZONTE
      for (let k = 0; k < HORIZONTE; k++)
        cruces[fila + k] = (cruces[fila + k] as number) + x * (z[nr + k] as number)
    }
  }
  const sd = Math.max(0.5, Math.sqrt((a[0] as number) / Math.max(peso, 1)))
  for (let j = 0; j < nr; j++)
    a[j * nr + j] = (a[j * nr + j] as number) * (1 + RIDGE) + RIDGE * 0.05 * peso + 1e-6
  const b = Float64Array.from(
    { length: HORIZONTE * nr },
    (_, x) => cruces[(x % nr) * HORIZONTE + Math.floor(x / nr)] as number,
  )
  solve(a, b, nr, HORIZONTE)
  return {
    pares,
    sd,
    camino(i, salida, desde) {
      const c = (h.clase[i] as number) * m
      const ahora = h.stock[i] as number
      for (let j = 0; j < nr; j++)
        z[j] = ((rasgos[j] as Float64Array)[i] as number) - (medias[c + j] as number)
      for (let k = 0; k < HORIZONTE; k++) {
        const fila = k * nr
        let v = ahora + (medias[c + nr + k] as number)
        for (let j = 0; j < nr; j++) v += (b[fila + j] as number) * (z[j] as number)
        salida[desde + k] = v
      }
    },
  }
}
