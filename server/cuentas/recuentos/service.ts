import type { z } from 'zod'
import type {
  addEscaneos,
  createRecuento,
  Linea,
  Recuento,
  UnRecuento,
} from '#contract/cuentas/recuentos/recuentos'
import { buildLineas, isEn, type LineaRecuento, sumLineas } from '#contract/cuentas/recuentos/reglas-values'
import {
  FIRMA_NADIE,
  FIRMA_OTRO,
  type ListaRecuento,
  MAX_ESCANEOS,
  MAX_ESPERADOS,
  MAX_FOTOS_RECUENTO,
} from '#contract/cuentas/recuentos/values'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, forbidden, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { type Contado, enterContado, readContado, undoContado } from '../custodia/recuento'
import { findVisible } from '../custodia/service'
import { notifyCierre } from './aviso'
import * as repo from './repo'
import * as fotos from './repo-fotos'
import { insertLineas, listLineas } from './repo-lineas'
import * as write from './repo-write'

const noHay = () => noEncontrado('No existe ese recuento.')
/** The most expected and scanned containers of a count. */
const MAX_LINEAS = MAX_ESPERADOS + MAX_ESCANEOS
const personaOf = (p: Principal) => ({ id: p.usuarioId, nombre: p.nombre })

/** Number of counts to review, by place. @param empresa null: of all companies */
export const countPorRevisar = (db: Db, empresa: number | null) => repo.countPorRevisar(db, empresa)

/** Throws 404 for a count of another company. */
export async function findRecuento(db: Db, principal: Principal, id: number): Promise<repo.Row> {
  const r = await repo.findRecuento(db, id, empresaVisible(principal, undefined))
  if (!r) throw noHay()
  return r
}

/** Locks a count until the transaction ends. Throws 404 for a count of another company. */
async function lock(tx: Db, principal: Principal, id: number, entero: boolean): Promise<repo.Row> {
  const r = await write.lockRecuento(tx, id, empresaVisible(principal, undefined), entero)
  if (!r) throw noHay()
  return r
}

type New = z.output<NonNullable<(typeof createRecuento)['body']>>

/**
 * Throws 404 for a place, family or partner that the company does not have, 409 if a count of the same scope is open or it would be too
 * large.
 */
export async function openRecuento(tx: Db, principal: Principal, n: New, zona: string): Promise<Recuento> {
  const empresa = uniqueEmpresa(principal, n.empresa)
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const ubicacion = n.ubicacion ?? null
  const lugar = ubicacion === null ? null : await write.findLugar(tx, empresa, ubicacion)
  if (lugar === undefined) throw noEncontrado('No existe esa ubicación.')
  const tercero = n.tercero ? await findVisible(tx, principal, n.tercero, empresa) : null
  const familia = lugar === null && tercero === null ? (n.familia ?? null) : null
  if (familia !== null && !(await write.isFamilia(tx, empresa, familia)))
    throw noEncontrado('No hay contenedores de esa familia.')
  const alcance = { lugar, familia, tercero: tercero?.nombre ?? null, tercero_id: tercero?.id ?? null }
  const persona = personaOf(principal)
  const id = await write.insertRecuento(tx, { ...alcance, empresa, ubicacion, persona, nota: n.nota || null })
  if (id === undefined)
    throw conflicto(
      'Ya hay un recuento abierto de lo mismo: entra en él, se cuenta entre varios.',
      'ya_abierto',
    )
  const esperados = await write.insertEsperados(tx, id, empresa, alcance)
  if (esperados > MAX_ESPERADOS)
    throw conflicto(
      `Son más de ${MAX_ESPERADOS.toLocaleString('es')} contenedores: cuéntalos por ubicaciones.`,
      'demasiados',
    )
  return repo.present((await repo.findRecuento(tx, id, empresa)) as repo.Row, zona)
}

/** The current rows of an open count. */
async function buildNow(db: Db, r: repo.Row): Promise<LineaRecuento[]> {
  const { contenedores, escaneos, ahora } = await repo.readCuenta(db, r.id)
  return buildLineas(r, contenedores, escaneos, ahora)
}

/** Whether the difference of a partner's closed count is in the book; null: not such a count. */
async function readLibro(db: Db, r: repo.Row, zona: string): Promise<UnRecuento['libro']> {
  if (r.tercero_id === null || r.cerrado === null || r.cifras === null) return null
  const { anotado, ...libro } = await readContado(db, { id: r.id, tercero: r.tercero_id, cerrado: r.cerrado })
  return { ...libro, anotado: anotado && { ...anotado, momento: isoPlanta(anotado.momento, zona) } }
}

