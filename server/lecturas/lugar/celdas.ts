/**
 * Who heard a tag when: cells in order of time, flat in one array, so that a tag costs under 2 KB. Cells are of a second; older
 * ones are joined to 4 and then 16 s, and the oldest go when there is no room. All are sums of whole numbers: the same readings in
 * another order come out the same.
 *
 * A cell: `[start, second; entries << 24 | width << 18 | told << 17 | moving << 16 | adverts]`, then for each reader
 * `[reader << 20 | hearings << 10 | levels, sum of −4·dBm over the levels]`.
 */
export type Celdas = { palabras: Int32Array; usado: number }

export const CABECERA = 2
export const ENTRADA = 2
const MAX_PALABRAS = 352
const MAX_ENTRADAS = 30
const MAX_VECES = 1023
const MAX_ANUNCIOS = 0xffff
/** Readers are numbered below this. */
export const MAX_LECTORES = 4096
/** Seconds behind the newest cell from which on cells are joined, and to what width. */
const TRAMOS = [
  { desde: 8, ancho: 4 },
  { desde: 40, ancho: 16 },
] as const
/** Seconds behind the newest cell after which a reading says nothing any more. */
export const MEMORIA_S = 3600
/** Parts of a dB that levels are kept in. */
const FINO = 4

export const createCeldas = (): Celdas => ({ palabras: new Int32Array(64), usado: 0 })

export const entradasDe = (meta: number) => meta >>> 24
export const anchoDe = (meta: number) => (meta >>> 18) & 63
export const anunciosDe = (meta: number) => meta & MAX_ANUNCIOS
export const saidMovimiento = (meta: number) => (meta & (1 << 17)) !== 0
export const mueveDe = (meta: number) => (meta & (1 << 16)) !== 0
export const lectorDe = (palabra: number) => palabra >>> 20
export const vecesDe = (palabra: number) => (palabra >>> 10) & MAX_VECES
export const nivelesDe = (palabra: number) => palabra & MAX_VECES
/** Sum of levels in dBm. */
export const sumaDe = (palabra: number) => palabra / -FINO
/** Place of the cell after that at `i`. */
export const afterCelda = (p: Int32Array, i: number) =>
  i + CABECERA + ENTRADA * entradasDe(p[i + 1] as number)

/** Start of the newest cell, or null. */
export function newest(c: Celdas): number | null {
  let ultimo = -1
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) ultimo = i
  return ultimo < 0 ? null : (c.palabras[ultimo] as number)
}

function makeRoom(c: Celdas, en: number, n: number): void {
  if (c.usado + n > c.palabras.length) {
    const mas = new Int32Array(Math.min(MAX_PALABRAS + 8, Math.max(c.usado + n, c.palabras.length * 2)))
    mas.set(c.palabras.subarray(0, c.usado))
    c.palabras = mas
  }
  c.palabras.copyWithin(en + n, en, c.usado)
  c.usado += n
}

function remove(c: Celdas, desde: number, hasta: number): void {
  c.palabras.copyWithin(desde, hasta, c.usado)
  c.usado -= hasta - desde
}

/** Add to the entry of `lector` in the cell at `i`, in order of readers. */
function addEntrada(
  c: Celdas,
  i: number,
  lector: number,
  veces: number,
  niveles: number,
  suma: number,
): void {
  const meta = c.palabras[i + 1] as number
  const fin = afterCelda(c.palabras, i)
  let j = i + CABECERA
  while (j < fin && lectorDe(c.palabras[j] as number) < lector) j += ENTRADA
  const antes = c.palabras[j] as number
  if (j < fin && lectorDe(antes) === lector) {
    if (vecesDe(antes) + veces > MAX_VECES) return
    c.palabras[j] = antes + (veces << 10) + niveles
    c.palabras[j + 1] = (c.palabras[j + 1] as number) + suma
  } else {
    if (entradasDe(meta) >= MAX_ENTRADAS) return
    makeRoom(c, j, ENTRADA)
    c.palabras[j] = (lector << 20) | (veces << 10) | niveles
    c.palabras[j + 1] = suma
    c.palabras[i + 1] = meta + (1 << 24)
  }
}

/** Adverts of a cell are at least the hearings of the one that heard most. */
function countAnuncios(c: Celdas, i: number): void {
  const meta = c.palabras[i + 1] as number
  let n = 0
  const fin = afterCelda(c.palabras, i)
  for (let j = i + CABECERA; j < fin; j += ENTRADA) n = Math.max(n, vecesDe(c.palabras[j] as number))
  c.palabras[i + 1] = (meta & ~MAX_ANUNCIOS) | n
}

