import { MIN_MUESTRAS } from '#contract/oir/lecturas/calibracion-values'
import type { Db } from '../../../platform/db/client'
import { lockEmpresa } from '../../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../../platform/http/errores'
import { machineClock } from '../../../platform/time/machine-clock'
import { learnPlace } from '../engine/model/aprender'
import { packStats } from '../engine/model/guardado'
import { PIEZA_S, type Sample, samplesOf } from '../engine/model/sample'
import { forgetPlace } from '../engine/model/stats'
import { measureEffect } from './effect'
import { type LearnedModel, loadLearnedModel } from './learned-model'
import { chooseModels } from './models'
import { dayOf } from './planta'
import { insertLearned } from './repo'
import * as repo from './repo-paseo'

export async function findPaseo(db: Db, empresa: number) {
  const paseo = await repo.findPaseo(db, empresa)
  return paseo ? { ...paseo, paradas: await repo.listParadas(db, paseo) } : null
}

async function findCurrent(db: Db, empresa: number): Promise<repo.PaseoRow> {
  const paseo = await repo.findPaseo(db, empresa)
  if (!paseo) throw noEncontrado('No hay ningún paseo en marcha.')
  return paseo
}

async function hold(tx: Db, empresa: number): Promise<void> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
}

export async function startPaseo(tx: Db, empresa: number, nombre: string, actor: string): Promise<void> {
  await hold(tx, empresa)
  const otro = await repo.findPaseo(tx, empresa)
  if (otro) throw conflicto(`${otro.autor} tiene un paseo en marcha.`, 'paseo_en_marcha')
  const d = await repo.findContenedor(tx, empresa, nombre)
  if (!d) throw noEncontrado('No hay ningún dispositivo con esa MAC o ese apodo.')
  if (d.tipo === 'Reader')
    throw entradaNoValida('Un lector no sirve para el paseo: elige una etiqueta.', 'dispositivo')
  await repo.insertPaseo(tx, empresa, d.id, actor)
}

export async function startParada(tx: Db, empresa: number, ubicacion: number): Promise<void> {
  await hold(tx, empresa)
  const paseo = await findCurrent(tx, empresa)
  if (!(await repo.isUbicacionOf(tx, empresa, ubicacion))) throw noEncontrado('No existe esa ubicación.')
  await repo.startParada(tx, paseo.id, ubicacion)
}

export async function endParada(tx: Db, empresa: number, descartar: boolean): Promise<void> {
  await hold(tx, empresa)
  const paseo = await findCurrent(tx, empresa)
  await (descartar ? repo.removeParada : repo.endParada)(tx, paseo.id)
}

/** The samples of each place where the tag was heard enough. Silence of readers that were dead is left out. */
async function readSamples(tx: Db, paseo: repo.PaseoRow, s: LearnedModel): Promise<Map<number, Sample[]>> {
  const walkObservations = await repo.listWalkObservations(tx, paseo)
  const mudos = await repo.listMudos(tx, paseo)
  const numberOf = (id: number) => s.lectores.numeros.get(id)
  const porPlace = new Map<number, Sample[]>()
  for (const place of new Set(walkObservations.map((o) => o.ubicacion))) {
    const callan = new Set(mudos.flatMap((m) => (m.ubicacion === place ? [numberOf(m.lector)] : [])))
    const conocidos = walkObservations.flatMap((o) => {
      const lector = numberOf(o.lector)
      return o.ubicacion !== place || lector === undefined ? [] : [{ s: o.s, lector, nivel: o.nivel }]
    })
    const samples = samplesOf(conocidos, s.lectores).map((m) => m.filter((o) => !callan.has(o.lector)))
    const piezas = new Set(conocidos.map((o) => Math.floor(o.s / PIEZA_S))).size
    if (piezas >= MIN_MUESTRAS) porPlace.set(place, samples)
  }
  return porPlace
}

/**
 * End the current walk and learn from it. What was known of its places before is replaced.
 * @returns the version by which places are decided from now on
 */
export async function learnPaseo(tx: Db, empresa: number, actor: string): Promise<number> {
  await hold(tx, empresa)
  const paseo = await findCurrent(tx, empresa)
  await repo.endParada(tx, paseo.id)
  const learnedModel = (await loadLearnedModel(tx, empresa)) as LearnedModel
  const porPlace = await readSamples(tx, paseo, learnedModel)
  if (!porPlace.size)
    throw conflicto('En ningún lugar se ha oído el dispositivo lo bastante para aprender.', 'sin_muestras')
  const { sumas: stats, lectores, aprendido } = learnedModel
  const dia = dayOf(machineClock.now())
  let n = 0
  for (const [place, samples] of porPlace) {
    forgetPlace(stats, place)
    learnPlace(stats, place, samples, dia)
    n += samples.length
  }
  const modelos = chooseModels(learnedModel)
  const version = await insertLearned(tx, {
    empresa,
    clase: 'paseo',
    autor: actor,
    resumen: {
      ...(await measureEffect(tx, empresa, learnedModel)),
      lugares: porPlace.size,
      muestras: n,
      de: null,
      motivo: null,
      modelos,
    },
    sumas: packStats(stats, lectores),
    exponente: aprendido?.exponente ?? null,
    activo: true,
  })
  await repo.endPaseo(tx, paseo, version)
  return version
}

export async function cancelPaseo(tx: Db, empresa: number): Promise<void> {
  await hold(tx, empresa)
  await repo.endPaseo(tx, await findCurrent(tx, empresa), null)
}
