import { createHash } from 'node:crypto'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { type CambioUbicacion, MAX_UBICACIONES, type Plano } from '#contract/parque/ubicaciones/ubicaciones'
import type { Db } from '../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { groupBy } from '../../platform/time/groups'
import { cleanImage } from './image'
import { NODOS_POR_DEFECTO } from './nodos'
import {
  findEmpresaOf,
  findMedidas,
  insertUbicaciones,
  listMacsDeLectores,
  listUbicaciones,
  type New,
  removeImage,
  removeUbicacion,
  saveImage,
  saveLectores,
  saveUbicaciones,
} from './repo'

/** Hex digits of a version: two versions are equal by chance once in 2^64. */
const CIFRAS = 16

async function readPlano(db: Db, empresa: number, nombre: string): Promise<Plano> {
  const data = await listUbicaciones(db, empresa)
  const medidas = await findMedidas(db, empresa)
  const v = medidas?.huella.toString('hex').slice(0, CIFRAS)
  const imagen = medidas
    ? { url: `/api/plano_imagen?empresa=${empresa}&v=${v}`, ancho: medidas.ancho, alto: medidas.alto }
    : null
  const version = createHash('sha256')
    .update(JSON.stringify([data, imagen]))
    .digest('hex')
    .slice(0, CIFRAS)
  return { empresa, nombre_empresa: nombre, version, data, imagen }
}

export async function getPlano(db: Db, empresa: number): Promise<Plano> {
  const nombre = await findEmpresa(db, empresa)
  if (nombre === undefined) throw noEncontrado('No existe esa empresa.')
  return readPlano(db, empresa, nombre)
}

/**
 * Changes the plan that the caller saw: 409 if it has changed since. Changes run one after another, within the transaction `tx`. @returns
 * the resulting plan
 */
async function change(
  tx: Db,
  empresa: number,
  version: string,
  work: (previous: Plano) => Promise<void>,
): Promise<Plano> {
  const nombre = await lockEmpresa(tx, empresa)
  if (nombre === undefined) throw noEncontrado('No existe esa empresa.')
  const previous = await readPlano(tx, empresa, nombre)
  if (previous.version !== version)
    throw conflicto(
      'Otra persona ha cambiado el plano mientras tanto. Recárgalo para ver sus cambios.',
      'plano_cambiado',
    )
  await work(previous)
  return readPlano(tx, empresa, nombre)
}

/** Names that differ in case alone are one. */
export const igual = (s: string) => s.normalize('NFC').toLowerCase()

type Nombrada = { id: number | null; nombre: string }

/** Throws 400 or 409 where one of `nuevas` has a name that means no location, or that one of `todas` with another id has. */
function checkNombres(nuevas: readonly Nombrada[], todas: readonly Nombrada[]): void {
  const byName = groupBy(todas, (u) => igual(u.nombre))
  for (const { id, nombre } of nuevas) {
    if (igual(nombre) === igual(SIN_UBICACION))
      throw entradaNoValida(`«${SIN_UBICACION}» es como se llama a no tener ninguna.`, 'nombre')
    if (byName.get(igual(nombre))?.some((u) => u.id !== id))
      throw conflicto(`Ya hay una ubicación «${nombre}».`, 'nombre_repetido')
  }
}

function checkCuantas(n: number): void {
  if (n > MAX_UBICACIONES) throw conflicto(`Como mucho ${MAX_UBICACIONES} ubicaciones.`, 'demasiadas')
}

export function createUbicacion(tx: Db, empresa: number, version: string, nueva: New): Promise<Plano> {
  return change(tx, empresa, version, async ({ data }) => {
    checkCuantas(data.length + 1)
    checkNombres([{ ...nueva, id: null }], data)
    await insertUbicaciones(tx, empresa, [nueva])
  })
}

export function createPorDefecto(tx: Db, empresa: number, version: string): Promise<Plano> {
  return change(tx, empresa, version, async ({ data }) => {
    const hay = new Set(data.map((u) => igual(u.nombre)))
    const nuevas = NODOS_POR_DEFECTO.filter(([nombre]) => !hay.has(igual(nombre)))
    checkCuantas(data.length + nuevas.length)
    if (nuevas.length)
      await insertUbicaciones(
        tx,
        empresa,
        nuevas.map(([nombre, grupo, nodo_x, nodo_y]) => ({ nombre, planta: '', grupo, nodo_x, nodo_y })),
      )
  })
}

export function updateUbicaciones(
  tx: Db,
  empresa: number,
  version: string,
  cambios: CambioUbicacion[],
): Promise<Plano> {
  checkSinRepetir(cambios)
  return change(tx, empresa, version, async ({ data }) => {
    const previas = new Map(data.map((u) => [u.id, u]))
    const nuevas = cambios.map(({ macs: _, ...cambio }) => {
      const previa = previas.get(cambio.id)
      if (!previa) throw noEncontrado('No existe esa ubicación.')
      return { ...previa, ...cambio }
    })
    const renombradas = nuevas.filter((u) => u.nombre !== previas.get(u.id)?.nombre)
    // No other location may have the name now or get it in the same request.
    checkNombres(renombradas, [...data, ...nuevas])
    await saveUbicaciones(tx, nuevas)
    const repartos = cambios.flatMap(({ id, macs }) => (macs ? [{ id, macs: [...new Set(macs)] }] : []))
    const macs = repartos.flatMap((r) => r.macs)
    if ((await listMacsDeLectores(tx, empresa, macs)).length < macs.length)
      throw noEncontrado('No existe ese lector.')
    if (repartos.length) await saveLectores(tx, empresa, repartos)
  })
}

function checkSinRepetir(cambios: CambioUbicacion[]): void {
  if (new Set(cambios.map((c) => c.id)).size < cambios.length)
    throw entradaNoValida('Una ubicación está repetida.', 'cambios')
  const macs = cambios.flatMap((c) => [...new Set(c.macs)])
  if (new Set(macs).size < macs.length)
    throw entradaNoValida('Un lector no puede estar en dos ubicaciones.', 'cambios')
}

/** @param visible company that the caller may see; null: all */
export async function deleteUbicacion(
  tx: Db,
  id: number,
  version: string,
  visible: number | null,
): Promise<Plano> {
  const empresa = await findEmpresaOf(tx, id)
  if (empresa === undefined || (visible !== null && empresa !== visible))
    throw noEncontrado('No existe esa ubicación.')
  return change(tx, empresa, version, () => removeUbicacion(tx, id))
}

export function savePlanoImage(tx: Db, empresa: number, version: string, bytes: Buffer): Promise<Plano> {
  const clean = cleanImage(bytes)
  const imagen = { ...clean, huella: createHash('sha256').update(clean.cuerpo).digest() }
  return change(tx, empresa, version, () => saveImage(tx, empresa, imagen))
}

export function deletePlanoImage(tx: Db, empresa: number, version: string): Promise<Plano> {
  return change(tx, empresa, version, () => removeImage(tx, empresa))
}