/** Join the cell at `j`, which follows it, into that at `i`. */
function join(c: Celdas, i: number, j: number): void {
  const fin = afterCelda(c.palabras, j)
  const copia = c.palabras.slice(j, fin)
  remove(c, j, fin)
  const suya = copia[1] as number
  for (let k = CABECERA; k < copia.length; k += ENTRADA) {
    const e = copia[k] as number
    addEntrada(c, i, lectorDe(e), vecesDe(e), nivelesDe(e), copia[k + 1] as number)
  }
  const meta = c.palabras[i + 1] as number
  const anuncios = Math.min(MAX_ANUNCIOS, anunciosDe(meta) + anunciosDe(suya))
  c.palabras[i + 1] = (meta & ~MAX_ANUNCIOS) | (suya & (3 << 16)) | anuncios
}

function joinViejas(c: Celdas, ultimo: number): void {
  let i = 0
  while (i < c.usado) {
    const p = c.palabras
    const inicio = p[i] as number
    let ancho = 1
    for (const tramo of TRAMOS) if (inicio + tramo.ancho <= ultimo - tramo.desde) ancho = tramo.ancho
    const base = Math.floor(inicio / ancho) * ancho
    if (ancho > anchoDe(p[i + 1] as number) && base + ancho <= ultimo) {
      p[i] = base
      p[i + 1] = ((p[i + 1] as number) & ~(63 << 18)) | (ancho << 18)
      let j = afterCelda(p, i)
      while (j < c.usado && (c.palabras[j] as number) < base + ancho) {
        join(c, i, j)
        j = afterCelda(c.palabras, i)
      }
    }
    i = afterCelda(c.palabras, i)
  }
  while (c.usado > MAX_PALABRAS) remove(c, 0, afterCelda(c.palabras, 0))
}

/**
 * Note that `lector` heard the tag.
 * @param s second it was heard; one that lies too far back is left out
 * @param nivel dBm, or null where it is not told
 * @param mueve what the tag says of its own movement; undefined: nothing
 * @returns whether it was taken
 */
export function noteOido(
  c: Celdas,
  s: number,
  lector: number,
  nivel: number | null,
  mueve?: boolean,
): boolean {
  let ultimo: number | null = null
  let i = -1
  for (let j = 0; j < c.usado; j = afterCelda(c.palabras, j)) {
    ultimo = c.palabras[j] as number
    if (i < 0 && ultimo + anchoDe(c.palabras[j + 1] as number) > s) i = j
  }
  if (ultimo !== null && s < ultimo - MEMORIA_S) return false
  if (i < 0) i = c.usado
  const nueva = i >= c.usado || (c.palabras[i] as number) > s
  if (nueva) {
    makeRoom(c, i, CABECERA)
    c.palabras[i] = s
    c.palabras[i + 1] = 1 << 18
  }
  addEntrada(c, i, lector, 1, nivel === null ? 0 : 1, nivel === null ? 0 : Math.round(-nivel * FINO))
  if (anchoDe(c.palabras[i + 1] as number) === 1) countAnuncios(c, i)
  if (mueve !== undefined)
    c.palabras[i + 1] = (c.palabras[i + 1] as number) | (1 << 17) | (mueve ? 1 << 16 : 0)
  if (nueva && (ultimo === null || s > ultimo)) joinViejas(c, s)
  while (c.usado > MAX_PALABRAS) remove(c, 0, afterCelda(c.palabras, 0))
  return true
}

/** Forget what was heard after second `s`: a clock was wrong. */
export function dropAfter(c: Celdas, s: number): void {
  let i = 0
  while (i < c.usado && (c.palabras[i] as number) <= s) i = afterCelda(c.palabras, i)
  c.usado = i
}

/** What is taken for the interval of a tag that was heard once, seconds. */
const SIN_INTERVALO_S = 30

/** Mean seconds between the adverts of a tag, as they were heard. */
export function intervaloDe(c: Celdas): number {
  let anuncios = 0
  let ultimo = 0
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) {
    ultimo = c.palabras[i] as number
    anuncios += anunciosDe(c.palabras[i + 1] as number)
  }
  return anuncios > 1 ? Math.max(1, (ultimo - (c.palabras[0] as number)) / (anuncios - 1)) : SIN_INTERVALO_S
}
