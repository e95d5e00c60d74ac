import type { Db } from '../../../platform/db/client'
import { lockEmpresa } from '../../../platform/db/queries/empresa'
import { conflicto, noEncontrado } from '../../../platform/http/errores'
import { isStale, misfitOf } from '../engine/model/ageing'
import { packStats } from '../engine/model/guardado'
import { measureEffect } from './effect'
import { loadLearnedModel } from './learned-model'
import { chooseModels } from './models'
import { insertLearned, isSinUsar, listPlaces, listVersiones } from './repo'
import { listActivos } from './repo-planta'

/** How well each location is known, and the list of versions. */
export async function getCalibracion(db: Db, empresa: number) {
  const activo = (await listActivos(db, [empresa]))[0]
  const samples = new Map<number, number>()
  for (const e of activo?.sumas.estados ?? [])
    if (e.lector === null) samples.set(e.lugar, (samples.get(e.lugar) ?? 0) + e.muestras)
  const fits = new Map(
    (activo?.sumas.ajuste ?? []).map(([place, n, visto, esperado]) => [place, { n, visto, esperado }]),
  )
  const places = await listPlaces(db, empresa)
  return {
    ubicaciones: places.map((u) => ({
      ...u,
      muestras: samples.get(u.id) ?? 0,
      desajuste: misfitOf(fits.get(u.id)),
      repetir: isStale(fits.get(u.id)),
    })),
    versiones: await listVersiones(db, empresa),
  }
}

/**
 * Go back to a version, without what no longer holds. It becomes the newest version, so that the history stays visible.
 * @param version 0: before anything was learned
 */
export async function restoreVersion(
  tx: Db,
  empresa: number,
  version: number,
  actor: string,
): Promise<number> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  if (await isSinUsar(tx, empresa, version))
    throw conflicto('Esa versión no se ha usado nunca: no se puede volver a ella.', 'sin_usar')
  const learnedModel = await loadLearnedModel(tx, empresa, version)
  if (!learnedModel) throw noEncontrado('No existe esa versión.')
  const modelos = chooseModels(learnedModel)
  return insertLearned(tx, {
    empresa,
    clase: 'vuelta atrás',
    autor: actor,
    resumen: {
      ...(await measureEffect(tx, empresa, learnedModel)),
      lugares: 0,
      muestras: 0,
      de: version,
      motivo: null,
      modelos,
    },
    sumas: packStats(learnedModel.sumas, learnedModel.lectores),
    exponente: learnedModel.aprendido?.exponente ?? null,
    activo: true,
  })
}
