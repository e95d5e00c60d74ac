/**
 * Which reader heard a tag when: cells in order of time, flat in one array, so that a tag costs under 2 KB. A new cell covers one second.
 * As cells age they are joined into longer ones, each four times as long; the oldest are dropped if there is no room. All values are sums
 * of whole numbers, so that the same readings in another order give the same cells.
 *
 * A cell: `[first second heard; entries << 24 | width << 18 | reported << 17 | moving << 16 | adverts]`. It covers 4 to the power of the
 * width seconds, aligned to second 0. Then for each reader `[reader << 20 | hearings << 10 | levels, sum of −4·dBm over the levels]`.
 */
export type TimeBins = {
  palabras: Int32Array
  usado: number
  /** Index of the newest cell; -1: unknown, to be searched. */
  ultima: number
  /** Words at the front whose cells are as long as they become while there is room. */
  fijas: number
  /** Words at the front whose cells are as long as they ever become. */
  maximas: number
}

export const HEADER = 2
export const ENTRADA = 2
const MAX_WORDS = 352
const MAX_ENTRADAS = 30
const MAX_VECES = 1023
/** Bits of an entry below the reader's number: hearings, levels. */
const COUNTS = 0xfffff
/** One hearing. */
const ONE = 1 << 10
const MAX_ANUNCIOS = 0xffff
/** Reader numbers are below this: there are 12 bits for them. */
export const MAX_LECTORES = 4096
/** By width: age in seconds, counted from the newest cell, from which on cells are joined. */
const TRAMOS = [0, 2, 8, 32, 128] as const
/** Number of words above which cells may become longer than 16 s: until then the past keeps its detail. */
const HOLGADO = 240
/** Number of widths that cells have until then. */
const SIN_APRETAR = 3
/** A reading this many seconds older than the newest cell counts for nothing. */
export const SNAPSHOT_S = 3600
/** Levels are kept in parts of a dB; this many parts are 1 dB. */
const FINO = 4

/** Cells in these words, whose indexes are not known yet. */
export const timeBinsOf = (palabras: Int32Array, usado: number): TimeBins => ({
  palabras,
  usado,
  ultima: -1,
  fijas: 0,
  maximas: 0,
})

export const createTimeBins = (): TimeBins => timeBinsOf(new Int32Array(64), 0)

export const entradasOf = (meta: number) => meta >>> 24
export const widthOf = (meta: number) => (meta >>> 18) & 63
/** Width bits of a cell of this many seconds: 1, 4, 16, 64 or 256. */
export const widthTimeBin = (seconds: number) => Math.round(Math.log2(seconds) / 2) << 18
export const anunciosOf = (meta: number) => meta & MAX_ANUNCIOS
export const saidMovimiento = (meta: number) => (meta & (1 << 17)) !== 0
export const mueveOf = (meta: number) => (meta & (1 << 16)) !== 0
export const lectorOf = (word: number) => word >>> 20
export const vecesOf = (word: number) => (word >>> 10) & MAX_VECES
export const levelsOf = (word: number) => word & MAX_VECES
/** Sum of levels in dBm, from the second word of an entry. */
export const sumaOf = (word: number) => word / -FINO
/** Index of the cell after the one at `i`. */
export const afterTimeBin = (p: Int32Array, i: number) =>
  i + HEADER + ENTRADA * entradasOf(p[i + 1] as number)

/** First second after a cell of this width that contains second `s`. */
const endOf = (s: number, width: number) => ((s >> (2 * width)) + 1) << (2 * width)

/** First second after the cell at `i`. */
export const endOfTimeBin = (p: Int32Array, i: number) => endOf(p[i] as number, widthOf(p[i + 1] as number))

/** Array for the indexes of all cells. */
export const createIndexes = () => new Int32Array(MAX_WORDS)

/**
 * Write the indexes of the cells, newest first, into `indexes`.
 * @returns number of cells, and the sum of their adverts
 */
export function listTimeBins(c: TimeBins, indexes: Int32Array): { n: number; anuncios: number } {
  const p = c.palabras
  let n = 0
  let anuncios = 0
  for (let i = 0; i < c.usado; ) {
    const meta = p[i + 1] as number
    indexes[n++] = i
    anuncios += anunciosOf(meta)
    i += HEADER + ENTRADA * entradasOf(meta)
  }
  for (let a = 0, b = n - 1; a < b; a++, b--) {
    const otro = indexes[a] as number
    indexes[a] = indexes[b] as number
    indexes[b] = otro
  }
  return { n, anuncios }
}

/** Index of the newest cell; -1: there is none. */
function findLast(c: TimeBins): number {
  if (c.ultima < 0) for (let i = 0; i < c.usado; i = afterTimeBin(c.palabras, i)) c.ultima = i
  return c.ultima
}

/** Start of the newest cell, or null. */
export function newest(c: TimeBins): number | null {
  const last = findLast(c)
  return last < 0 ? null : (c.palabras[last] as number)
}

