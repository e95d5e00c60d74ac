import type { Db } from '../../../platform/db/client'
import { createLectores, type Lectores } from '../engine/lectores'
import type { LectorDePlanta, Stats } from '../engine/model/stats'
import { type Learned, plantaOf, statsOf } from './planta'
import { findLearned, listActivos, listLocatedLectores } from './repo-planta'

/** A company's plant and its learned sums, to which more can be added. */
export type LearnedModel = {
  lectores: Lectores
  planta: LectorDePlanta[]
  aprendido: Learned | null
  sumas: Stats
}

/**
 * @param version undefined: the version that places are decided by
 * @returns null: there is no such version
 */
export async function loadLearnedModel(
  db: Db,
  empresa: number,
  version?: number,
): Promise<LearnedModel | null> {
  const aprendido =
    version === undefined
      ? ((await listActivos(db, [empresa]))[0] ?? null)
      : version === 0
        ? null
        : await findLearned(db, empresa, version)
  if (aprendido === undefined) return null
  const lectores = createLectores()
  const planta = plantaOf(lectores, await listLocatedLectores(db, [empresa]))
  return { lectores, planta, aprendido, sumas: statsOf(aprendido, planta, lectores) }
}
