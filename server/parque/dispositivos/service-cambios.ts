import type { z } from 'zod'
import { reviewApodo } from '#contract/parque/dispositivos/alta-values'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type {
  changeDeviceApodo,
  changeDeviceStatus,
  dispositivosLote,
  ResultadoId,
  ResultadoMac,
} from '#contract/parque/dispositivos/inventario'
import { empresaVisible } from '../../platform/auth/auth'
import { administra, type Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto, ErrorHttp, entradaNoValida, forbidden, noEncontrado } from '../../platform/http/errores'
import { isApodoRepetido, isMacDuplicate, presentDispositivo, type Row } from './repo'
import {
  type Alcance,
  type Cambio,
  listNombres,
  listPorMac,
  removeDispositivos,
  restoreDispositivo,
  saveCambios,
} from './repo-cambios'
import { checkLectores } from './service'

const SOLO_ADMINS = 'Solo los administradores pueden actualizar lectores.'
const NO_ESTA = 'Dispositivo no encontrado.'

const alcanceOf = (principal: Principal): Alcance => ({
  empresa: empresaVisible(principal, undefined),
  lectores: administra(principal.rol),
})

type Invocation = { mac_serie: string; tipo_dispositivo?: string }

/** Changes one device, and only the given fields. 404 for a mac that the session may not see, 403 for a reader. */
async function changeUno(
  db: Db,
  { mac_serie: mac, tipo_dispositivo }: Invocation,
  cambio: Cambio,
  principal: Principal,
  zona: string,
): Promise<Dispositivo> {
  const alcance = alcanceOf(principal)
  if (tipo_dispositivo === 'Reader' && !alcance.lectores) throw forbidden(SOLO_ADMINS, 'solo_administradores')
  const escritas = await saveCambios(db, [mac], cambio, alcance).catch((e) => {
    throw isApodoRepetido(e)
      ? conflicto(`El apodo ${cambio.apodo} ya lo tiene otro dispositivo.`, 'apodo_repetido')
      : e
  })
  const [now] = await listPorMac(db, [mac], alcance.empresa)
  if (!now) throw noEncontrado(NO_ESTA)
  if (!escritas.length) throw forbidden(SOLO_ADMINS, 'solo_administradores')
  return presentDispositivo(now, zona)
}

type CambioEstado = z.output<NonNullable<(typeof changeDeviceStatus)['body']>>
type CambioApodo = z.output<NonNullable<(typeof changeDeviceApodo)['body']>>

export function changeEstado(db: Db, c: CambioEstado, principal: Principal, zona: string) {
  return changeUno(db, c, { activado: c.nuevo_estado === 'Activado' }, principal, zona)
}

export async function changeApodo(db: Db, c: CambioApodo, principal: Principal, zona: string) {
  const [previous] = await listPorMac(db, [c.mac_serie], alcanceOf(principal).empresa)
  const refusal = previous ? reviewApodo(previous.tipo, c.apodo, previous.apodo) : null
  if (refusal) throw entradaNoValida(refusal, 'apodo')
  return changeUno(db, c, { apodo: c.apodo }, principal, zona)
}

type Lote = z.output<NonNullable<(typeof dispositivosLote)['body']>>

/** Why a visible device was not changed. */
function refusalOf(f: Row, alcance: Alcance, ubicacion: string | null | undefined): string {
  if (f.tipo === 'Reader' && !alcance.lectores) return SOLO_ADMINS
  return `Su empresa no tiene ninguna ubicación «${ubicacion}».`
}

function hechoOf(f: Row, ubicacion: string | null | undefined): string {
  const manda = f.tipo === 'Reader' ? null : (f.lector_apodo ?? f.lector_mac)
  return ubicacion !== undefined && manda
    ? `Cambiado. Mientras lo oiga ${manda}, cuenta la ubicación de ese lector.`
    : 'Cambiado.'
}

/** Changes many devices; one result for each, in the order given. */
export async function changeLote(db: Db, l: Lote, principal: Principal): Promise<ResultadoMac[]> {
  const alcance = alcanceOf(principal)
  const macs = [...new Set(l.macs)]
  const escritas = new Set(
    await saveCambios(
      db,
      macs,
      {
        activado: l.estado && l.estado === 'Activado',
        etiqueta: l.etiqueta === undefined ? undefined : l.etiqueta || null,
        ubicacion: l.ubicacion,
      },
      alcance,
    ),
  )
  const rows = new Map((await listPorMac(db, macs, alcance.empresa)).map((f) => [f.mac, f]))
  return macs.map((mac) => {
    const f = rows.get(mac)
    const Apodo = f?.apodo ?? null
    if (!f) return { mac, Apodo, status: 'error', message: NO_ESTA }
    return escritas.has(mac)
      ? { mac, Apodo, status: 'success', message: hechoOf(f, l.ubicacion) }
      : { mac, Apodo, status: 'error', message: refusalOf(f, alcance, l.ubicacion) }
  })
}

const nombreOf = (d: { apodo: string | null; mac: string } | undefined) => (d ? (d.apodo ?? d.mac) : null)

/** Deletes devices of a company (null: of any); one result for each, in the order given. */
export async function deleteLote(db: Db, pedidos: number[], empresa: number | null): Promise<ResultadoId[]> {
  const ids = [...new Set(pedidos)]
  const hechos = new Map((await removeDispositivos(db, ids, empresa)).map((d) => [d.id, d]))
  const conocidos = new Map((await listNombres(db, ids, empresa)).map((d) => [d.id, d]))
  return ids.map((id): ResultadoId => {
    const Name = nombreOf(conocidos.get(id))
    if (hechos.has(id)) return { id, Name, status: 'success', message: 'Eliminado.' }
    const message = Name === null ? NO_ESTA : 'Ya estaba eliminado.'
    return { id, Name, status: 'error', message, code: 'no_encontrado' }
  })
}

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/**
 * Restores deleted devices of a company (null: of any), one by one. A device whose mac or nickname is taken stays deleted.
 * @param write runs one transaction
 */
export async function restoreLote(
  db: Db,
  write: Write,
  pedidos: number[],
  empresa: number | null,
): Promise<ResultadoId[]> {
  const ids = [...new Set(pedidos)]
  const conocidos = new Map((await listNombres(db, ids, empresa)).map((d) => [d.id, d]))
  const results: ResultadoId[] = []
  for (const id of ids) {
    const d = conocidos.get(id)
    const Name = nombreOf(d)
    const refuse = (message: string, code: string) =>
      results.push({ id, Name, status: 'error', message, code })
    try {
      const vuelto = await write(async (tx) => {
        const v = await restoreDispositivo(tx, id, empresa)
        if (v?.tipo === 'Reader') await checkLectores(tx, v.empresa_id)
        return v
      })
      if (vuelto) results.push({ id, Name, status: 'success', message: 'Restaurado.' })
      else refuse(d ? 'No está eliminado.' : NO_ESTA, 'no_encontrado')
    } catch (e) {
      if (isMacDuplicate(e)) refuse(`La MAC ${d?.mac} está registrada de nuevo.`, 'mac_repetida')
      else if (isApodoRepetido(e))
        refuse(`El apodo ${d?.apodo} ya lo tiene otro dispositivo.`, 'apodo_repetido')
      else if (e instanceof ErrorHttp && e.code === 'demasiados_lectores') refuse(e.message, e.code)
      else throw e
    }
  }
  return results
}