/** Whether the newest cell is of a tag that reports movement, and reported none. */
export function isQuieta(c: TimeBins): boolean {
  const last = findLast(c)
  const meta = last < 0 ? 0 : (c.palabras[last + 1] as number)
  return saidMovimiento(meta) && !mueveOf(meta)
}

function makeRoom(c: TimeBins, en: number, n: number): void {
  if (c.usado + n > c.palabras.length) {
    const mas = new Int32Array(Math.min(MAX_WORDS + 8, Math.max(c.usado + n, c.palabras.length * 2)))
    mas.set(c.palabras.subarray(0, c.usado))
    c.palabras = mas
  }
  c.palabras.copyWithin(en + n, en, c.usado)
  c.usado += n
}

function remove(c: TimeBins, desde: number, hasta: number): void {
  c.palabras.copyWithin(desde, hasta, c.usado)
  c.usado -= hasta - desde
}

/** Drop the oldest cells if there is no room. */
function dropOldest(c: TimeBins): void {
  while (c.usado > MAX_WORDS) {
    const n = afterTimeBin(c.palabras, 0)
    remove(c, 0, n)
    c.ultima = Math.max(-1, c.ultima - n)
    c.fijas = Math.max(0, c.fijas - n)
    c.maximas = Math.max(0, c.maximas - n)
  }
}

/**
 * Add to the entry of `lector` in the cell at `i`. Entries are in order of readers.
 * @param cuenta hearings << 10 | levels
 */
function addEntrada(c: TimeBins, i: number, lector: number, cuenta: number, suma: number): void {
  const veces = vecesOf(cuenta)
  const meta = c.palabras[i + 1] as number
  const fin = afterTimeBin(c.palabras, i)
  let j = i + HEADER
  while (j < fin && lectorOf(c.palabras[j] as number) < lector) j += ENTRADA
  const before = c.palabras[j] as number
  if (j < fin && lectorOf(before) === lector) {
    if (vecesOf(before) + veces > MAX_VECES) return
    c.palabras[j] = before + cuenta
    c.palabras[j + 1] = (c.palabras[j + 1] as number) + suma
  } else {
    if (entradasOf(meta) >= MAX_ENTRADAS) return
    makeRoom(c, j, ENTRADA)
    c.palabras[j] = (lector << 20) | cuenta
    c.palabras[j + 1] = suma
    c.palabras[i + 1] = meta + (1 << 24)
  }
}

/** A cell has at least as many adverts as the reader that heard most has hearings. */
function countAnuncios(c: TimeBins, i: number): void {
  const meta = c.palabras[i + 1] as number
  let n = anunciosOf(meta)
  const fin = afterTimeBin(c.palabras, i)
  for (let j = i + HEADER; j < fin; j += ENTRADA) n = Math.max(n, vecesOf(c.palabras[j] as number))
  c.palabras[i + 1] = (meta & ~MAX_ANUNCIOS) | n
}

/** Buffer for the words of one cell. */
export const createCopy = () => new Int32Array(HEADER + ENTRADA * 256)

/** Join the cell at `j`, which follows it, into that at `i`. */
function join(c: TimeBins, i: number, j: number, copia: Int32Array): void {
  const fin = afterTimeBin(c.palabras, j)
  const n = fin - j
  for (let k = 0; k < n; k++) copia[k] = c.palabras[j + k] as number
  remove(c, j, fin)
  const suya = copia[1] as number
  for (let k = HEADER; k < n; k += ENTRADA) {
    const e = copia[k] as number
    addEntrada(c, i, lectorOf(e), e & COUNTS, copia[k + 1] as number)
  }
  const meta = c.palabras[i + 1] as number
  const anuncios = Math.min(MAX_ANUNCIOS, anunciosOf(meta) + anunciosOf(suya))
  c.palabras[i + 1] = (meta & ~MAX_ANUNCIOS) | (suya & (3 << 16)) | anuncios
}

/** Whether both cells were heard on the move, or both at rest. */
const isMismoModo = (meta: number, otra: number) => ((meta ^ otra) & (1 << 16)) === 0

/** Join old cells, but never one on the move with one at rest, nor cells on both sides of `changePoint`. */
function joinOld(c: TimeBins, ultimo: number, changePoint: number, copia: Int32Array): void {
  let i = c.usado > HOLGADO ? c.maximas : c.fijas
  let fijas = i
  while (i < c.usado) {
    const p = c.palabras
    const inicio = p[i] as number
    const meta = p[i + 1] as number
    let width = widthOf(meta)
    const hasta = c.usado > HOLGADO ? TRAMOS.length : SIN_APRETAR
    while (width + 1 < hasta && endOf(inicio, width + 1) <= ultimo - (TRAMOS[width + 1] as number)) width++
    if (width > widthOf(meta)) p[i + 1] = (meta & ~(63 << 18)) | (width << 18)
    const fin = endOf(inicio, width)
    for (let j = afterTimeBin(p, i); j < c.usado; j = afterTimeBin(c.palabras, i)) {
      const otro = c.palabras[j] as number
      if (
        otro >= fin ||
        !isMismoModo(meta, c.palabras[j + 1] as number) ||
        (inicio < changePoint && otro >= changePoint)
      )
        break
      join(c, i, j, copia)
    }
    const sigue = afterTimeBin(c.palabras, i)
    if (
      sigue < c.usado &&
      ((c.palabras[sigue] as number) >= fin || !isMismoModo(meta, c.palabras[sigue + 1] as number))
    ) {
      if (fijas === i && width >= SIN_APRETAR - 1) fijas = sigue
      if (c.maximas === i && width === TRAMOS.length - 1) c.maximas = sigue
    }
    i = sigue
  }
  c.fijas = fijas
  dropOldest(c)
}

