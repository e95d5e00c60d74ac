import type { Resumen } from '#contract/oir/lecturas/calibracion'
import type { Db } from '../../../platform/db/client'
import type { Lectores } from '../engine/lectores'
import { countRight } from '../engine/model/aprender'
import { compile } from '../engine/model/emission-model'
import type { Sample } from '../engine/model/sample'
import type { Stats } from '../engine/model/stats'
import type { LearnedModel } from './learned-model'
import { emissionModelOf } from './planta'
import { listActivos } from './repo-planta'
import { listConfirmadas } from './repo-shadow-model'

/** Most confirmations that a version is tested on. */
const HOLDOUTS = 50

/** A sample with the reader numbers of `l`. Readers that no longer exist are left out. */
export const numberSample = (m: Sample, l: Lectores): Sample =>
  m.flatMap((o) => {
    const lector = l.numeros.get(o.lector)
    return lector === undefined ? [] : [{ ...o, lector }]
  })

/** Some of the confirmations that a version has just learned from, and the sums that it would have without them. */
export type Parte = { ids: ReadonlySet<number>; sumas: () => Stats }

/**
 * How many of the last confirmations are named right, by the present version and by `s`.
 * @param partes confirmations that `s` has just learned from. Each is tested without what it taught: else it would be tested on itself
 */
export async function measureEffect(
  db: Db,
  empresa: number,
  s: LearnedModel,
  partes: readonly Parte[] = [],
): Promise<Pick<Resumen, 'confirmaciones' | 'antes' | 'ahora'>> {
  const activo = (await listActivos(db, [empresa]))[0] ?? null
  const confirmadas = (await listConfirmadas(db, empresa, HOLDOUTS)).map((c) => ({
    id: c.id,
    lugar: c.lugar,
    muestra: numberSample(c.muestra, s.lectores),
  }))
  const aprendidas = new Set(partes.flatMap((p) => [...p.ids]))
  const otras = confirmadas.filter((c) => !aprendidas.has(c.id))
  let ahora = countRight(compile(s.sumas, s.planta, 0), otras)
  for (const { ids, sumas: stats } of partes) {
    const suyas = confirmadas.filter((c) => ids.has(c.id))
    if (suyas.length) ahora += countRight(compile(stats(), s.planta, 0), suyas)
  }
  const antes = countRight(emissionModelOf(activo, s.planta, s.lectores), confirmadas)
  return { confirmaciones: confirmadas.length, antes, ahora }
}
