import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { FilaEstado } from '#contract/parque/ubicaciones/ubicaciones'
import type { Conjunto } from '../dispositivos/service'

export type Filter = { familia?: string; ubicacion?: string }

const ROWS = 100_000

/** Sorts as the database does, with missing values last. */
const compare = (a: string | null, b: string | null) =>
  a === b ? 0 : a === null ? 1 : b === null || a < b ? -1 : 1

/** Number of tags that each reader of each location hears. */
export function countEstado(conjuntos: readonly Conjunto[], f: Filter): FilaEstado[] {
  const rows = new Map<string, FilaEstado>()
  for (const { tipo, familia, lector, incierto, n, ...c } of conjuntos) {
    const ubicacion = c.ubicacion ?? SIN_UBICACION
    if (tipo === 'Reader' || (f.familia !== undefined && familia !== f.familia)) continue
    if (f.ubicacion !== undefined && ubicacion !== f.ubicacion) continue
    const clave = JSON.stringify([ubicacion, lector])
    const row = rows.get(clave) ?? { ubicacion, lector, n: 0, dudosos: 0, sin_senal: 0 }
    row.n += n
    if (incierto === 'dudoso') row.dudosos += n
    else if (incierto === 'sin_senal') row.sin_senal += n
    rows.set(clave, row)
  }
  return [...rows.values()]
    .sort((a, b) => compare(a.ubicacion, b.ubicacion) || compare(a.lector, b.lector))
    .slice(0, ROWS)
}
