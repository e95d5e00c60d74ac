import { MAX_LECTORES } from './celdas'
import { type Creencia, createCreencia, type Modo } from './creencia'
import { type Lectores, numberOf } from './lectores'

const VERSION = 1

/** A Creencia as it is kept and handed over: plain JSON, under 2 KB. Readers go by their ids. */
export type CreenciaGuardada = {
  v: number
  lugar: number | null
  modo: Modo
  desde: number
  corte: number
  rival: Creencia['rival']
  /** Bits: decidido, confirmado, ensenado. */
  dicho: number
  lectores: number[]
  /** Words of the cells, readers by their place in `lectores`, as varints in base64. */
  celdas: string
}

/** A cell's or entry's words, with the reader's number put in the place of the other. */
function mapLectores(palabras: Int32Array, usado: number, numberFor: (lector: number) => number): boolean {
  for (let i = 0; i < usado; ) {
    const entradas = (palabras[i + 1] as number) >>> 24
    const fin = i + 2 + 2 * entradas
    if (fin > usado) return false
    for (let j = i + 2; j < fin; j += 2) {
      const p = palabras[j] as number
      const n = numberFor(p >>> 20)
      if (n < 0 || n >= MAX_LECTORES) return false
      palabras[j] = (n << 20) | (p & 0xfffff)
    }
    i = fin
  }
  return true
}

function pushVarint(bytes: number[], n: number): void {
  let resto = n >>> 0
  for (; resto > 127; resto >>>= 7) bytes.push((resto & 127) | 128)
  bytes.push(resto)
}

/** Words in the order of the cells: seconds as steps from the one before, entries as reader, hearings, levels and their sum. */
function pack(palabras: Int32Array, usado: number): string {
  const bytes: number[] = []
  let previo = 0
  for (let i = 0; i < usado; ) {
    const [s, meta] = [palabras[i] as number, (palabras[i + 1] as number) >>> 0]
    pushVarint(bytes, (s - previo) | 0)
    previo = s
    const entradas = meta >>> 24
    for (const n of [entradas, (meta >>> 16) & 0xff, meta & 0xffff]) pushVarint(bytes, n)
    for (let j = i + 2; j < i + 2 + 2 * entradas; j += 2) {
      const p = (palabras[j] as number) >>> 0
      const suma = palabras[j + 1] as number
      for (const n of [p >>> 20, (p >>> 10) & 1023, p & 1023, (suma << 1) ^ (suma >> 31)])
        pushVarint(bytes, n)
    }
    i += 2 + 2 * entradas
  }
  return Buffer.from(bytes).toString('base64')
}

function unpack(texto: string): number[] {
  const bytes = Buffer.from(texto, 'base64')
  let i = 0
  const next = () => {
    let n = 0
    for (let d = 0; d < 35; d += 7) {
      const b = bytes[i++] ?? 0
      n |= (b & 127) << d
      if (b < 128) break
    }
    return n
  }
  const palabras: number[] = []
  let previo = 0
  while (i < bytes.length) {
    previo = (previo + next()) | 0
    const entradas = next() & 0xff
    palabras.push(previo, (entradas << 24) | ((next() & 0xff) << 16) | (next() & 0xffff))
    for (let k = 0; k < entradas; k++) {
      const p = (next() << 20) | ((next() & 1023) << 10) | (next() & 1023)
      const z = next()
      palabras.push(p, (z >>> 1) ^ -(z & 1))
    }
  }
  return palabras
}

/** What of a tag goes over to another process, or over a restart. */
export function packCreencia(c: Creencia, l: Lectores): CreenciaGuardada {
  const { lugar, modo, desde, corte, rival } = c
  const lectores: number[] = []
  const palabras = c.celdas.palabras.slice(0, c.celdas.usado)
  const sitio = new Map<number, number>()
  mapLectores(palabras, c.celdas.usado, (n) => {
    const antes = sitio.get(n)
    if (antes !== undefined) return antes
    sitio.set(n, lectores.length)
    return lectores.push(l.ids[n] as number) - 1
  })
  const dicho = (c.decidido ? 1 : 0) | (c.confirmado ? 2 : 0) | (c.ensenado ? 4 : 0)
  return {
    v: VERSION,
    lugar,
    modo,
    desde,
    corte,
    rival,
    dicho,
    lectores,
    celdas: pack(palabras, c.celdas.usado),
  }
}

/** The Creencia that `packCreencia` wrote; one of another version, or a broken one, gives an empty one with its place. */
export function unpackCreencia(g: CreenciaGuardada, l: Lectores): Creencia {
  const c = createCreencia()
  c.lugar = g.lugar
  if (g.v !== VERSION) return c
  Object.assign(c, { modo: g.modo, desde: g.desde, corte: g.corte, rival: g.rival })
  c.decidido = (g.dicho & 1) !== 0
  c.confirmado = (g.dicho & 2) !== 0
  c.ensenado = (g.dicho & 4) !== 0
  const palabras = Int32Array.from(unpack(g.celdas))
  const numeros = g.lectores.map((id) => numberOf(l, id))
  if (mapLectores(palabras, palabras.length, (n) => numeros[n] ?? -1)) {
    sortEntradas(palabras)
    c.celdas = { palabras, usado: palabras.length }
  }
  return c
}

/** Entries stand in order of readers, whose numbers are others here. */
function sortEntradas(palabras: Int32Array): void {
  for (let i = 0; i < palabras.length; ) {
    const fin = i + 2 + 2 * ((palabras[i + 1] as number) >>> 24)
    const entradas: [number, number][] = []
    for (let j = i + 2; j < fin; j += 2) entradas.push([palabras[j] as number, palabras[j + 1] as number])
    entradas.sort((a, b) => (a[0] >>> 20) - (b[0] >>> 20))
    for (const [k, [p, s]] of entradas.entries()) {
      palabras[i + 2 + 2 * k] = p
      palabras[i + 3 + 2 * k] = s
    }
    i = fin
  }
}
