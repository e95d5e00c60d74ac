import {
  afterCelda,
  anunciosDe,
  CABECERA,
  type Celdas,
  ENTRADA,
  lectorDe,
  nivelesDe,
  sumaDe,
  vecesDe,
} from './celdas'
import { knownUntil, type Lectores } from './lectores'

/** What all readers heard of a tag in some of its cells; one is enough for a process, since nothing waits in between. */
export type Ventana = {
  /** Readers that heard it: how many adverts, levels among them, and their sum in dBm. */
  lectores: number[]
  veces: Float64Array
  niveles: Float64Array
  suma: Float64Array
  /** Adverts of the window, and for each reader those it could have told of. */
  anuncios: number
  pudo: Float64Array
  /** Readers that could not tell of all adverts. */
  mudos: number[]
  celdas: number
  desde: number
  hasta: number
}

export const createVentana = (): Ventana => ({
  lectores: [],
  veces: new Float64Array(64),
  niveles: new Float64Array(64),
  suma: new Float64Array(64),
  anuncios: 0,
  pudo: new Float64Array(64),
  mudos: [],
  celdas: 0,
  desde: 0,
  hasta: 0,
})

function grow(v: Ventana, n: number): void {
  if (v.veces.length >= n) return
  for (const k of ['veces', 'niveles', 'suma', 'pudo'] as const) v[k] = new Float64Array(n * 2)
}

export function clear(v: Ventana, lectores: number): void {
  grow(v, lectores)
  for (const r of v.lectores) v.veces[r] = v.niveles[r] = v.suma[r] = 0
  v.lectores.length = 0
  v.mudos.length = 0
  v.anuncios = v.celdas = 0
}

/** Add the cell at `i`. */
export function addCelda(v: Ventana, c: Celdas, i: number): void {
  const p = c.palabras
  const fin = afterCelda(p, i)
  if (!v.celdas) v.hasta = p[i] as number
  v.desde = p[i] as number
  v.celdas++
  v.anuncios += anunciosDe(p[i + 1] as number)
  for (let j = i + CABECERA; j < fin; j += ENTRADA) {
    const e = p[j] as number
    const r = lectorDe(e)
    if (!v.veces[r]) v.lectores.push(r)
    v.veces[r] = (v.veces[r] as number) + vecesDe(e)
    v.niveles[r] = (v.niveles[r] as number) + nivelesDe(e)
    v.suma[r] = (v.suma[r] as number) + sumaDe(p[j + 1] as number)
  }
}

/** Find the readers that had not told of all adverts of the cells at `sitios` (newest first). */
export function findMudos(v: Ventana, c: Celdas, sitios: readonly number[], l: Lectores): void {
  for (let r = 0; r < l.ids.length; r++) {
    const hasta = knownUntil(l, r)
    if (hasta >= v.hasta) continue
    let pudo = v.anuncios
    for (let k = 0; k < v.celdas; k++) {
      const i = sitios[k] as number
      if ((c.palabras[i] as number) <= hasta) break
      pudo -= anunciosDe(c.palabras[i + 1] as number)
    }
    v.mudos.push(r)
    v.pudo[r] = Math.max(pudo, v.veces[r] as number)
  }
}

/** All cells, as one window. */
export function addAll(v: Ventana, c: Celdas, l: Lectores): void {
  const sitios: number[] = []
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) sitios.unshift(i)
  clear(v, l.ids.length)
  for (const i of sitios) addCelda(v, c, i)
  findMudos(v, c, sitios, l)
}
