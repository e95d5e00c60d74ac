import { afterCelda, CABECERA, ENTRADA, entradasDe, lectorDe } from './celdas'
import { type Creencia, createCreencia, type Modo } from './creencia'
import { type Lectores, numberOf } from './lectores'

const VERSION = 1
const MODOS: readonly Modo[] = ['quieto', 'moviendo', 'fuera']
/** version, mode, flags and number of readers; place, since, cut. */
const CABEZA = 4 + 3 * 8
const SIN_LUGAR = 0
/** Bits of a word of an entry below the reader's number. */
const RESTO = 0xfffff

/**
 * What is remembered of a tag in under 2 KB, with the ids of the readers instead of the numbers that they have in this process.
 */
export function packCreencia(c: Creencia, l: Lectores): Buffer {
  const { palabras: p, usado } = c.celdas
  const locales = new Map<number, number>()
  for (let i = 0; i < usado; i = afterCelda(p, i))
    for (let j = i + CABECERA; j < afterCelda(p, i); j += ENTRADA) {
      const n = lectorDe(p[j] as number)
      if (!locales.has(n)) locales.set(n, locales.size)
    }
  const b = Buffer.alloc(CABEZA + locales.size * 8 + usado * 4)
  b.writeUInt8(VERSION, 0)
  b.writeUInt8(MODOS.indexOf(c.modo), 1)
  b.writeUInt8((c.decidido ? 1 : 0) | (c.lugar === null ? 2 : 0), 2)
  b.writeUInt8(locales.size, 3)
  b.writeDoubleLE(c.lugar ?? SIN_LUGAR, 4)
  b.writeDoubleLE(c.desde, 12)
  b.writeDoubleLE(c.corte, 20)
  for (const [n, local] of locales) b.writeDoubleLE(l.ids[n] as number, CABEZA + local * 8)
  let en = CABEZA + locales.size * 8
  for (let i = 0; i < usado; i = afterCelda(p, i))
    for (let k = i; k < afterCelda(p, i); k++) {
      const palabra = p[k] as number
      const esLector = k >= i + CABECERA && (k - i - CABECERA) % ENTRADA === 0
      b.writeInt32LE(
        esLector ? ((locales.get(lectorDe(palabra)) as number) << 20) | (palabra & RESTO) : palabra,
        en,
      )
      en += 4
    }
  return b
}

/** The entries of a cell in the order of the readers' numbers, as cells have them. */
function sortEntradas(p: Int32Array, i: number): void {
  const pares = Array.from({ length: entradasDe(p[i + 1] as number) }, (_, k) => {
    const j = i + CABECERA + ENTRADA * k
    return [p[j] as number, p[j + 1] as number] as const
  })
  pares.sort((a, b) => lectorDe(a[0]) - lectorDe(b[0]))
  for (const [k, par] of pares.entries()) p.set(par, i + CABECERA + ENTRADA * k)
}

/** The same again, for the readers of this process. What is of another version or broken is forgotten: null. */
export function unpackCreencia(b: Buffer, l: Lectores): Creencia | null {
  if (b.length < CABEZA || b.readUInt8(0) !== VERSION) return null
  const n = b.readUInt8(3)
  const desde = CABEZA + n * 8
  if (b.length < desde || (b.length - desde) % 4) return null
  const numeros = Array.from({ length: n }, (_, k) => numberOf(l, b.readDoubleLE(CABEZA + k * 8)))
  const usado = (b.length - desde) / 4
  const palabras = new Int32Array(Math.max(64, usado))
  for (let k = 0; k < usado; k++) palabras[k] = b.readInt32LE(desde + k * 4)
  for (let i = 0; i < usado; ) {
    const fin = afterCelda(palabras, i)
    if (!(fin > i && fin <= usado)) return null
    for (let j = i + CABECERA; j < fin; j += ENTRADA) {
      const palabra = palabras[j] as number
      const numero = numeros[lectorDe(palabra)]
      if (numero === undefined) return null
      palabras[j] = (numero << 20) | (palabra & RESTO)
    }
    sortEntradas(palabras, i)
    i = fin
  }
  const marcas = b.readUInt8(2)
  return {
    ...createCreencia(),
    celdas: { palabras, usado },
    modo: MODOS[b.readUInt8(1)] ?? 'quieto',
    decidido: (marcas & 1) !== 0,
    lugar: marcas & 2 ? null : b.readDoubleLE(4),
    desde: b.readDoubleLE(12),
    corte: b.readDoubleLE(20),
  }
}
