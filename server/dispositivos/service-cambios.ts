import type { z } from 'zod'
import type { Dispositivo } from '#contract/dispositivos'
import type {
  changeDeviceApodo,
  changeDeviceStatus,
  dispositivosLote,
  ResultadoId,
  ResultadoMac,
} from '#contract/inventario'
import { reviewApodo } from '#contract/valores/alta'
import { empresaVisible } from '../acceso/acceso'
import { administra, type Principal } from '../acceso/principal'
import type { Db } from '../db/cliente'
import { conflicto, ErrorHttp, entradaNoValida, noEncontrado, prohibido } from '../http/errores'
import { type Fila, isApodoRepetido, isMacRepetida, presentDispositivo } from './repo'
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

type Llamada = { mac_serie: string; tipo_dispositivo?: string }

/** Change one device and nothing but what is named. 404 for a mac that the session does not see, 403 for a reader. */
async function changeUno(
  db: Db,
  { mac_serie: mac, tipo_dispositivo }: Llamada,
  cambio: Cambio,
  principal: Principal,
  zona: string,
): Promise<Dispositivo> {
  const alcance = alcanceOf(principal)
  if (tipo_dispositivo === 'Reader' && !alcance.lectores) throw prohibido(SOLO_ADMINS, 'solo_administradores')
  const escritas = await saveCambios(db, [mac], cambio, alcance).catch((e) => {
    throw isApodoRepetido(e)
      ? conflicto(`El apodo ${cambio.apodo} ya lo tiene otro dispositivo.`, 'apodo_repetido')
      : e
  })
  const [ahora] = await listPorMac(db, [mac], alcance.empresa)
  if (!ahora) throw noEncontrado(NO_ESTA)
  if (!escritas.length) throw prohibido(SOLO_ADMINS, 'solo_administradores')
  return presentDispositivo(ahora, zona)
}

type CambioEstado = z.output<NonNullable<(typeof changeDeviceStatus)['body']>>
type CambioApodo = z.output<NonNullable<(typeof changeDeviceApodo)['body']>>

export function changeEstado(db: Db, c: CambioEstado, principal: Principal, zona: string) {
  return changeUno(db, c, { activado: c.nuevo_estado === 'Activado' }, principal, zona)
}

export async function changeApodo(db: Db, c: CambioApodo, principal: Principal, zona: string) {
  const [previo] = await listPorMac(db, [c.mac_serie], alcanceOf(principal).empresa)
  const reparo = previo ? reviewApodo(previo.tipo, c.apodo, previo.apodo) : null
  if (reparo) throw entradaNoValida(reparo, 'apodo')
  return changeUno(db, c, { apodo: c.apodo }, principal, zona)
}

type Lote = z.output<NonNullable<(typeof dispositivosLote)['body']>>

/** Why a device that the session sees was not changed. */
function reparoDe(f: Fila, alcance: Alcance, ubicacion: string | null | undefined): string {
  if (f.tipo === 'Reader' && !alcance.lectores) return SOLO_ADMINS
  return `Su empresa no tiene ninguna ubicación «${ubicacion}».`
}

function hechoDe(f: Fila, ubicacion: string | null | undefined): string {
  const manda = f.tipo === 'Reader' ? null : (f.lector_apodo ?? f.lector_mac)
  return ubicacion !== undefined && manda
    ? `Cambiado. Mientras lo oiga ${manda}, cuenta la ubicación de ese lector.`
    : 'Cambiado.'
}

/** Change many devices; what became of each, once, in the order given. */
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
  const filas = new Map((await listPorMac(db, macs, alcance.empresa)).map((f) => [f.mac, f]))
  return macs.map((mac) => {
    const f = filas.get(mac)
    const Apodo = f?.apodo ?? null
    if (!f) return { mac, Apodo, status: 'error', message: NO_ESTA }
    return escritas.has(mac)
      ? { mac, Apodo, status: 'success', message: hechoDe(f, l.ubicacion) }
      : { mac, Apodo, status: 'error', message: reparoDe(f, alcance, l.ubicacion) }
  })
}

const nombreDe = (d: { apodo: string | null; mac: string } | undefined) => (d ? (d.apodo ?? d.mac) : null)

/** Delete devices of a company (null: of any); what became of each, once, in the order given. */
export async function deleteLote(db: Db, pedidos: number[], empresa: number | null): Promise<ResultadoId[]> {
  const ids = [...new Set(pedidos)]
  const hechos = new Map((await removeDispositivos(db, ids, empresa)).map((d) => [d.id, d]))
  const conocidos = new Map((await listNombres(db, ids, empresa)).map((d) => [d.id, d]))
  return ids.map((id): ResultadoId => {
    const Name = nombreDe(conocidos.get(id))
    if (hechos.has(id)) return { id, Name, status: 'success', message: 'Eliminado.' }
    const message = Name === null ? NO_ESTA : 'Ya estaba eliminado.'
    return { id, Name, status: 'error', message, code: 'no_encontrado' }
  })
}

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/**
 * Bring deleted devices of a company (null: of any) back, one by one. One whose mac or nickname another device has now stays deleted.
 * @param write one transaction
 */
export async function restoreLote(
  db: Db,
  write: Write,
  pedidos: number[],
  empresa: number | null,
): Promise<ResultadoId[]> {
  const ids = [...new Set(pedidos)]
  const conocidos = new Map((await listNombres(db, ids, empresa)).map((d) => [d.id, d]))
  const resultados: ResultadoId[] = []
  for (const id of ids) {
    const d = conocidos.get(id)
    const Name = nombreDe(d)
    const refuse = (message: string, code: string) =>
      resultados.push({ id, Name, status: 'error', message, code })
    try {
      const vuelto = await write(async (tx) => {
        const v = await restoreDispositivo(tx, id, empresa)
        if (v?.tipo === 'Reader') await checkLectores(tx, v.empresa_id)
        return v
      })
      if (vuelto) resultados.push({ id, Name, status: 'success', message: 'Restaurado.' })
      else refuse(d ? 'No está eliminado.' : NO_ESTA, 'no_encontrado')
    } catch (e) {
      if (isMacRepetida(e)) refuse(`La MAC ${d?.mac} está registrada de nuevo.`, 'mac_repetida')
      else if (isApodoRepetido(e))
        refuse(`El apodo ${d?.apodo} ya lo tiene otro dispositivo.`, 'apodo_repetido')
      else if (e instanceof ErrorHttp && e.code === 'demasiados_lectores') refuse(e.message, e.code)
      else throw e
    }
  }
  return resultados
}
