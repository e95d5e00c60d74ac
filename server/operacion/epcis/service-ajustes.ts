import { DateTime } from 'luxon'
import type { AjustesEpcis, EjemploEpcis, SuscripcionEpcis } from '#contract/operacion/epcis/ajustes'
import {
  MAX_DIAS_EPCIS,
  MAX_SUSCRIPCIONES_EPCIS,
  MESES_EPCIS,
  MINUTOS_REPOSO,
  UMBRAL_EPCIS,
} from '#contract/operacion/epcis/values'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { isoPlanta, limiteDePlanta } from '../../platform/time/time'
import { parseGuardada } from './consulta'
import { type Claves, epcOf, glnOf, graiLink, graiOf, graiUrn, placeOf, tagOf } from './event/identificadores'
import * as repo from './repo-ajustes'
import { askTodos, findAjuste, lockEventos } from './repo-contar'
import * as suscripciones from './repo-suscripciones'

/** Throws 404 for a company that does not exist or that the caller may not see. */
async function checkEmpresa(db: Db, principal: Principal, pedida: number): Promise<number> {
  const empresa = empresaVisible(principal, pedida) ?? pedida
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return empresa
}

const hoy = (zona: string) => DateTime.now().setZone(zona).toISODate() as string

/** Settings of a company that has saved none. */
const INICIALES = (zona: string): AjustesEpcis => ({
  activo: false,
  desde: hoy(zona),
  umbral: UMBRAL_EPCIS,
  minutos_reposo: MINUTOS_REPOSO.inicial,
  meses: MESES_EPCIS.inicial,
  prefijo: null,
  dominio: null,
  gln: null,
  familias: [],
  lugares: [],
})

type Lugar = { base: string; zona: string }

/** Throws 404. */
export async function getAjustesOf(db: Db, principal: Principal, id: number, { base, zona }: Lugar) {
  const empresa = await checkEmpresa(db, principal, id)
  const fila = await findAjuste(db, empresa)
  const { ultimo, ...opciones } = await repo.readOpciones(db, empresa)
  const ajustes = fila
    ? {
        ...fila,
        desde: DateTime.fromJSDate(fila.desde, { zone: zona }).toISODate() as string,
        base: undefined,
        podado: undefined,
        familias: [...fila.familias],
      }
    : INICIALES(zona)
  return {
    ...opciones,
    ultimo: isoPlanta(ultimo, zona),
    podado: isoPlanta(fila?.podado ?? null, zona),
    ajustes,
    base: fila?.base ?? base,
  }
}

/**
 * Settings apply to events published from now on. When publishing is switched on, or starts on an earlier day, all containers are queued.
 * Throws 404, and 400 for a start too far back or in the future.
 */
export async function setAjustesOf(
  tx: Db,
  principal: Principal,
  id: number,
  a: AjustesEpcis,
  { base, zona }: Lugar,
): Promise<void> {
  const empresa = await checkEmpresa(tx, principal, id)
  const desde = limiteDePlanta(a.desde, 'desde', zona)
  const dias = desde ? (Date.now() - desde.getTime()) / 86_400_000 : Number.NaN
  if (!desde || dias > MAX_DIAS_EPCIS)
    throw entradaNoValida(`Se cuenta como mucho desde hace ${MAX_DIAS_EPCIS} días.`, 'desde')
  if (dias < 0) throw entradaNoValida('Ese día aún no ha llegado.', 'desde')
  // Waits for a process that is publishing.
  await lockEventos(tx, empresa)
  const before = await findAjuste(tx, empresa)
  await repo.saveAjuste(tx, empresa, { ...a, desde, base })
  const anew = a.activo && (!before?.activo || desde < before.desde || a.umbral < before.umbral)
  if (anew) await askTodos(tx, empresa, desde)
}

