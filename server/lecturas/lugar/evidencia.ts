import { PARAMETROS as P } from './parametros'
import type { Tabla } from './tabla'
import type { Ventana } from './ventana'

let a = new Float64Array(64)
let b = new Float64Array(64)
let c = new Float64Array(64)
let d = new Float64Array(64)

/**
 * Ln of how likely the window is in each state, into `salida`: the mean level and the silences of every reader, with the tag's own
 * offset integrated out. Means have the state's variance and that of an advert over their number, so that more adverts of one rest do not make
 * surer than the spot allows.
 */
export function weigh(t: Tabla, v: Ventana, salida: Float64Array): void {
  const E = t.estados
  if (a.length < E)
    [a, b, c, d] = [0, 0, 0, 0].map(() => new Float64Array(E * 2)) as [never, never, never, never]
  a.fill(0, 0, E)
  b.fill(0, 0, E)
  c.fill(0, 0, E)
  d.fill(1, 0, E)
  const share = (m: number) => m / (1 + (m - 1) * P.correlacion)
  const todos = share(Math.max(1, v.anuncios))
  for (let e = 0; e < E; e++) salida[e] = (t.silencio[e] as number) * todos
  for (const r of v.mudos) {
    const menos = (v.pudo[r] as number) > 0 ? share(v.pudo[r] as number) - todos : -todos
    const base = r * E
    for (let e = 0; e < E; e++) salida[e] = (salida[e] as number) + menos * (t.calla[base + e] as number)
  }
  for (const r of v.lectores) {
    if (r >= t.lectores) continue
    const base = r * E
    const pudo = v.mudos.includes(r) ? (v.pudo[r] as number) : v.anuncios
    const veces = share(Math.max(1, pudo)) * Math.min(1, (v.veces[r] as number) / Math.max(1, pudo))
    const n = v.niveles[r] as number
    if (n === 0) {
      for (let e = 0; e < E; e++) salida[e] = (salida[e] as number) + veces * (t.gana[base + e] as number)
      continue
    }
    const x = (v.suma[r] as number) / n
    const ruido = P.varAnuncio / n
    for (let e = 0; e < E; e++) {
      const i = base + e
      const varianza = (t.varianza[i] as number) + ruido
      const w = 1 / varianza
      const dif = x - (t.media[i] as number)
      a[e] = (a[e] as number) + w
      b[e] = (b[e] as number) + w * dif
      c[e] = (c[e] as number) + w * dif * dif
      d[e] = (d[e] as number) * varianza * 0.03
      salida[e] = (salida[e] as number) + veces * (t.gana[i] as number)
    }
  }
  for (let e = 0; e < E; e++) {
    const A = a[e] as number
    const B = b[e] as number
    const cuadrado = (c[e] as number) - (B * B) / (A + 1 / P.varTag)
    salida[e] = (salida[e] as number) - 0.5 * (cuadrado + Math.log((d[e] as number) * (1 + P.varTag * A)))
  }
}

let porEstado = new Float64Array(64)
let porLugar = new Float64Array(64)

/**
 * Ln of how likely the window is at each place of the table: over its states, soft maximum. The array is used again by the
 * next call.
 */
export function weighLugares(t: Tabla, v: Ventana): Float64Array {
  if (porEstado.length < t.estados) {
    porEstado = new Float64Array(t.estados * 2)
    porLugar = new Float64Array(t.estados * 2)
  }
  weigh(t, v, porEstado)
  const L = t.lugares.length
  porLugar.fill(Number.NEGATIVE_INFINITY, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarDe[e] as number
    if (z >= 0 && (porEstado[e] as number) > (porLugar[z] as number)) porLugar[z] = porEstado[e] as number
  }
  if (t.estados === L) return addPropios(t, v, porLugar)
  const suma = a.fill(0, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarDe[e] as number
    if (z < 0) continue
    suma[z] =
      (suma[z] as number) +
      (t.reparto[e] as number) * Math.exp(P.suave * ((porEstado[e] as number) - (porLugar[z] as number)))
  }
  for (let z = 0; z < L; z++) porLugar[z] = (porLugar[z] as number) + Math.log(suma[z] as number) / P.suave
  return addPropios(t, v, porLugar)
}

let oidos = new Float64Array(64)

/** What the own readers of each place say by themselves: the louder the best of them hears the tag, the likelier it is there. */
function addPropios(t: Tabla, v: Ventana, ln: Float64Array): Float64Array {
  if (oidos.length < t.lectores) oidos = new Float64Array(t.lectores * 2)
  oidos.fill(P.sinOir, 0, t.lectores)
  for (const r of v.lectores)
    if (v.niveles[r] && r < t.lectores)
      oidos[r] = Math.max(P.sinOir, (v.suma[r] as number) / (v.niveles[r] as number))
  let max = P.sinOir
  for (let r = 0; r < t.lectores; r++) max = Math.max(max, oidos[r] as number)
  for (const r of v.mudos) if (!v.veces[r]) oidos[r] = max
  const suelo = Math.max(P.sinOir, max - P.sinOirDb)
  for (let z = 0; z < t.lugares.length; z++) {
    const suyos = t.lectoresDe[z] as number[]
    let mejor = suyos.length ? suelo : max + P.sinLectorDb
    for (const r of suyos) mejor = Math.max(mejor, oidos[r] as number)
    ln[z] = (ln[z] as number) + P.porDb * mejor
  }
  return ln
}
