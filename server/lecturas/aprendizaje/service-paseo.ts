import { MIN_MUESTRAS } from '#contract/valores/calibracion'
import type { Db } from '../../db/cliente'
import { lockEmpresa } from '../../db/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../http/errores'
import { learnLugar } from '../lugar/aprender'
import { packSumas } from '../lugar/guardado'
import { type Muestra, muestrasOf, PIEZA_S } from '../lugar/muestra'
import { PARAMETROS } from '../lugar/parametros'
import { forgetLugar } from '../lugar/sumas'
import { measureEfecto } from './efecto'
import { insertAprendido } from './repo'
import * as repo from './repo-paseo'
import { loadSaber, type Saber } from './saber'

export async function findPaseo(db: Db, empresa: number) {
  const paseo = await repo.findPaseo(db, empresa)
  return paseo ? { ...paseo, paradas: await repo.listParadas(db, paseo) } : null
}

async function findActual(db: Db, empresa: number): Promise<repo.FilaPaseo> {
  const paseo = await repo.findPaseo(db, empresa)
  if (!paseo) throw noEncontrado('No hay ningún paseo en marcha.')
  return paseo
}

async function hold(tx: Db, empresa: number): Promise<void> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
}

export async function startPaseo(tx: Db, empresa: number, nombre: string, autor: string): Promise<void> {
  await hold(tx, empresa)
  const otro = await repo.findPaseo(tx, empresa)
  if (otro) throw conflicto(`${otro.autor} tiene un paseo en marcha.`, 'paseo_en_marcha')
  const d = await repo.findContenedor(tx, empresa, nombre)
  if (!d) throw noEncontrado('No hay ningún dispositivo con esa MAC o ese apodo.')
  if (d.tipo === 'Reader')
    throw entradaNoValida('Un lector no sirve para el paseo: elige una etiqueta.', 'dispositivo')
  await repo.insertPaseo(tx, empresa, d.id, autor)
}

export async function startParada(tx: Db, empresa: number, ubicacion: number): Promise<void> {
  await hold(tx, empresa)
  const paseo = await findActual(tx, empresa)
  if (!(await repo.isUbicacionDe(tx, empresa, ubicacion))) throw noEncontrado('No existe esa ubicación.')
  await repo.startParada(tx, paseo.id, ubicacion)
}

export async function endParada(tx: Db, empresa: number, descartar: boolean): Promise<void> {
  await hold(tx, empresa)
  const paseo = await findActual(tx, empresa)
  await (descartar ? repo.removeParada : repo.endParada)(tx, paseo.id)
}

/** The samples of each place where the tag was heard enough, without what dead readers did not tell. */
async function readMuestras(tx: Db, paseo: repo.FilaPaseo, s: Saber): Promise<Map<number, Muestra[]>> {
  const oidos = await repo.listOidos(tx, paseo)
  const mudos = await repo.listMudos(tx, paseo)
  const numeroDe = (id: number) => s.lectores.numeros.get(id)
  const porLugar = new Map<number, Muestra[]>()
  for (const lugar of new Set(oidos.map((o) => o.ubicacion))) {
    const callan = new Set(mudos.flatMap((m) => (m.ubicacion === lugar ? [numeroDe(m.lector)] : [])))
    const conocidos = oidos.flatMap((o) => {
      const lector = numeroDe(o.lector)
      return o.ubicacion !== lugar || lector === undefined ? [] : [{ s: o.s, lector, nivel: o.nivel }]
    })
    const muestras = muestrasOf(conocidos, s.lectores).map((m) => m.filter((o) => !callan.has(o.lector)))
    const piezas = new Set(conocidos.map((o) => Math.floor(o.s / PIEZA_S))).size
    if (piezas >= MIN_MUESTRAS) porLugar.set(lugar, muestras)
  }
  return porLugar
}

/**
 * End the walk that goes on and learn from it; what was known of its places before is replaced.
 * @returns the version that places are told by from now on
 */
export async function learnPaseo(tx: Db, empresa: number, autor: string): Promise<number> {
  await hold(tx, empresa)
  const paseo = await findActual(tx, empresa)
  await repo.endParada(tx, paseo.id)
  const saber = (await loadSaber(tx, empresa)) as Saber
  const porLugar = await readMuestras(tx, paseo, saber)
  if (!porLugar.size)
    throw conflicto('En ningún lugar se ha oído el dispositivo lo bastante para aprender.', 'sin_muestras')
  const { sumas, lectores, aprendido } = saber
  // How near tags stand to this walk, their rests have to tell anew.
  sumas.cercania = PARAMETROS.cercaniaPrevia
  let n = 0
  for (const [lugar, muestras] of porLugar) {
    forgetLugar(sumas, lugar)
    learnLugar(sumas, lugar, muestras)
    n += muestras.length
  }
  const version = await insertAprendido(tx, {
    empresa,
    clase: 'paseo',
    autor,
    resumen: {
      ...(await measureEfecto(tx, empresa, saber)),
      lugares: porLugar.size,
      muestras: n,
      de: null,
      motivo: null,
    },
    sumas: packSumas(sumas, lectores),
    exponente: aprendido?.exponente ?? null,
    activo: true,
  })
  await repo.endPaseo(tx, paseo, version)
  return version
}

export async function cancelPaseo(tx: Db, empresa: number): Promise<void> {
  await hold(tx, empresa)
  await repo.endPaseo(tx, await findActual(tx, empresa), null)
}
