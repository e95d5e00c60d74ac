import type { z } from 'zod'
import { reviewApodo, reviewMac } from '#contract/parque/dispositivos/alta-values'
import {
  type Dispositivo,
  STATUS_KEYS,
  type updateDeviceDetails,
} from '#contract/parque/dispositivos/dispositivos'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { DEVICE_TYPES, LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import { findCambioTras } from '../../personas/auditoria/service'
import { empresaVisible } from '../../platform/auth/auth'
import { administra, type Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto, ErrorHttp, entradaNoValida, forbidden, noEncontrado } from '../../platform/http/errores'
import { type Conjunto, listConjuntos as listEnRepo } from './fleet/repo-fleet'
import {
  countLectores,
  findDispositivo,
  findPorId,
  hasApodo,
  isApodoRepetido,
  isEmpresaDesconocida,
  listDispositivosPorId,
  presentDispositivo,
  type Row,
  saveDispositivo,
} from './repo'
import { checkRota } from './service-rota'

/** A device in the form of the old inventory. */
export function presentDevice(id: number, d: Dispositivo) {
  return {
    Id: id,
    id,
    Name: d.Apodo ?? d.Dispositivo,
    DeviceType: DEVICE_TYPES[d.TipoDispositivo],
    statusKey: STATUS_KEYS[d.PosibleEstado],
    fields: { LOCATION: d.Ubicacion },
    Reader: d.ApodoLector,
    updated: d.UltimoRegistro,
    lastActive: d.UltimoRegistro,
    empresa: d.empresa,
  }
}

export type { Conjunto }

/** The present counts of devices of a company (null: of all), from the database. */
export const listConjuntos = (db: Db, empresa: number | null): Promise<Conjunto[]> => listEnRepo(db, empresa)

/** `{ familia: { ubicacion: n } }`; the result has no prototype, because users choose the names. */
export function count(conjuntos: readonly Conjunto[], incierto?: Conjunto['incierto']) {
  const salida = new Map<string, Map<string, number>>()
  for (const c of conjuntos) {
    if (!c.contable || (incierto && c.incierto !== incierto)) continue
    const lugares = salida.get(c.familia as string) ?? new Map<string, number>()
    const lugar = c.ubicacion ?? SIN_UBICACION
    lugares.set(lugar, (lugares.get(lugar) ?? 0) + c.n)
    salida.set(c.familia as string, lugares)
  }
  return Object.fromEntries([...salida].map(([familia, lugares]) => [familia, Object.fromEntries(lugares)]))
}

/** Number of devices in all, activated, deactivated, and not updated for long. */
export function sumConjuntos(conjuntos: readonly Conjunto[]) {
  const suma = { total: 0, activados: 0, desactivados: 0, sin_actualizar: 0 }
  for (const { n, activado, inactivo } of conjuntos) {
    suma.total += n
    if (activado) suma.activados += n
    else suma.desactivados += n
    if (inactivo) suma.sin_actualizar += n
  }
  return suma
}

type Cambio = z.output<NonNullable<(typeof updateDeviceDetails)['body']>>

/** Clients send `-` for a device without a nickname: the nickname stays unchanged. */
const SIN_APODO = '-'

function coordenadasOf(c: Cambio): { lat: number; lon: number } | undefined {
  const lat = c.lat ?? null
  const lon = c.lon ?? null
  if ((lat === null) !== (lon === null))
    throw entradaNoValida('La latitud y la longitud van juntas.', lat === null ? 'lat' : 'lon')
  if (lat === null || lon === null) return undefined
  if (c.tipo_dispositivo !== 'Reader')
    throw entradaNoValida('Solo los lectores llevan latitud y longitud.', 'lat')
  return { lat, lon }
}

export const demasiadosLectores = () =>
  conflicto(
    `Una empresa puede tener como mucho ${LECTORES_POR_EMPRESA.toLocaleString('es', { useGrouping: 'always' })} lectores.`,
    'demasiados_lectores',
  )

const apodoRepetido = (apodo: string | null) =>
  conflicto(`El apodo ${apodo} ya lo tiene otro dispositivo.`, 'apodo_repetido')

/**
 * Company in which a device is registered: its own once it has one, else the one that the caller may name. Another company's mac is refused
 * exactly as a free mac would be, so that a caller cannot find out that it exists.
 */
async function resolveEmpresa(
  db: Db,
  previous: { empresa_id: number } | undefined,
  pedida: number | null,
  apodo: string | null,
  principal: Principal,
): Promise<number> {
  if (!previous) return pedida ?? principal.empresa
  if (pedida === null || pedida === previous.empresa_id) return previous.empresa_id
  if (principal.is_admin) throw conflicto('Ese dispositivo es de otra empresa.', 'otra_empresa')
  if (apodo !== null && (await hasApodo(db, pedida, apodo))) throw apodoRepetido(apodo)
  throw noEncontrado('Dispositivo no encontrado.')
}

/** Throws 400 for text that is no MAC, with code `confirmar_serie` if the user may confirm that it is a serial number. */
export function checkMac(mac: string, esSerie: boolean): void {
  const r = reviewMac(mac, esSerie)
  if (r.reparo === null) return
  throw r.confirmar
    ? new ErrorHttp(400, 'confirmar_serie', r.reparo, 'mac_serie')
    : entradaNoValida(r.reparo, 'mac_serie')
}

/** Throws 409 if a company has more readers than allowed. Called in the transaction that adds some. */
export async function checkLectores(tx: Db, empresa: number): Promise<void> {
  if ((await countLectores(tx, empresa)) > LECTORES_POR_EMPRESA) throw demasiadosLectores()
}

/** Throws 409 if the device was changed in the last `haceS` seconds: a request that was sent late must not undo that. */
async function checkSinCambios(db: Db, id: number, haceS: number): Promise<void> {
  const who = await findCambioTras(db, 'dispositivo', id, haceS)
  if (who)
    throw conflicto(
      `${who} cambió este dispositivo después de que se escribiera este registro. Revísalo antes de guardarlo.`,
      'cambiado_despues',
    )
}

/**
 * Registers or changes a device. Only an admin may change a Reader, or make one. Throws 404 for a valid request with a mac of another
 * company, 409 for an admin who names another company than the device's, 409 for a nickname of another device.
 */
export async function updateDispositivo(
  db: Db,
  c: Cambio,
  principal: Principal,
  zona: string,
): Promise<Dispositivo> {
  // The body is checked before the device, and another company's device is treated as if it did not exist: answers must not show whether
  // another company has this mac.
  const soloAdmins = forbidden('Solo los administradores pueden actualizar lectores.', 'solo_administradores')
  const pedida = empresaVisible(principal, c.empresa)
  if (c.tipo_dispositivo === 'Reader' && !administra(principal.rol)) throw soloAdmins
  const coordenadas = coordenadasOf(c)
  const apodo = c.apodo === SIN_APODO ? null : c.apodo
  const previous = await findDispositivo(db, c.mac_serie)
  const propio = pedida === null || previous?.empresa_id === pedida ? previous : undefined
  if (!propio) checkMac(c.mac_serie, c.es_serie === true)
  const cellError = apodo === null ? null : reviewApodo(c.tipo_dispositivo, apodo, propio?.apodo)
  if (cellError) throw entradaNoValida(cellError, 'apodo')
  const empresa = await resolveEmpresa(db, previous, pedida, apodo, principal)
  if (previous?.tipo === 'Reader' && !administra(principal.rol)) throw soloAdmins
  if (c.hace_s !== undefined && previous) await checkSinCambios(db, previous.id, c.hace_s)
  if (!previous) await checkRota(db, empresa, c.mac_serie, c.usar_rota, zona)
  const nuevo = {
    mac: c.mac_serie,
    tipo: c.tipo_dispositivo,
    apodo,
    activado: c.estado === 'Activado',
    etiqueta: c.etiqueta === undefined ? undefined : c.etiqueta || null,
    coordenadas,
  }
  const escrito = await saveDispositivo(db, nuevo, empresa, administra(principal.rol)).catch((e) => {
    if (isApodoRepetido(e)) throw apodoRepetido(apodo)
    throw isEmpresaDesconocida(e) ? noEncontrado('No existe esa empresa.') : e
  })
  if (c.tipo_dispositivo === 'Reader' && previous?.tipo !== 'Reader') await checkLectores(db, empresa)
  const guardado = escrito && (await findDispositivo(db, c.mac_serie))
  if (!guardado) throw noEncontrado('Dispositivo no encontrado.')
  return presentDispositivo(guardado, zona)
}

/** The present state of these devices, in the form of the API. */
export async function listPorId(db: Db, ids: number[], zona: string): Promise<Dispositivo[]> {
  const rows = await listDispositivosPorId(db, ids)
  return rows.map((f) => presentDispositivo(f, zona))
}

/** The same for one device, deleted or not, and when it was deleted. */
export async function getConEliminado(
  db: Db,
  id: number,
  zona: string,
): Promise<{ dispositivo: Dispositivo; eliminado: Date | null } | undefined> {
  const f = await findPorId(db, id)
  return f && { dispositivo: presentDispositivo(f, zona), eliminado: f.eliminado }
}

/** Devices per query: some milliseconds of work, so that other requests run in between. */
const POR_LECTURA = 500

/** Any number of devices, in the order given, read in batches as they are consumed. */
export async function* walkPorId<T>(
  db: Db,
  ids: readonly number[],
  present: (row: Row) => T,
): AsyncGenerator<T[]> {
  for (let i = 0; i < ids.length; i += POR_LECTURA) {
    const chunk = ids.slice(i, i + POR_LECTURA)
    const rows = new Map((await listDispositivosPorId(db, chunk)).map((f) => [f.id, f]))
    yield chunk.flatMap((id) => {
      const f = rows.get(id)
      return f ? [present(f)] : []
    })
  }
}
