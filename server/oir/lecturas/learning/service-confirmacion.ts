import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/db/client'
import { conflicto, noEncontrado } from '../../../platform/http/errores'
import { machineClock } from '../../../platform/time/machine-clock'
import { unpackBelief } from '../engine/codec'
import { confirm } from '../engine/confirm'
import type { Plantas } from '../pipeline/memory/plants'
import * as repo from './repo-confirmacion'

/** From this many nats of evidence for another place on, the person is asked again, and the confirmation is not learned. */
const NATS_DUDA = 8

/** Nats by which the readers speak for another place; null: their evidence cannot show that place. */
async function weighAgainst(plantas: Plantas, d: repo.LastReported, place: number): Promise<number | null> {
  const planta = (await plantas.prepare([d.empresa])).get(d.empresa)
  if (!planta?.tabla.lugares.includes(place)) return null
  // A copy: only the process that holds the lease may change what is reported.
  const c = d.creencia && unpackBelief(d.creencia, planta.lectores)
  return c ? confirm(planta, c, place, Math.floor(machineClock.now() / 1000)).nats : 0
}

export type Correccion = { mac: string; ubicacion: number; seguro: boolean }
type Who = { usuarioId: number; username: string }

/**
 * Check what a person says about the place of a container.
 * @param empresa null: of any company
 * @returns what to write, if it is credible or the person is sure
 */
export async function reviewCorreccion(
  db: Db,
  plantas: Plantas,
  empresa: number | null,
  { mac, ubicacion, seguro }: Correccion,
  { usuarioId, username }: Who,
): Promise<repo.New> {
  const d = await repo.findLastReported(db, empresa, mac)
  if (d === undefined) throw noEncontrado('No existe ese dispositivo.')
  if (d === null) throw conflicto('Ningún lector ha oído todavía este dispositivo.', 'sin_registro')
  const nombre = await repo.findNombre(db, d.empresa, ubicacion)
  if (nombre === undefined) throw noEncontrado('No existe esa ubicación.')
  const nats = await weighAgainst(plantas, d, ubicacion)
  if (nats === null)
    throw conflicto(
      `Los lectores no distinguen «${nombre}»: no tiene lector y no se ha calibrado con un paseo.`,
      'sin_calibrar',
    )
  const creible = nats < NATS_DUDA || d.lugar === ubicacion
  if (!creible && !seguro)
    throw conflicto(
      `Los lectores dicen «${d.dicho ?? 'Sin ubicación'}». ¿Seguro que está en «${nombre}»?`,
      'poco_creible',
    )
  return { d, ubicacion, usuario: usuarioId, autor: username, nats, creible }
}

export async function retractCorreccion(tx: Db, id: number, who: Who): Promise<void> {
  const r = await repo.removeConfirmacion(tx, id, who.usuarioId)
  if (!r) throw noEncontrado('No existe esa corrección.')
  if (!r.aTiempo) throw conflicto('Ha pasado más de un minuto: ya no se puede deshacer.', 'tarde')
}

const ESPERA_MS = 3000
const CADA_MS = 100

/** Wait until the confirmation is applied, or for a while: another process may apply it. */
export async function waitAtendida(db: Db, id: number): Promise<void> {
  const fin = performance.now() + ESPERA_MS
  while (performance.now() < fin && (await repo.isPendiente(db, id))) await sleep(CADA_MS)
}