/** A partner's closed count, to be entered into the book. Throws 404, and 409 for any other count or an unsigned one. */
async function lockContado(tx: Db, principal: Principal, id: number): Promise<Contado> {
  const r = await lock(tx, principal, id, true)
  if (r.tercero_id === null) throw conflicto('Solo va al libro el recuento de un tercero.', 'sin_tercero')
  if (r.cerrado === null || r.cifras === null)
    throw conflicto('Solo va al libro un recuento cerrado.', 'sin_cerrar')
  if (r.estado === 'por_firmar')
    throw conflicto('Falta la firma del recuento: se anota cuando la tenga.', 'sin_firma')
  const { lineas } = await listLineas(tx, id, { lista: null, desde: 0, cuantas: MAX_LINEAS })
  const macsOf = (lista: ListaRecuento) => lineas.flatMap((l) => (isEn(lista, l) ? (l.mac ?? []) : []))
  const { empresa, tercero_id: tercero, cerrado } = r
  return { id, empresa, tercero, cerrado, faltan: macsOf('faltantes'), sobran: macsOf('sobrantes') }
}

/** Throws 404, and 409 if there is nothing to enter. */
export const enterRecuento = async (tx: Db, principal: Principal, id: number) => ({
  movimientos: await enterContado(tx, await lockContado(tx, principal, id), principal.usuarioId),
})

/** Throws 404, and 409 if nothing was entered. */
export const undoEnterRecuento = async (tx: Db, principal: Principal, id: number) => ({
  movimientos: await undoContado(tx, await lockContado(tx, principal, id)),
})

/** Ids of the users who opened or closed a count or scanned in it: another person signs it. */
async function listNoFirman(db: Db, r: repo.Row): Promise<number[]> {
  const ids = [r.abrio_id, r.cerro_id, ...(await repo.listContadores(db, r.id))]
  return [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b)
}

/** A count with its figures, users and phones. Throws 404. */
export async function getRecuento(
  db: Db,
  principal: Principal,
  id: number,
  zona: string,
): Promise<UnRecuento> {
  const r = await findRecuento(db, principal, id)
  const cifras = r.estado === 'abierto' ? sumLineas(await buildNow(db, r), r.esperados) : r.cifras
  const noFirman = await listNoFirman(db, r)
  return {
    ...repo.present(r, zona),
    cifras,
    aparatos: await repo.listAparatos(db, id, zona),
    puede_firmar: !noFirman.includes(principal.usuarioId),
    firmantes: await repo.countFirmantes(db, r.empresa, noFirman),
    libro: await readLibro(db, r, zona),
  }
}

export const presentLinea = (l: LineaRecuento, zona: string): Linea => ({
  mac: l.mac,
  Apodo: l.apodo,
  codigo: l.codigo,
  resultado: l.resultado,
  Ubicacion: l.lugar,
  donde: l.donde,
  veces: l.veces,
  primero: l.primero === null ? null : isoPlanta(new Date(l.primero), zona),
  personas: l.personas,
  acuerda: l.acuerda,
  foto: l.foto,
})

type Page = { lista: ListaRecuento | null; desde: number; cuantas: number }

/** The rows of a count; of an open count, its current ones. */
export async function findLineas(db: Db, r: repo.Row, page: Page) {
  if (r.estado !== 'abierto') return listLineas(db, r.id, page)
  const { lista } = page
  const todas = (await buildNow(db, r)).filter((l) => lista === null || isEn(lista, l))
  return { lineas: todas.slice(page.desde, page.desde + page.cuantas), total: todas.length }
}

type NewEscaneos = z.output<NonNullable<(typeof addEscaneos)['body']>>

/** Throws 404, and 409 if the count has too many scans. */
export async function saveEscaneos(tx: Db, principal: Principal, id: number, n: NewEscaneos) {
  const recuento = await lock(tx, principal, id, false)
  if ((await write.countEscaneos(tx, id)) + n.escaneos.length > MAX_ESCANEOS)
    throw conflicto('Este recuento tiene ya todos los escaneos que caben.', 'demasiados')
  const now = Date.now()
  const nuevos = await write.insertEscaneos(
    tx,
    { recuento, aparato: n.aparato, persona: personaOf(principal) },
    n.escaneos.map((e) => ({
      id: e.id,
      codigo: e.codigo,
      mac: e.mac ?? null,
      apodo: e.apodo || null,
      momento: new Date(now - e.hace_ms),
      modo: e.modo,
      donde: recuento.familia !== null ? e.donde || null : null,
      anula: e.anula ?? null,
    })),
  )
  return { nuevos, tarde: recuento.estado !== 'abierto' }
}

