import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'

/** An error of a recording, in Spanish, for the person who gave its folder. */
export class ErrorGrabacion extends Error {}

export type Lectores = {
  nombres: string[]
  /** Index in `zonas` of each reader's zone; -1: none. */
  zona: number[]
  /** Coordinates in metres; null: not given for all readers. */
  xy: [number, number][] | null
}

/** Maps names to numbers and back. */
export class Nombres {
  readonly todos: string[] = []
  readonly #numero = new Map<string, number>()
  /** @returns the number of the name; a new one if the name is new */
  add(nombre: string): number {
    const before = this.#numero.get(nombre)
    if (before !== undefined) return before
    this.#numero.set(nombre, this.todos.length)
    return this.todos.push(nombre) - 1
  }
  find(nombre: string): number | undefined {
    return this.#numero.get(nombre)
  }
}

/** Where a tag was from which time on, in order of time; zone -1: unknown. */
export type Camino = { t: number[]; zona: number[] }

const simplify = (c: string) => c.trim().toLowerCase()

/** Cells of a line, for the requested columns; undefined where the file lacks the column. */
export type Row = (string | undefined)[]

/**
 * Pass each line of a CSV to `take`, with the cells of `columns` and of the existing `opcionales`; in constant memory. Throws
 * ErrorGrabacion for a missing, empty or broken file. Returns false where an optional file is missing.
 */
export async function readRows(
  folder: string,
  archivo: string,
  columns: readonly string[],
  opcionales: readonly string[],
  take: (row: Row, failure: (que: string) => ErrorGrabacion) => void,
): Promise<boolean> {
  let places: number[] | null = null
  let n = 0
  const failure = (que: string) => new ErrorGrabacion(`${archivo}, fila ${n}: ${que}`)
  const row: Row = []
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 10_000,
  })
  // If the last part ends a pipeline with an error, the pipeline may report the abort instead of the error.
  let mal: unknown = null
  const readTimeBins = (timeBins: string[]) => {
    n++
    if (!places) {
      const titles = timeBins.map(simplify)
      const faltan = columns.filter((c) => !titles.includes(c))
      if (faltan.length) throw new ErrorGrabacion(`${archivo}: falta la columna ${faltan.join(', ')}`)
      places = [...columns, ...opcionales].map((c) => titles.indexOf(c))
      return
    }
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number
      row[i] = place < 0 ? undefined : (timeBins[place] ?? '')
    }
    take(row, failure)
  }
  try {
    await pipeline(createReadStream(join(folder, archivo)), parser, async (registros) => {
      try {
        for await (const timeBins of registros as AsyncIterable<string[]>) readTimeBins(timeBins)
      } catch (e) {
        mal = e
        throw e
      }
    })
  } catch (fin) {
    const e = mal ?? fin
    if (e instanceof CsvError)
      throw new ErrorGrabacion(`${archivo}, fila ${n + 1}: no se puede leer (${e.code})`)
    const { code } = e as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    if (code === 'EISDIR' || code === 'EACCES' || code === 'ENOTDIR')
      throw new ErrorGrabacion(`${archivo}: no se puede abrir (${code})`)
    throw e
  }
  if (!places) throw new ErrorGrabacion(`${archivo}: está vacío`)
  return true
}

/** Parse a finite number; throws the error otherwise. */
export function numero(
  timeBin: string | undefined,
  column: string,
  failure: (que: string) => ErrorGrabacion,
): number {
  const n = timeBin ? Number(timeBin) : Number.NaN
  if (!Number.isFinite(n)) throw failure(`${column} no es un número: «${(timeBin ?? '').slice(0, 40)}»`)
  return n
}

/** Read `readers.csv`: reader,zone[,x,y]. A reader without a zone is evidence for other places only. */
export async function readLectores(folder: string, zonas: Nombres): Promise<Lectores> {
  const nombres = new Nombres()
  const zona: number[] = []
  const xy: ([number, number] | null)[] = []
  const hay = await readRows(
    folder,
    'readers.csv',
    ['reader', 'zone'],
    ['x', 'y'],
    ([r, z, x, y], failure) => {
      if (!r) throw failure('falta el lector')
      if (nombres.find(r) !== undefined) throw failure(`el lector ${r} está repetido`)
      nombres.add(r)
      zona.push(z ? zonas.add(z) : -1)
      xy.push(x && y ? [numero(x, 'x', failure), numero(y, 'y', failure)] : null)
    },
  )
  if (!hay) throw new ErrorGrabacion('readers.csv: no existe')
  if (!zona.length) throw new ErrorGrabacion('readers.csv: no tiene ningún lector')
  const all = xy.flatMap((p) => (p ? [p] : []))
  return { nombres: nombres.todos, zona, xy: all.length === xy.length ? all : null }
}

