import type pg from 'pg'
import type { Message } from '../message'
import { createBatchTable, later, number, time, writtenAt } from './batch-table'

/** Heartbeats of a reader in a batch. */
export type Heartbeat = {
  lector: number
  empresa: number
  /** When the last message reached us, Unix ms. */
  recibido: number
  /** Its clock minus ours, in seconds; null: it reports no time. */
  desfase: number | null
  /** `desfase` is from the reader's clock itself, in the last message. */
  conReloj: boolean
  /** Number of messages of the batch in which the reader speaks. */
  mensajes: number
  /** The last of these messages. */
  ultimo: Message
}

const HEARTBEATS = createBatchTable<Heartbeat>(
  number('dispositivo_id', 'bigint', (h) => h.lector),
  number('empresa_id', 'int', (h) => h.empresa),
  time('ultimo_registro', (h) => h.recibido),
  number('desfase_s', 'int', (h) => h.desfase),
  number('mensajes', 'int', (h) => h.mensajes),
  writtenAt(),
)

const MINUTE = 'floor(extract(epoch from now()) / 60)::int'

/** The stored minute is this one or a little later (written by a transaction that began later), not of a clock that was ahead. */
const MISMO_MINUTO = 'e.minuto between excluded.minuto and excluded.minuto + 5'

const SAVE = `
with vivos as materialized (
  select dispositivo_id from dispositivo_estado
  where dispositivo_id = any($1::bigint[]) and recibido > to_timestamp(($6::float8[])[1] / 1000) - interval '1 minute'
), escritos as (
insert into dispositivo_estado as e (estado_desde, minuto, mensajes_previos, ${HEARTBEATS.names})
select to_timestamp(ultimo_registro / 1000), ${MINUTE}, 0, ${HEARTBEATS.values} from ${HEARTBEATS.rows}
on conflict (dispositivo_id) do update set
  ultimo_registro = ${later('ultimo_registro', 'e')}, recibido = excluded.recibido,
  desfase_s = coalesce(excluded.desfase_s, e.desfase_s),
  minuto = case when ${MISMO_MINUTO} then e.minuto else excluded.minuto end,
  mensajes = case when ${MISMO_MINUTO} then e.mensajes + excluded.mensajes else excluded.mensajes end,
  mensajes_previos = case when ${MISMO_MINUTO} then e.mensajes_previos
    when e.minuto = excluded.minuto - 1 then e.mensajes else 0 end
returning dispositivo_id)
select dispositivo_id as id from escritos where dispositivo_id not in (select dispositivo_id from vivos)`

/**
 * In the caller's transaction.
 * @returns ids of readers that were silent for over a minute: only for these can the state that people see (silent or not) change
 */
export async function saveHeartbeats(
  client: pg.ClientBase,
  heartbeats: readonly Heartbeat[],
): Promise<number[]> {
  const values = HEARTBEATS.encode(heartbeats)
  const { rows } = await client.query<{ id: number }>({ name: 'latidos', text: SAVE, values })
  const ids = rows.map((r) => r.id)
  // People see at once that they speak again: what they were silent for is over, it seems.
  if (ids.length)
    await client.query({ name: 'lectores-vuelven', text: 'select lectores_vuelven($1)', values: [ids] })
  return ids
}
