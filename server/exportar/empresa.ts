import { COLUMNA_EMPRESA } from '#contract/valores/exportar'
import type { Db } from '../db/cliente'
import { listNombresEmpresa } from './repo'
import type { Columna } from './tabla'

/**
 * The columns of a file, with the company of each row where that is one of those asked for.
 * @param empresaDe id of the company of a row
 * @param make the other columns, of those asked for
 */
export async function addEmpresa<C extends Columna<never>, T>(
  db: Db,
  pedidas: string[] | undefined,
  empresaDe: (fila: T) => number,
  make: (pedidas: string[] | undefined) => (C & Columna<T>)[],
): Promise<Columna<T>[]> {
  const sitio = pedidas?.indexOf(COLUMNA_EMPRESA) ?? -1
  if (!pedidas || sitio < 0) return make(pedidas)
  const nombres = await listNombresEmpresa(db)
  const valor = (f: T) => nombres.get(empresaDe(f)) ?? `Empresa ${empresaDe(f)}`
  const columnas: Columna<T>[] = make(pedidas.filter((c) => c !== COLUMNA_EMPRESA))
  return columnas.toSpliced(sitio, 0, { titulo: 'Empresa', valor, ancho: 22 })
}
