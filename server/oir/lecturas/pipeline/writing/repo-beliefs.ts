import type pg from 'pg'
import { numbers, texts } from '../../../../platform/db/queries/columns'
import { machineClock } from '../../../../platform/time/machine-clock'
import { packBelief } from '../../engine/codec'
import type { Lectores } from '../../engine/lectores'
import type { DeviceState } from '../../rules/device-state'
import type { Cambio } from '../../rules/estimate'
import { createBatchTable, json, number, text, time } from './batch-table'

/** Why another place is reported for a container. `tiempo`: since when, Unix ms. */
export type Transicion = Cambio & { empresa: number; dispositivo: number; tiempo: number }

/** The readers of a company, whose numbers are used to pack beliefs. */
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

/** What a killed process may lose of a tag: this many adverts, ... */
const SIN_GUARDAR = 2
/** ... or, once its place is decided, this many ms: adverts that only confirm it are not worth a row each second. */
const SIN_GUARDAR_MS = 20_000

/**
 * Number of the span of `SIN_GUARDAR_MS` that contains a moment. Spans begin at another moment for each tag. Otherwise tags that were saved
 * together once would always be saved together, in one slow batch.
 */
const spanOf = (r: DeviceState, ms: number) =>
  Math.floor((ms + (Math.imul(r.dispositivo, 0x9e3779b1) >>> 0)) / SIN_GUARDAR_MS)

/** Its place is not decided: each advert may change it. */
const isOpen = ({ creencia: c }: DeviceState) => !c.decidido || c.rival !== null

/** Packed beliefs of the tags of which a restart would lose too much; null: there are none. */
export function beliefColumns(deviceStates: DeviceState[], lectoresOf: LectoresOf): string[] | null {
  const now = machineClock.now()
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

/** Write the beliefs of these tags, in the caller's transaction. */
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
 * Note why another place is reported for a container; null: none is.
 * @param heard when its reader heard it last, Unix ms. The change is never earlier than the hearings that caused it
 */
export function noteCambio(t: Transicion[], r: DeviceState, cambio: Cambio | null, heard: number): void {
  if (!cambio) return
  const tiempo = Math.max(heard, cambio.traza.hasta * 1000)
  t.push({ ...cambio, empresa: r.empresa, dispositivo: r.dispositivo, tiempo })
}
