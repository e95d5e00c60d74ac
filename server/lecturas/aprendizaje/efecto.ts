import type { Resumen } from '#contract/calibracion'
import type { Db } from '../../db/cliente'
import { countRight } from '../lugar/aprender'
import type { Lectores } from '../lugar/lectores'
import type { Muestra } from '../lugar/muestra'
import type { Sumas } from '../lugar/sumas'
import { compile } from '../lugar/tabla'
import { tablaDe } from './planta'
import { listConfirmadas } from './repo-escuela'
import { listActivos } from './repo-planta'
import type { Saber } from './saber'

/** Confirmations that a version is tried by. */
const EXAMENES = 50

/** A sample by the numbers that readers have here; those that are no more are left out. */
export const numberMuestra = (m: Muestra, l: Lectores): Muestra =>
  m.flatMap((o) => {
    const lector = l.numeros.get(o.lector)
    return lector === undefined ? [] : [{ ...o, lector }]
  })

/** Some of the confirmations that a version has just learned from, and what it would know without them. */
export type Parte = { ids: ReadonlySet<number>; sumas: () => Sumas }

/**
 * How many of the last confirmations are named right by what places are told by now, and by what `s` has come to know.
 * @param partes those that it has just learned from: each is named by what is known without it, or it would name itself
 */
export async function measureEfecto(
  db: Db,
  empresa: number,
  s: Saber,
  partes: readonly Parte[] = [],
): Promise<Pick<Resumen, 'confirmaciones' | 'antes' | 'ahora'>> {
  const activo = (await listActivos(db, [empresa]))[0] ?? null
  const confirmadas = (await listConfirmadas(db, empresa, EXAMENES)).map((c) => ({
    id: c.id,
    lugar: c.lugar,
    muestra: numberMuestra(c.muestra, s.lectores),
  }))
  const aprendidas = new Set(partes.flatMap((p) => [...p.ids]))
  const otras = confirmadas.filter((c) => !aprendidas.has(c.id))
  let ahora = countRight(compile(s.sumas, s.planta, 0), otras)
  for (const { ids, sumas } of partes) {
    const suyas = confirmadas.filter((c) => ids.has(c.id))
    if (suyas.length) ahora += countRight(compile(sumas(), s.planta, 0), suyas)
  }
  const antes = countRight(tablaDe(activo, s.planta, s.lectores), confirmadas)
  return { confirmaciones: confirmadas.length, antes, ahora }
}