type NewFoto = { id: number; escaneo: string; jpeg: Buffer }

/**
 * Saves the photo of a scan; an existing photo is kept. Throws 404 for an unknown scan, and 409 if its code is known, the count is closed
 * or it has the most photos allowed.
 */
export async function saveFoto(tx: Db, principal: Principal, { id, escaneo, jpeg }: NewFoto) {
  const { estado } = await lock(tx, principal, id, true)
  const hay = await fotos.listFotos(tx, id)
  if (hay.includes(escaneo)) return { nueva: false }
  if (estado !== 'abierto') throw conflicto('El recuento ya está cerrado: la foto no entra en él.', 'cerrado')
  const escaneado = await fotos.findEscaneo(tx, id, escaneo)
  if (!escaneado) throw noEncontrado('No existe ese escaneo.')
  if (escaneado.conocido) throw conflicto('Ese código ya es de un contenedor: no necesita foto.', 'conocido')
  if (hay.length >= MAX_FOTOS_RECUENTO)
    throw conflicto(`Un recuento tiene como mucho ${MAX_FOTOS_RECUENTO} fotos.`, 'demasiadas')
  await fotos.insertFoto(tx, { recuento: id, escaneo, persona: principal.usuarioId, jpeg })
  return { nueva: true }
}

/** The photo of a scan. Throws 404. */
export async function findFoto(db: Db, principal: Principal, id: number, escaneo: string): Promise<Buffer> {
  await findRecuento(db, principal, id)
  const jpeg = await fotos.readFoto(db, id, escaneo)
  if (!jpeg) throw noEncontrado('Foto no encontrada.')
  return jpeg
}

type Closing = { nota?: string | null | undefined; anular?: boolean | undefined }

/** Throws 404, and 409 if it is already closed. */
export async function closeRecuento(
  tx: Db,
  principal: Principal,
  id: number,
  { nota, anular = false }: Closing,
  zona: string,
): Promise<Recuento> {
  const r = await lock(tx, principal, id, true)
  if (r.estado !== 'abierto') throw conflicto('El recuento ya está cerrado.', 'cerrado')
  const lineas = anular ? [] : await buildNow(tx, r)
  await insertLineas(tx, id, lineas)
  const cerrado = await write.closeRecuento(tx, id, {
    persona: personaOf(principal),
    nota: nota || null,
    firma: await repo.findFirma(tx, r.empresa),
    cifras: anular ? null : sumLineas(lineas, r.esperados),
  })
  await notifyCierre(tx, cerrado, await listNoFirman(tx, cerrado))
  return repo.present(cerrado, zona)
}

/** Throws 404, 403 for the users who opened or closed it or scanned in it, 409 if there is nothing to sign. */
export async function signRecuento(
  tx: Db,
  principal: Principal,
  id: number,
  zona: string,
): Promise<Recuento> {
  const r = await lock(tx, principal, id, true)
  if (r.estado === 'firmado') throw conflicto('El recuento ya está firmado.', 'firmado')
  if (r.estado === 'abierto' || r.estado === 'anulado')
    throw conflicto('Solo se firma un recuento cerrado.', 'sin_cerrar')
  const noFirman = await listNoFirman(tx, r)
  if (noFirman.includes(principal.usuarioId)) {
    const quedan = await repo.countFirmantes(tx, r.empresa, noFirman)
    throw forbidden(quedan > 0 ? FIRMA_OTRO : FIRMA_NADIE, 'misma_persona')
  }
  return repo.present(await write.signRecuento(tx, id, personaOf(principal)), zona)
}

/** What a phone needs to count offline. Throws 404. */
export async function listContenedores(db: Db, principal: Principal, id: number) {
  const r = await findRecuento(db, principal, id)
  const esperados = await repo.listEsperados(db, id)
  const otros = await repo.listOtros(db, id, r.empresa, MAX_ESPERADOS)
  return { contenedores: [...esperados, ...otros], completo: otros.length < MAX_ESPERADOS }
}