/** Read `truth.csv` or `calibration.csv` by tag: t,tag,zone. Null: the file does not exist. */
export async function readCaminos(folder: string, archivo: string, zonas: Nombres, tags: Nombres) {
  const caminos = new Map<number, Camino>()
  const hay = await readRows(folder, archivo, ['t', 'tag', 'zone'], [], ([t, tag, z], failure) => {
    if (!tag) throw failure('falta el tag')
    const n = tags.add(tag)
    let camino = caminos.get(n)
    if (!camino) {
      camino = { t: [], zona: [] }
      caminos.set(n, camino)
    }
    camino.t.push(numero(t, 't', failure))
    camino.zona.push(z ? zonas.add(z) : -1)
  })
  if (!hay) return null
  for (const camino of caminos.values()) sort(camino)
  return caminos
}

/**
 * Read `salidas.csv` (t,tag,zone) and `averias.csv` (clase,reader,desde,hasta) of a recording by `grabacion`; empty where they do not
 * exist.
 */
export async function readSucesos(folder: string, lectores: Lectores, zonas: Nombres, tags: Nombres) {
  const salidas: { t: number; tag: number; zona: number }[] = []
  const outages: { desde: number; hasta: number; zona: number }[] = []
  await readRows(folder, 'salidas.csv', ['t', 'tag', 'zone'], [], ([t, tag, z], failure) => {
    salidas.push({ t: numero(t, 't', failure), tag: tags.add(tag ?? ''), zona: zonas.add(z ?? '') })
  })
  const columns = ['clase', 'reader', 'desde', 'hasta']
  await readRows(folder, 'averias.csv', columns, [], ([kind, r, desde, hasta], failure) => {
    const zona = lectores.zona[lectores.nombres.indexOf(r ?? '')] ?? -1
    if (kind === 'apagon' && zona >= 0)
      outages.push({ desde: numero(desde, 'desde', failure), hasta: numero(hasta, 'hasta', failure), zona })
  })
  return { salidas, apagones: outages }
}

function sort(c: Camino): void {
  if (c.t.every((t, i) => i === 0 || t >= (c.t[i - 1] as number))) return
  const order = c.t.map((_, i) => i).sort((a, b) => (c.t[a] as number) - (c.t[b] as number) || a - b)
  const [t, zona] = [c.t, c.zona].map((v) => order.map((i) => v[i] as number)) as [number[], number[]]
  Object.assign(c, { t, zona })
}

/** Remove the walk from `verdad`: its times are not judged, and what follows it is not a change. */
export function withoutRecorrido(verdad: Camino, recorrido: Camino | undefined): Camino {
  if (!recorrido?.t.length) return verdad
  const fin = (i: number) => {
    const next = recorrido.t[i + 1]
    if (next !== undefined) return next
    const t = recorrido.t[i] as number
    const j = verdad.t.findIndex((u, k) => u > t && verdad.zona[k] !== recorrido.zona[i])
    return j < 0 ? Number.POSITIVE_INFINITY : (verdad.t[j] as number)
  }
  const told = recorrido.t.flatMap((t, i) =>
    (recorrido.zona[i] as number) >= 0 ? [[t, fin(i)] as const] : [],
  )
  const cortes = [...new Set([...verdad.t, ...told.flat().filter(Number.isFinite)])].sort((a, b) => a - b)
  const salida: Camino = { t: [], zona: [] }
  let v = -1
  let c = 0
  for (const t of cortes) {
    while (v + 1 < verdad.t.length && (verdad.t[v + 1] as number) <= t) v++
    while (c < told.length && (told[c] as readonly [number, number])[1] <= t) c++
    const [desde] = told[c] ?? [Number.POSITIVE_INFINITY]
    salida.t.push(t)
    salida.zona.push(desde <= t ? NO_JUZGADO : (verdad.zona[v] ?? -1))
  }
  return salida
}

/** Zone of a Camino for times whose place was given in advance: neither judged nor the start of a change. */
export const NO_JUZGADO = -2
