import type { Lectores } from '../lectores'
import { addPoint, createStats, type LectorDePlanta, type Stats } from './stats'
import type { Weights } from './weights'

/** What one reader heard in one state: its id, n, Σx, Σx² (dBm), samples that it could have heard, sum of the shares heard; as in Stats. */
type Row = [lector: number, n: number, x: number, xx: number, told: number, heard: number]

/** Sums as the database keeps them, by the ids of readers and places. Readers that heard nothing in a state are left out. */
export type StoredStats = {
  /** Absent: the models were not tested. */
  mezcla?: Weights
  /** Location, rests, and their sums (`Fit`). Absent: nothing was compared. */
  ajuste?: [lugar: number, n: number, visto: number, esperado: number][]
  /** `lector`: the reader whose surroundings the state is; null: a spot of the place. `dia`: day since 1970; absent: not known. */
  estados: { lugar: number; lector: number | null; muestras: number; dia?: number; filas: Row[] }[]
}

const FIELDS = ['n', 'x', 'xx', 'dicho', 'oido'] as const
/** Round to three decimals. */
const round = (v: number) => Math.round(v * 1000) / 1000

export function packStats(s: Stats, l: Lectores): StoredStats {
  const estados = s.lugares.map((place, e) => {
    const filas: Row[] = []
    for (let r = 0; r < s.lectores; r++) {
      const values = FIELDS.map((k) => round(s[k][e * s.lectores + r] as number))
      if (values.some((v) => v !== 0)) filas.push([l.ids[r] as number, ...values] as Row)
    }
    const propio = s.propio[e] as number
    const lector = propio < 0 ? null : (l.ids[propio] as number)
    const dia = s.dias[e] as number
    return { lugar: place, lector, muestras: s.muestras[e] as number, ...(dia && { dia: round(dia) }), filas }
  })
  const ajuste = [...s.ajuste].map(
    ([place, f]) =>
      [place, round(f.n), round(f.visto), round(f.esperado)] as [number, number, number, number],
  )
  return {
    ...(s.mezcla && { mezcla: s.mezcla }),
    ...(ajuste.length > 0 && { ajuste }),
    estados: estados.filter((e) => e.filas.length > 0),
  }
}

/**
 * Reverse of `packStats`, for the plant as it is now. What was learned of a reader that was removed or moved is left out, so that the
 * reader starts anew; so is what was learned of a place that no longer exists.
 * @param planta its readers, by their numbers in `l`
 * @param movidos ids of readers that were moved since
 * @param places the places that spots may be of
 */
export function unpackStats(
  g: StoredStats,
  planta: readonly LectorDePlanta[],
  l: Lectores,
  movidos: ReadonlySet<number>,
  places: ReadonlySet<number>,
): Stats {
  const s = createStats(planta, l.ids.length)
  s.mezcla = g.mezcla ?? null
  for (const [place, n, visto, esperado] of g.ajuste ?? [])
    if (places.has(place)) s.ajuste.set(place, { n, visto, esperado })
  const vigentes = new Set(planta.map((r) => r.lector))
  const numberOf = (id: number) => {
    const n = l.numeros.get(id)
    return n === undefined || movidos.has(id) || !vigentes.has(n) ? -1 : n
  }
  for (const { lugar: place, lector, muestras: samples, dia = 0, filas } of g.estados) {
    const propio = lector === null ? -1 : numberOf(lector)
    if (lector === null ? !places.has(place) : propio < 0) continue
    const e = lector === null ? addPoint(s, place) : s.propio.indexOf(propio)
    if (e < 0) continue
    s.muestras[e] = samples
    s.dias[e] = dia
    for (const [id, ...values] of filas) {
      const r = numberOf(id)
      if (r >= 0)
        for (const [k, field] of FIELDS.entries()) s[field][e * s.lectores + r] = values[k] as number
    }
  }
  return s
}
