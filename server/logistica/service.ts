import type { FilaLt } from '#contract/logistica'
import { SIN_UBICACION } from '#contract/valores/inventario'
import { UBICACIONES_LT } from '#contract/valores/logistica'
import type { Db } from '../db/cliente'
import type { Conjunto } from '../dispositivos/service'
import { listLt } from './repo'

const COLUMNA_DE = new Map<string, number>(UBICACIONES_LT.map((u, i) => [u, i]))

/** The columns, and the other locations behind them. */
const CON_OTRAS = [...UBICACIONES_LT, 'otras']

const claveDe = (empresa: number, codigo: string) => `${empresa} ${codigo}`

/**
 * The board: each code with how many of its containers are where, in the order of the codes.
 * @param conjuntos the devices of the company (null: of all)
 */
export async function listTablero(
  db: Db,
  conjuntos: readonly Conjunto[],
  empresa: number | null,
): Promise<FilaLt[]> {
  const filas = new Map(
    (await listLt(db, empresa)).map((l): [string, FilaLt] => [
      claveDe(l.empresa, l.codigo),
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
    const fila = tipo === 'Reader' || familia === null ? undefined : filas.get(claveDe(empresa_id, familia))
    if (!fila) continue
    const lugar = ubicacion ?? SIN_UBICACION
    const columna = COLUMNA_DE.get(lugar)
    if (columna === undefined) fila.otras += n
    else fila.cuentas[columna] = (fila.cuentas[columna] ?? 0) + n
    const i = columna ?? UBICACIONES_LT.length
    if (incierto === 'dudoso') fila.dudosas[i] = (fila.dudosas[i] ?? 0) + n
    else if (incierto === 'sin_senal') fila.sin_senal[i] = (fila.sin_senal[i] ?? 0) + n
    if (lugar !== SIN_UBICACION) fila.encontrados += n
  }
  return [...filas.values()]
}
