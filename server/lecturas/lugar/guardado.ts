import type { Lectores } from './lectores'
import { addPunto, createSumas, type LectorDePlanta, type Sumas } from './sumas'

/** What one reader heard in one state: its id, n, Σx, Σx² (dBm), told, heard; as in Sumas. */
type Fila = [lector: number, n: number, x: number, xx: number, dicho: number, oido: number]

/** Sums by the ids of readers and places, as a database keeps them; what nobody ever heard is left out. */
export type SumasGuardadas = {
  /** Absent: rests had told nothing of it yet. */
  cercania?: number
  /** `lector`: whose surroundings it is; null: a spot of the place. */
  estados: { lugar: number; lector: number | null; muestras: number; filas: Fila[] }[]
}

const CAMPOS = ['n', 'x', 'xx', 'dicho', 'oido'] as const
/** Digits behind the point that are kept. */
const round = (v: number) => Math.round(v * 1000) / 1000

export function packSumas(s: Sumas, l: Lectores): SumasGuardadas {
  const estados = s.lugares.map((lugar, e) => {
    const filas: Fila[] = []
    for (let r = 0; r < s.lectores; r++) {
      const valores = CAMPOS.map((k) => round(s[k][e * s.lectores + r] as number))
      if (valores.some((v) => v !== 0)) filas.push([l.ids[r] as number, ...valores] as Fila)
    }
    const propio = s.propio[e] as number
    const lector = propio < 0 ? null : (l.ids[propio] as number)
    return { lugar, lector, muestras: s.muestras[e] as number, filas }
  })
  return { cercania: round(s.cercania), estados: estados.filter((e) => e.filas.length > 0) }
}

/**
 * The same again for the plant of now. What was learned of a reader that has gone, or was moved since, is left out: it starts anew; so
 * is that of a place that is no more.
 * @param planta its readers, by their numbers in `l`
 * @param movidos ids of readers that were moved since
 * @param lugares the places that spots may be of
 */
export function unpackSumas(
  g: SumasGuardadas,
  planta: readonly LectorDePlanta[],
  l: Lectores,
  movidos: ReadonlySet<number>,
  lugares: ReadonlySet<number>,
): Sumas {
  const s = createSumas(planta, l.ids.length)
  s.cercania = g.cercania ?? s.cercania
  const vigentes = new Set(planta.map((r) => r.lector))
  const numeroDe = (id: number) => {
    const n = l.numeros.get(id)
    return n === undefined || movidos.has(id) || !vigentes.has(n) ? -1 : n
  }
  for (const { lugar, lector, muestras, filas } of g.estados) {
    const propio = lector === null ? -1 : numeroDe(lector)
    if (lector === null ? !lugares.has(lugar) : propio < 0) continue
    const e = lector === null ? addPunto(s, lugar) : s.propio.indexOf(propio)
    if (e < 0) continue
    s.muestras[e] = muestras
    for (const [id, ...valores] of filas) {
      const r = numeroDe(id)
      if (r >= 0)
        for (const [k, campo] of CAMPOS.entries()) s[campo][e * s.lectores + r] = valores[k] as number
    }
  }
  return s
}
