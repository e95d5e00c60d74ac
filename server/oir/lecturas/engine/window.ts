import {
  afterTimeBin,
  anunciosOf,
  ENTRADA,
  HEADER,
  lectorOf,
  levelsOf,
  MAX_LECTORES,
  sumaOf,
  type TimeBins,
  vecesOf,
} from './time-bins'

/** What all readers heard of a tag in some of its cells. One is enough for a process, since the engine never awaits. */
export type Window = {
  /** Readers that heard the tag: the first `hearers` numbers of the array. */
  lectores: Int32Array
  hearers: number
  /** By reader: adverts that it heard. */
  veces: Float64Array
  /** By reader: adverts that it heard with a level. */
  niveles: Float64Array
  /** By reader: sum of these levels, dBm. */
  suma: Float64Array
  /** Adverts of the window. */
  anuncios: number
  /** By reader of `mudos`: adverts that it could have reported. */
  pudo: Float64Array
  /** Readers that could not report all adverts: the first `callados` numbers of the array. */
  mudos: Int32Array
  callados: number
  /** By reader: 1 if it is one of `mudos`. */
  esMudo: Uint8Array
  /** Whether `mudos` was filled in. */
  conMudos: boolean
  celdas: number
  desde: number
  hasta: number
}

/** An empty window, with room for all readers of a company. */
export const createWindow = (): Window => ({
  lectores: new Int32Array(MAX_LECTORES),
  hearers: 0,
  veces: new Float64Array(MAX_LECTORES),
  niveles: new Float64Array(MAX_LECTORES),
  suma: new Float64Array(MAX_LECTORES),
  anuncios: 0,
  pudo: new Float64Array(MAX_LECTORES),
  mudos: new Int32Array(MAX_LECTORES),
  callados: 0,
  esMudo: new Uint8Array(MAX_LECTORES),
  conMudos: false,
  celdas: 0,
  desde: 0,
  hasta: 0,
})

export function clear(v: Window): void {
  for (let k = 0; k < v.hearers; k++) {
    const r = v.lectores[k] as number
    v.veces[r] = v.niveles[r] = v.suma[r] = 0
  }
  for (let k = 0; k < v.callados; k++) v.esMudo[v.mudos[k] as number] = 0
  v.hearers = v.callados = 0
  v.anuncios = v.celdas = 0
  v.conMudos = false
}

/** Add the cell at `i`. */
export function addTimeBin(v: Window, c: TimeBins, i: number): void {
  const p = c.palabras
  const fin = afterTimeBin(p, i)
  const { lectores, veces, niveles, suma } = v
  let { hearers } = v
  if (!v.celdas) v.hasta = p[i] as number
  v.desde = p[i] as number
  v.celdas++
  v.anuncios += anunciosOf(p[i + 1] as number)
  for (let j = i + HEADER; j < fin; j += ENTRADA) {
    const e = p[j] as number
    const r = lectorOf(e)
    const before = veces[r] as number
    if (before === 0) lectores[hearers++] = r
    veces[r] = before + vecesOf(e)
    niveles[r] = (niveles[r] as number) + levelsOf(e)
    suma[r] = (suma[r] as number) + sumaOf(p[j + 1] as number)
  }
  v.hearers = hearers
}

/** Note that reader `r` could report only `pudo` adverts. */
export function addMudo(v: Window, r: number, pudo: number): void {
  v.mudos[v.callados++] = r
  v.esMudo[r] = 1
  v.pudo[r] = pudo
}

/** Adverts that reader `r` could report. */
export const pudoOf = (v: Window, r: number): number => (v.esMudo[r] ? (v.pudo[r] as number) : v.anuncios)
