import { type Ajustes, perdidoComun } from '#contract/valores/ajustes'
import type { Db } from '../db/cliente'
import { noEncontrado } from '../http/errores'
import * as repo from './repo'

/** The numbers of these companies, by their number; one that does not exist is not there. */
export const listAjustes = (db: Db, empresas: number[]): Promise<Map<number, Ajustes>> =>
  repo.listAjustes(db, empresas)

/** The numbers of a company. Throws 404. */
export async function getAjustes(db: Db, empresa: number): Promise<Ajustes> {
  const ajustes = (await repo.listAjustes(db, [empresa])).get(empresa)
  if (!ajustes) throw noEncontrado('No existe esa empresa.')
  return ajustes
}

/** Throws 404. The table tells every running process. */
export async function setAjustes(tx: Db, empresa: number, ajustes: Ajustes): Promise<Ajustes> {
  if (!(await repo.saveAjustes(tx, empresa, ajustes))) throw noEncontrado('No existe esa empresa.')
  return ajustes
}

/**
 * After how many minutes unheard a container is lost: in a company, or in all (null). Null where companies differ, or
 * there are none.
 */
export async function findPerdido(db: Db, empresa: number | null): Promise<number | null> {
  return perdidoComun(await repo.listPlazos(db, empresa))
}
