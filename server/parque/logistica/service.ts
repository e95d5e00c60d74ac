import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { FilaLt } from '#contract/parque/logistica/logistica'
import { UBICACIONES_LT } from '#contract/parque/logistica/values'
import type { Db } from '../../platform/db/client'
import type { Conjunto } from '../dispositivos/service'
import { listLt } from './repo'

const COLUMN_DE = new Map<string, number>(UBICACIONES_LT.map((u, i) => [u, i]))

/** The columns of the board, and all other locations as one. */
const CON_OTRAS = [...UBICACIONES_LT, 'otras']

const claveOf = (empresa: number, codigo: string) => `${empresa} ${codigo}`

/** Devices of one kind and place. Without `tipo` they are containers, without `incierto` their place is not in doubt. */
type Contados = Pick<Conjunto, 'empresa_id' | 'familia' | 'ubicacion' | 'n'> &
  Partial<Pick<Conjunto, 'tipo' | 'incierto'>>

/**
 * The board: each code in order, with the number of its containers at each place.
 * @param conjuntos the devices of the company (null: of all)
 */
export async function listTablero(
  db: Db,
  conjuntos: readonly Contados[],
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