/** Index of the first cell that ends after second `s`; `usado` if there is none. */
function findTimeBin(c: TimeBins, s: number, ultimo: number | null): number {
  let i = ultimo !== null && s >= ultimo ? c.ultima : 0
  while (i < c.usado && endOfTimeBin(c.palabras, i) <= s) i = afterTimeBin(c.palabras, i)
  return i
}

/**
 * One hearing. `s`: second. `lector`: number of the reader. `nivel`: dBm; null: none reported. `mueve`: movement that the tag reports;
 * undefined: it reports none at all.
 */
export type Hearing = { s: number; lector: number; nivel: number | null; mueve?: boolean | undefined }

/**
 * Note that a reader heard the tag. A hearing too far back is left out.
 * @param copia buffer to join cells in (`createCopy`)
 * @param changePoint second at which another spot begins, if known
 * @returns whether it was kept
 */
export function noteHearing(
  c: TimeBins,
  { s, lector, nivel: level, mueve }: Hearing,
  copia: Int32Array,
  changePoint = Number.NEGATIVE_INFINITY,
): boolean {
  const ultimo = newest(c)
  if (ultimo !== null && s < ultimo - SNAPSHOT_S) return false
  let i = findTimeBin(c, s, ultimo)
  if (i >= c.usado && ultimo !== null) {
    // Before the new cell is added: a gap without hearings stays visible until the engine has judged it.
    joinOld(c, ultimo, changePoint, copia)
    i = c.usado
  }
  const nueva = i >= c.usado || (c.palabras[i] as number) > s
  c.ultima = i >= c.usado || (i === c.ultima && !nueva) ? i : -1
  if (i <= c.fijas) c.fijas = 0
  if (i <= c.maximas) c.maximas = 0
  if (nueva) {
    makeRoom(c, i, HEADER)
    c.palabras[i] = s
    c.palabras[i + 1] = 0
  }
  const suma = level === null ? 0 : Math.round(-level * FINO)
  addEntrada(c, i, lector, level === null ? ONE : ONE | 1, suma)
  countAnuncios(c, i)
  if (mueve !== undefined)
    c.palabras[i + 1] = (c.palabras[i + 1] as number) | (1 << 17) | (mueve ? 1 << 16 : 0)
  dropOldest(c)
  return true
}

/** Whether the tag reports movement and reported none in all cells from second `desde` on, and in the last one before. */
export function saidQuieto(c: TimeBins, desde: number): boolean {
  let quieto = false
  for (let i = 0; i < c.usado; i = afterTimeBin(c.palabras, i)) {
    const meta = c.palabras[i + 1] as number
    const suyo = saidMovimiento(meta) && !mueveOf(meta)
    quieto = (c.palabras[i] as number) <= desde ? suyo : quieto && suyo
  }
  return quieto
}

/**
 * Second at which a tag that reports its movement was first heard at rest since `changePoint`; `changePoint` if the cells do not reach back
 * so far.
 */
export function restSince(c: TimeBins, changePoint: number): number {
  const p = c.palabras
  if (changePoint > 0 && (p[0] as number) > changePoint) return changePoint
  for (let i = 0; i < c.usado; i = afterTimeBin(p, i))
    if ((p[i] as number) >= changePoint && !mueveOf(p[i + 1] as number)) return p[i] as number
  return Number.POSITIVE_INFINITY
}

/** Forget what was heard after second `s`: a clock was wrong. */
export function dropAfter(c: TimeBins, s: number): void {
  const ultimo = newest(c)
  if (ultimo === null || ultimo <= s) return
  let i = 0
  while (i < c.usado && (c.palabras[i] as number) <= s) i = afterTimeBin(c.palabras, i)
  c.usado = i
  c.ultima = -1
  c.fijas = c.maximas = 0
}

/** Interval assumed for a tag that was heard once, seconds. */
const NO_INTERVAL_S = 30

/**
 * Mean seconds between the adverts of a tag, as they were heard.
 * @param anuncios number of adverts
 */
export const intervalOf = (c: TimeBins, anuncios: number): number =>
  anuncios > 1
    ? Math.max(1, ((newest(c) as number) - (c.palabras[0] as number)) / (anuncios - 1))
    : NO_INTERVAL_S

/** Adverts of all cells. */
export function countAll(c: TimeBins): number {
  let n = 0
  for (let i = 0; i < c.usado; i = afterTimeBin(c.palabras, i)) n += anunciosOf(c.palabras[i + 1] as number)
  return n
}
