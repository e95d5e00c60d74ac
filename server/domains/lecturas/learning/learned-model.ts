import type { Db } from '../../../platform/db/client'
import { createLectores, type Lectores } from '../engine/lectores'
import type { LectorDePlanta, Stats } from '../engine/model/stats'
import { type Learned, plantaOf, statsOf } from './planta'
import { findLearned, listActivos, listLocatedLectores } from './repo-planta'

/** What is known of a company's plant, to learn more by. */
export type LearnedModel = {
  lectores: Lectores
  planta: LectorDePlanta[]
  aprendido: Learned | null
  sumas: Stats
}

/** @param version undefined: the one that places are decided by; null where there is no such version */
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
