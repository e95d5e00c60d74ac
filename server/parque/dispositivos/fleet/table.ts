import { createConjuntos } from './conjuntos'
import type { Conjunto, Miembro } from './repo-fleet'

/** Devices for which there is room at first; it doubles. */
const FIRST = 1024
/** Latitude limit of the Mercator map, degrees. */
const LATITUD_MAXIMA = 85

/** What the map is drawn and searched from, a column for each property; a device is its index in all of them. */
export type Table = {
  ids: Float64Array
  macs: string[]
  apodos: (string | null)[]
  /** The properties by which it is counted, shared with all that agree in them. */
  conjuntos: Conjunto[]
  /** Index of `ESTADOS`; -1: none is known. */
  estados: Int8Array
  posibles: Miembro['posible_estado'][]
  /** Last reading, epoch ms; 0: never. */
  ultimos: Float64Array
  /** Degrees; NaN: its position is not known. */
  lats: Float64Array
  lons: Float64Array
  /** Position on the Mercator map, 0..1 from the upper left corner. */
  xs: Float64Array
  ys: Float64Array
}

/**
 * All devices by id. Of a million, objects would be half of the memory of the process and most of the work of its garbage collector; columns of
 * numbers are neither.
 */
export function createTable() {
  const conjuntos = createConjuntos()
  /** Where each device stands. */
  const rows = new Map<number, number>()
  /** Indices that devices left. */
  const free: number[] = []
  let used = 0
  const t: Table = {
    ids: new Float64Array(FIRST),
    macs: [],
    apodos: [],
    conjuntos: [],
    estados: new Int8Array(FIRST),
    posibles: [],
    ultimos: new Float64Array(FIRST),
    lats: new Float64Array(FIRST),
    lons: new Float64Array(FIRST),
    xs: new Float64Array(FIRST),
    ys: new Float64Array(FIRST),
  }

  function grow(): void {
    const double = (before: Float64Array) => {
      const after = new Float64Array(before.length * 2)
      after.set(before)
      return after
    }
    for (const column of ['ids', 'ultimos', 'lats', 'lons', 'xs', 'ys'] as const)
      t[column] = double(t[column])
    const estados = new Int8Array(t.ids.length)
    estados.set(t.estados)
    t.estados = estados
  }

  function take(id: number): number {
    const row = free.pop() ?? used++
    if (row === t.ids.length) grow()
    rows.set(id, row)
    return row
  }

  const isLocated = (row: number) => !Number.isNaN(t.lats[row] as number)

  function locate(row: number, position: { lat: number; lon: number } | null): void {
    const { lat, lon } = position ?? { lat: Number.NaN, lon: Number.NaN }
    const sine = Math.sin((Math.max(-LATITUD_MAXIMA, Math.min(LATITUD_MAXIMA, lat)) * Math.PI) / 180)
    t.lats[row] = lat
    t.lons[row] = lon
    t.xs[row] = (lon + 180) / 360
    t.ys[row] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  }

  /** @returns whether it moved in the order of those with a position */
  function put(m: Miembro): boolean {
    const before = rows.get(m.id)
    const row = before ?? take(m.id)
    const position = m.lat !== null && m.lon !== null ? { lat: m.lat, lon: m.lon } : null
    const isMoved =
      before === undefined
        ? position !== null
        : t.apodos[row] !== m.apodo || isLocated(row) !== (position !== null)
    if (before !== undefined) conjuntos.remove(t.conjuntos[row] as Conjunto)
    t.ids[row] = m.id
    t.macs[row] = m.mac
    t.apodos[row] = m.apodo
    t.conjuntos[row] = conjuntos.add(m)
    t.estados[row] = m.estado ?? -1
    t.posibles[row] = m.posible_estado
    t.ultimos[row] = m.ultimo
    locate(row, position)
    return isMoved
  }

  /** @returns whether it was among those with a position */
  function remove(id: number): boolean {
    const row = rows.get(id)
    if (row === undefined) return false
    rows.delete(id)
    free.push(row)
    conjuntos.remove(t.conjuntos[row] as Conjunto)
    return isLocated(row)
  }

  return {
    columns: t as Readonly<Table>,
    size: () => rows.size,
    ids: () => rows.keys(),
    /** Its index; undefined: there is no such device, or its position is not known. */
    findLocated(id: number): number | undefined {
      const row = rows.get(id)
      return row !== undefined && isLocated(row) ? row : undefined
    },
    put,
    remove,
    /** The counts of devices of a company (null: of all). */
    count: (empresa: number | null): Conjunto[] => conjuntos.list(empresa),
  }
}
