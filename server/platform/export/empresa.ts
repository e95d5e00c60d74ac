import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import type { Db } from '../db/client'
import { listNombresEmpresa } from './repo'
import type { Column } from './tabla'

/**
 * The columns of a file, with the company of each row if that column is requested.
 * @param empresaOf id of the company of a row
 * @param make makes the other columns from those requested
 */
export async function addEmpresa<C extends Column<never>, T>(
  db: Db,
  pedidas: string[] | undefined,
  empresaOf: (row: T) => number,
  make: (pedidas: string[] | undefined) => (C & Column<T>)[],
): Promise<Column<T>[]> {
  const sitio = pedidas?.indexOf(COLUMNA_EMPRESA) ?? -1
  if (!pedidas || sitio < 0) return make(pedidas)
  const nombres = await listNombresEmpresa(db)
  const valor = (f: T) => nombres.get(empresaOf(f)) ?? `Empresa ${empresaOf(f)}`
  const columns: Column<T>[] = make(pedidas.filter((c) => c !== COLUMNA_EMPRESA))
  return columns.toSpliced(sitio, 0, { titulo: 'Empresa', valor, ancho: 22 })
}
