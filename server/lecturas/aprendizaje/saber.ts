import type { Db } from '../../db/cliente'
import { createLectores, type Lectores } from '../lugar/lectores'
import type { LectorDePlanta, Sumas } from '../lugar/sumas'
import { type Aprendido, plantaDe, sumasDe } from './planta'
import { findAprendido, listActivos, listLectoresSituados } from './repo-planta'

/** What is known of a company's plant, to learn more by. */
export type Saber = {
  lectores: Lectores
  planta: LectorDePlanta[]
  aprendido: Aprendido | null
  sumas: Sumas
}

/** @param version undefined: the one that places are told by; null where there is no such version */
export async function loadSaber(db: Db, empresa: number, version?: number): Promise<Saber | null> {
  const aprendido =
    version === undefined
      ? ((await listActivos(db, [empresa]))[0] ?? null)
      : version === 0
        ? null
        : await findAprendido(db, empresa, version)
  if (aprendido === undefined) return null
  const lectores = createLectores()
  const planta = plantaDe(lectores, await listLectoresSituados(db, [empresa]))
  return { lectores, planta, aprendido, sumas: sumasDe(aprendido, planta, lectores) }
}
