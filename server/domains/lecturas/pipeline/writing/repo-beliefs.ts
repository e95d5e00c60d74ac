import type pg from 'pg'
import { numbers, texts } from '../../../../platform/db/columns'
import { packBelief } from '../../engine/codec'
import type { Lectores } from '../../engine/lectores'
import type { DeviceState } from '../../rules/device-state'
import type { Cambio } from '../../rules/estimate'
import { createBatchTable, json, number, text, time } from './batch-table'

/** Why another place is reported for a container from a moment on, Unix ms. */
export type Transicion = Cambio & { empresa: number; dispositivo: number; tiempo: number }

/** The readers of a company, by whose numbers beliefs are packed. */
export type LectoresOf = (empresa: number) => Lectores

const BELIEFS = `
insert into creencia (dispositivo_id, datos) select d, b from unnest($1::bigint[], $2::bytea[]) as x(d, b)
on conflict (dispositivo_id) do update set datos = excluded.datos`

const TRANSICIONES = createBatchTable<Transicion>(
  number('empresa_id', 'int', (t) => t.empresa),
  number('dispositivo_id', 'bigint', (t) => t.dispositivo),
  time('tiempo', (t) => t.tiempo),
  text('causa', (t) => t.causa),
  json('traza', (t) => t.traza),
)

const INSERT_TRANSICIONES = `
insert into transicion (${TRANSICIONES.names}) select ${TRANSICIONES.values} from ${TRANSICIONES.rows}`

/** What a killed process may lose of a tag, in adverts ... */
const SIN_GUARDAR = 2
/** ... and in ms of one that sends many, once its place is decided: what confirms it is worth no row each second. */
const SIN_GUARDAR_MS = 20_000

/**
 * Number of the span of `SIN_GUARDAR_MS` that a moment is in. Spans of each tag begin at another moment, so that tags that were saved together
 * once are not saved together ever after: the batch that has them all is the slowest one.
 */
const spanOf = (r: DeviceState, ms: number) =>
  Math.floor((ms + (Math.imul(r.dispositivo, 0x9e3779b1) >>> 0)) / SIN_GUARDAR_MS)

/** Each advert may tell another place. */
const isOpen = ({ creencia: c }: DeviceState) => !c.decidido || c.rival !== null

/** What the engine remembers of these tags, where a restart would lose too much of it. */
export function beliefColumns(deviceStates: DeviceState[], lectoresOf: LectoresOf): string[] | null {
  const now = Date.now()
  const due = deviceStates.filter(
    (r) => r.sinGuardar >= SIN_GUARDAR && (isOpen(r) || spanOf(r, now) !== spanOf(r, r.guardado)),
  )
  if (!due.length) return null
  for (const r of due) {
    r.sinGuardar = 0
    r.guardado = now
  }
  return packColumnas(due, lectoresOf)
}

function packColumnas(due: readonly DeviceState[], lectoresOf: LectoresOf): string[] {
  return [
    numbers(due, (r) => r.dispositivo),
    texts(due, (r) => `\\x${packBelief(r.creencia, lectoresOf(r.empresa)).toString('hex')}`),
  ]
}

export async function insertBeliefs(client: pg.ClientBase, columns: string[]): Promise<void> {
  await client.query({ name: 'creencias', text: BELIEFS, values: columns })
}

/** Write what the engine remembers of these tags, in the caller's transaction. */
export async function sendBeliefs(
  client: pg.ClientBase,
  deviceStates: readonly DeviceState[],
  lectoresOf: LectoresOf,
): Promise<void> {
  await insertBeliefs(client, packColumnas(deviceStates, lectoresOf))
}

export async function insertTransiciones(client: pg.ClientBase, t: Transicion[]): Promise<void> {
  await client.query({ name: 'transiciones', text: INSERT_TRANSICIONES, values: TRANSICIONES.encode(t) })
}

/**
 * Note why another place is reported for a container; nothing where none is.
 * @param walk observation when it was heard last by its reader's clock, Unix ms; the change is never earlier than the hearings that it is reported for
 */
export function noteCambio(
  t: Transicion[],
  r: DeviceState,
  cambio: Cambio | null,
  walkObservation: number,
): void {
  if (!cambio) return
  const tiempo = Math.max(walkObservation, cambio.traza.hasta * 1000)
  t.push({ ...cambio, empresa: r.empresa, dispositivo: r.dispositivo, tiempo })
}
