import { MIN_MUESTRAS } from '#contract/oir/lecturas/calibracion-values'
import type { Db } from '../../../platform/db/client'
import { lockEmpresa } from '../../../platform/db/queries/empresa'
import { noEncontrado } from '../../../platform/http/errores'
import { doEach } from '../../../platform/jobs/each'
import { fitExponente } from '../engine/certeza'
import { addSample, learnPlace } from '../engine/model/aprender'
import { noteFit } from '../engine/model/fit'
import { packStats } from '../engine/model/guardado'
import { copyStats, joinSpots, type Stats } from '../engine/model/stats'
import { measureEffect, numberSample, type Parte } from './effect'
import { type LearnedModel, loadLearnedModel } from './learned-model'
import { chooseModels } from './models'
import { emissionModelOf } from './planta'
import { insertLearned } from './repo'
import * as repo from './repo-shadow-model'

/** With fewer confirmations nobody can tell whether a new version is better. */
const MIN_HOLDOUTS = 10
/** Most confirmations among which new ones are searched. */
const RECIENTES = 1000

/** Folds of the test of what a version learned from confirmations. */
const PARTES = 5

type Confirmadas = { ids: number[]; lugares: number[]; partes: Parte[] }

/**
 * Learn new confirmations. One rest is one sample. Only places that were walked learn: elsewhere single samples would distort the weight of
 * places against each other.
 * @returns ids and places of the confirmations learned, and for each fold the sums without its confirmations
 */
function learnConfirmadas(s: LearnedModel, confirmadas: readonly repo.Confirmada[]): Confirmadas {
  const joined = joinSpots(s.sumas)
  const andados = new Set(
    joined.lugares.filter(
      (_, e) => (joined.propio[e] as number) < 0 && (joined.muestras[e] as number) >= MIN_MUESTRAS,
    ),
  )
  const nuevas = confirmadas.filter((c) => c.nueva && andados.has(c.lugar))
  const known = emissionModelOf(s.aprendido, s.planta, s.lectores)
  for (const c of nuevas) noteFit(s.sumas, known, c.lugar, numberSample(c.muestra, s.lectores))
  const before = copyStats(s.sumas)
  const teach = (a: Stats, cuales: typeof nuevas) => {
    for (const c of cuales) learnPlace(a, c.lugar, [numberSample(c.muestra, s.lectores)], c.dia)
    return a
  }
  teach(s.sumas, nuevas)
  const partes = Array.from({ length: Math.min(PARTES, nuevas.length) }, (_, k) => ({
    ids: new Set(nuevas.filter((_, i) => i % PARTES === k).map((c) => c.id)),
    sumas: () =>
      teach(
        { ...copyStats(before), mezcla: s.sumas.mezcla },
        nuevas.filter((_, i) => i % PARTES !== k),
      ),
  }))
  return { ids: nuevas.map((c) => c.id), lugares: nuevas.map((c) => c.lugar), partes }
}

/**
 * Learn rests without doubt into the surroundings of their readers.
 * @returns the places, the number of rests learned, and all that were read
 */
async function learnTrainingRests(
  tx: Db,
  empresa: number,
  s: LearnedModel,
): Promise<{ n: number; lugares: number[]; rests: repo.TrainingRest[] }> {
  const places = new Set<number>()
  const known = emissionModelOf(s.aprendido, s.planta, s.lectores)
  let n = 0
  const rests = await repo.takeTrainingRests(tx, empresa)
  for (const d of rests) {
    const propio = s.lectores.numeros.get(d.lector)
    const estado = propio === undefined ? -1 : s.sumas.propio.indexOf(propio)
    if (estado < 0) continue
    const sample = numberSample(d.muestra, s.lectores)
    addSample(s.sumas, estado, sample)
    noteFit(s.sumas, known, s.sumas.lugares[estado] as number, sample)
    places.add(s.sumas.lugares[estado] as number)
    n++
  }
  return { n, lugares: [...places], rests }
}

function motivoOf(confirmaciones: number, before: number, now: number): string | null {
  if (confirmaciones < MIN_HOLDOUTS)
    return `Faltan confirmaciones para probarla: hay ${confirmaciones} de ${MIN_HOLDOUTS}.`
  return now < before ? 'Nombra peor las últimas confirmaciones.' : null
}

/**
 * Learn from confirmations and from rests without doubt. The version is used only if it names the last confirmations no worse than the
 * present one; else it is kept with the reason.
 * @param actor null: no person asked for it
 * @returns the new version; null: there is nothing new
 */
export async function learnSolo(tx: Db, empresa: number, actor: string | null): Promise<number | null> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  const s = (await loadLearnedModel(tx, empresa)) as LearnedModel
  const trainingRests = await learnTrainingRests(tx, empresa, s)
  const {
    ids,
    lugares: places,
    partes,
  } = learnConfirmadas(s, await repo.listConfirmadas(tx, empresa, RECIENTES))
  if (!ids.length && !trainingRests.n) return null
  const modelos = chooseModels(s)
  const effect = await measureEffect(tx, empresa, s, partes)
  const motivo = motivoOf(effect.confirmaciones, effect.antes, effect.ahora)
  await repo.removeIntentos(tx, empresa)
  const version = await insertLearned(tx, {
    empresa,
    clase: trainingRests.n ? 'solo' : 'confirmaciones',
    autor: actor,
    resumen: {
      ...effect,
      lugares: new Set([...places, ...trainingRests.lugares]).size,
      muestras: ids.length + trainingRests.n,
      de: null,
      motivo,
      modelos,
    },
    sumas: packStats(s.sumas, s.lectores),
    exponente: fitExponente(await repo.listCasos(tx, empresa)),
    activo: motivo === null,
  })
  if (motivo !== null) return version
  await repo.markConfirmadas(tx, ids, version)
  await repo.removeTrainingRests(tx, trainingRests.rests)
  return version
}

/** Learn for the companies that are due. A failure at one does not stop the others. */
export async function learnDue(db: Db): Promise<void> {
  await doEach(await repo.listDue(db), (e) => db.transaction().execute((tx) => learnSolo(tx, e, null)))
}
