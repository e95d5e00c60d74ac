import { type Belief, createBelief, type Modo } from './belief'
import { hasNumber, type Lectores, numberOf } from './lectores'
import { afterTimeBin, ENTRADA, entradasOf, HEADER, lectorOf, timeBinsOf } from './time-bins'

const VERSION = 3
const MODOS: readonly Modo[] = ['quieto', 'moviendo', 'fuera']
/** Bytes of the header: version, mode, flags, padding; number of readers; number of words; then place, since, change point. */
const CABEZA = 8 + 3 * 8
/** Lowest bit of two counts up to 63. The version before left these bits 0. */
const FIRST_COUNT = 1 << 20
const COUNTS = 64
/** Bytes for each reader: its number, then its id. */
const LECTOR = 12
/** Bits of an entry's first word below the reader's number. */
const RESTO = 0xfffff

const vistos = new Set<number>()

/** Collect the reader numbers of the cells into `vistos`. */
function gatherLectores(p: Int32Array, usado: number): void {
  vistos.clear()
  for (let i = 0; i < usado; ) {
    const fin = afterTimeBin(p, i)
    for (let j = i + HEADER; j < fin; j += ENTRADA) vistos.add(lectorOf(p[j] as number))
    i = fin
  }
}

/** Pack what is remembered of a tag, about 2 KB. The id of each reader is included, because other processes number readers otherwise. */
export function packBelief(c: Belief, l: Lectores): Buffer {
  const { palabras: p, usado } = c.celdas
  gatherLectores(p, usado)
  const b = Buffer.allocUnsafe(CABEZA + vistos.size * LECTOR + usado * 4)
  b.writeUInt32LE(
    (VERSION |
      (MODOS.indexOf(c.modo) << 8) |
      ((c.decidido ? 1 : 0) << 16) |
      ((c.lugar === null ? 1 : 0) << 17) |
      ((c.confirmado ? 1 : 0) << 18) |
      ((c.ensenado ? 1 : 0) << 19)) +
      c.quedas * FIRST_COUNT +
      c.idas * FIRST_COUNT * COUNTS,
    0,
  )
  b.writeUInt16LE(vistos.size, 4)
  b.writeUInt16LE(usado, 6)
  b.writeDoubleLE(c.lugar ?? 0, 8)
  b.writeDoubleLE(c.desde, 16)
  b.writeDoubleLE(c.corte, 24)
  let en = CABEZA
  for (const n of vistos) {
    b.writeUInt32LE(n, en)
    b.writeDoubleLE(l.ids[n] as number, en + 4)
    en += LECTOR
  }
  b.set(new Uint8Array(p.buffer, p.byteOffset, usado * 4), en)
  return b
}

/** Sort the entries of a cell by reader number, as cells require. */
function sortEntradas(p: Int32Array, i: number): void {
  const pairs = Array.from({ length: entradasOf(p[i + 1] as number) }, (_, k) => {
    const j = i + HEADER + ENTRADA * k
    return [p[j] as number, p[j + 1] as number] as const
  })
  pairs.sort((a, b) => lectorOf(a[0]) - lectorOf(b[0]))
  for (const [k, pair] of pairs.entries()) p.set(pair, i + HEADER + ENTRADA * k)
}

/** Replace the reader numbers by those of this process. False: the cells make no sense. */
function renumber(p: Int32Array, usado: number, numbers: ReadonlyMap<number, number>): boolean {
  for (let i = 0; i < usado; ) {
    const fin = afterTimeBin(p, i)
    if (!(fin > i && fin <= usado)) return false
    for (let j = i + HEADER; j < fin; j += ENTRADA) {
      const word = p[j] as number
      const numero = numbers.get(lectorOf(word))
      if (numero === undefined) return false
      p[j] = (numero << 20) | (word & RESTO)
    }
    sortEntradas(p, i)
    i = fin
  }
  return true
}

/** Reverse of `packBelief`, with the reader numbers of this process. Null: another version, broken, or no number left for a reader. */
export function unpackBelief(b: Buffer, l: Lectores): Belief | null {
  if (b.length < CABEZA) return null
  const marcas = b.readUInt32LE(0)
  const [lectores, usado] = [b.readUInt16LE(4), b.readUInt16LE(6)]
  const desde = CABEZA + lectores * LECTOR
  if ((marcas & 0xff) !== VERSION || b.length !== desde + usado * 4) return null
  const numbers = new Map<number, number>()
  for (let en = CABEZA; en < desde; en += LECTOR) {
    const id = b.readDoubleLE(en + 4)
    if (!hasNumber(l, id)) return null
    numbers.set(b.readUInt32LE(en), numberOf(l, id))
  }
  const words = new Int32Array(Math.max(64, usado))
  new Uint8Array(words.buffer).set(b.subarray(desde))
  if (!renumber(words, usado, numbers)) return null
  return {
    ...createBelief(),
    celdas: timeBinsOf(words, usado),
    modo: MODOS[(marcas >> 8) & 0xff] ?? 'quieto',
    decidido: (marcas & (1 << 16)) !== 0,
    confirmado: (marcas & (1 << 18)) !== 0,
    ensenado: (marcas & (1 << 19)) !== 0,
    quedas: (marcas >>> 20) % COUNTS,
    idas: marcas >>> 26,
    lugar: marcas & (1 << 17) ? null : b.readDoubleLE(8),
    desde: b.readDoubleLE(16),
    corte: b.readDoubleLE(24),
  }
}
