import type { Resumen } from '#contract/calibracion'
import type { Db } from '../../db/cliente'
import { countRight, type Examen } from '../lugar/aprender'
import type { Lectores } from '../lugar/lectores'
import type { Muestra } from '../lugar/muestra'
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

/** How many of the last confirmations are named right by what places are told by now, and by what `s` has come to know. */
export async function measureEfecto(
  db: Db,
  empresa: number,
  s: Saber,
): Promise<Pick<Resumen, 'confirmaciones' | 'antes' | 'ahora'>> {
  const activo = (await listActivos(db, [empresa]))[0] ?? null
  const examenes: Examen[] = (await listConfirmadas(db, empresa, EXAMENES)).map((c) => ({
    lugar: c.lugar,
    muestra: numberMuestra(c.muestra, s.lectores),
  }))
  return {
    confirmaciones: examenes.length,
    antes: countRight(tablaDe(activo, s.planta, s.lectores), examenes),
    ahora: countRight(compile(s.sumas, s.planta, 0), examenes),
  }
}
