import type { FilaLt } from '#contract/dispositivos/logistica'
import { SIN_UBICACION } from '#contract/valores/dispositivos/inventario'
import { UBICACIONES_LT } from '#contract/valores/dispositivos/logistica'
import type { Db } from '../../platform/db/client'
import type { Conjunto } from '../dispositivos/service'
import { listLt } from './repo'

const COLUMN_DE = new Map<string, number>(UBICACIONES_LT.map((u, i) => [u, i]))

/** The columns of the board, and all other locations as one. */
const CON_OTRAS = [...UBICACIONES_LT, 'otras']

const claveOf = (empresa: number, codigo: string) => `${empresa} ${codigo}`

/**
 * The board: each code in order, with the number of its containers at each place.
 * @param conjuntos the devices of the company (null: of all)
 */
export async function listTablero(
  db: Db,
  conjuntos: readonly Conjunto[],
  empresa: number | null,
): Promise<FilaLt[]> {
  const rows = new Map(
    (await listLt(db, empresa)).map((l): [string, FilaLt] => [
      claveOf(l.empresa, l.codigo),
      {
        ...l,
        cuentas: UBICACIONES_LT.map(() => 0),
        otras: 0,
        dudosas: CON_OTRAS.map(() => 0),
        sin_senal: CON_OTRAS.map(() => 0),
        encontrados: 0,
      },
    ]),
  )
  for (const { ubicacion, n, tipo, familia, empresa_id, incierto } of conjuntos) {
    const row = tipo === 'Reader' || familia === null ? undefined : rows.get(claveOf(empresa_id, familia))
    if (!row) continue
    const lugar = ubicacion ?? SIN_UBICACION
    const column = COLUMN_DE.get(lugar)
    if (column === undefined) row.otras += n
    else row.cuentas[column] = (row.cuentas[column] ?? 0) + n
    const i = column ?? UBICACIONES_LT.length
    if (incierto === 'dudoso') row.dudosas[i] = (row.dudosas[i] ?? 0) + n
    else if (incierto === 'sin_senal') row.sin_senal[i] = (row.sin_senal[i] ?? 0) + n
    if (lugar !== SIN_UBICACION) row.encontrados += n
  }
  return [...rows.values()]
}

/**
 * The codes of all companies that lack containers, in order, and how many.
 * @param encontrados number of containers at a place, by company and code
 */
export async function listFaltas(
  db: Db,
  encontrados: readonly { empresa: number; familia: string | null; n: number }[],
): Promise<{ empresa: number; codigo: string; faltan: number }[]> {
  const found = new Map<string, number>()
  for (const { empresa, familia, n } of encontrados) {
    if (familia === null) continue
    const clave = claveOf(empresa, familia)
    found.set(clave, (found.get(clave) ?? 0) + n)
  }
  return (await listLt(db, null)).flatMap(({ empresa, codigo, total }) => {
    const faltan = total - (found.get(claveOf(empresa, codigo)) ?? 0)
    return faltan > 0 ? [{ empresa, codigo, faltan }] : []
  })
}
