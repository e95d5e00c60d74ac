import type { CambioAjustes, ClaseEtiquetas } from '#contract/parque/ajustes/ajustes'
import { type AjustesEmpresa, sortUmbrales } from '#contract/parque/ajustes/umbrales-values'
import { perdidoComun } from '#contract/parque/ajustes/values'
import type { Db } from '../../platform/db/client'
import { noEncontrado } from '../../platform/http/errores'
import * as repo from './repo'

/** Settings of these companies, by company id; unknown companies are left out. */
export const listAjustes = (db: Db, empresas: number[]): Promise<Map<number, AjustesEmpresa>> =>
  repo.listAjustes(db, empresas)

/** The settings of a company. Throws 404. */
export async function getAjustes(db: Db, empresa: number): Promise<AjustesEmpresa> {
  const ajustes = (await repo.listAjustes(db, [empresa])).get(empresa)
  if (!ajustes) throw noEncontrado('No existe esa empresa.')
  return ajustes
}

/** Throws 404. A trigger on the table notifies every running process. */
export async function setAjustes(tx: Db, empresa: number, cambio: CambioAjustes): Promise<AjustesEmpresa> {
  const { umbrales, ...numbers } = cambio
  const hechos = await repo.saveAjustes(tx, empresa, numbers, umbrales ? sortUmbrales(umbrales) : null)
  if (!hechos) throw noEncontrado('No existe esa empresa.')
  return hechos
}

/** Throws 404. */
export async function listClasesDeEtiquetas(db: Db, empresa: number): Promise<ClaseEtiquetas[]> {
  await getAjustes(db, empresa)
  return repo.listKinds(db, empresa)
}

/** Minutes of silence after which a container counts as lost; of a company, or of all (null). Null: companies differ, or there are none. */
export async function findPerdido(db: Db, empresa: number | null): Promise<number | null> {
  return perdidoComun(await repo.listPlazos(db, empresa))
}