/** URIs of an example container and place. Throws 404. */
export async function tryAjustesOf(
  db: Db,
  principal: Principal,
  id: number,
  {
    ajustes,
    familia,
    ubicacion,
  }: { ajustes: AjustesEpcis; familia?: string | undefined; ubicacion?: number | undefined },
  base: string,
): Promise<EjemploEpcis> {
  const empresa = await checkEmpresa(db, principal, id)
  const kept = (await findAjuste(db, empresa))?.base ?? base
  const { contenedor, lugar } = await repo.findEjemplos(db, empresa, {
    familia: familia || null,
    ubicacion: ubicacion ?? null,
  })
  const claves: Claves = { ...ajustes, base: kept }
  const grai = contenedor && graiOf(claves, contenedor)
  return {
    contenedor: contenedor?.apodo ?? null,
    lugar: lugar?.nombre ?? null,
    grai,
    gln: (lugar && glnOf(claves, lugar.id)?.gln) ?? null,
    epc: contenedor && epcOf(claves, contenedor),
    etiqueta: contenedor && tagOf(claves, contenedor.mac),
    sgln: lugar && placeOf(claves, lugar.id),
    urn: grai && claves.prefijo ? graiUrn(claves.prefijo, grai) : null,
    digital_link: grai ? graiLink(claves.dominio ?? 'https://id.gs1.org', grai) : null,
  }
}

export const presentSuscripcion = (s: suscripciones.FilaSuscripcion, zona: string): SuscripcionEpcis => ({
  ...s,
  enviada: isoPlanta(s.enviada, zona),
  siguiente: isoPlanta(s.siguiente, zona),
  creada: isoPlanta(s.creada, zona),
})

/** Locks a subscription until the transaction ends. Throws 404 for one of another company. */
async function hold(tx: Db, principal: Principal, id: number) {
  const s = await suscripciones.holdSuscripcion(tx, id)
  if (!s || (!principal.is_admin && s.empresa !== principal.empresa))
    throw noEncontrado('No existe esa suscripción.')
  return s
}

async function checkDatos(tx: Db, empresa: number, d: suscripciones.DatosSuscripcion): Promise<void> {
  parseGuardada(d.consulta)
  if (!(await suscripciones.isWebhookOf(tx, empresa, d.webhook)))
    throw entradaNoValida('Ese webhook no es de esta empresa.', 'webhook')
}

/** Throws 404 for an unknown company, 400 for another company's webhook, 409 if it has the most subscriptions allowed. */
export async function createSuscripcionOf(
  tx: Db,
  principal: Principal,
  id: number,
  d: suscripciones.DatosSuscripcion & { desde_el_principio: boolean },
) {
  const empresa = await checkEmpresa(tx, principal, id)
  await checkDatos(tx, empresa, d)
  const nueva = await suscripciones.createSuscripcion(tx, empresa, d, MAX_SUSCRIPCIONES_EPCIS)
  if (nueva === undefined)
    throw conflicto(
      `Una empresa puede tener como mucho ${MAX_SUSCRIPCIONES_EPCIS} suscripciones.`,
      'demasiados',
    )
  await suscripciones.queueSuscripcion(tx, nueva)
  return hold(tx, principal, nueva)
}

type Cambio = {
  [K in keyof (suscripciones.DatosSuscripcion & { activa: boolean })]?:
    | (suscripciones.DatosSuscripcion & { activa: boolean })[K]
    | undefined
}

/** Throws 404 for one of another company. */
export async function updateSuscripcionOf(tx: Db, principal: Principal, id: number, c: Cambio) {
  const before = await hold(tx, principal, id)
  const datos = {
    nombre: c.nombre ?? before.nombre,
    webhook: c.webhook ?? before.webhook,
    consulta: c.consulta ?? before.consulta,
    activa: c.activa ?? before.activa,
  }
  await checkDatos(tx, before.empresa, datos)
  await suscripciones.saveSuscripcion(tx, id, datos)
  if (datos.activa) await suscripciones.queueSuscripcion(tx, id)
  return hold(tx, principal, id)
}

/** Throws 404 for one of another company. */
export async function removeSuscripcionOf(tx: Db, principal: Principal, id: number): Promise<void> {
  await hold(tx, principal, id)
  await suscripciones.removeSuscripcion(tx, id)
}
