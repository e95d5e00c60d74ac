import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { LOCKS } from '../../../../../platform/db/locks'
import { transact } from '../../../../../platform/db/transaccion'
import { shareOf } from '../../../pipeline/ownership/share-manager'

/** Number of sessions of an installation at an outside broker, whatever number of processes read them. */
export const SESSIONS = 32
/** How long the broker keeps a session that nobody reads, with its messages. Readings older than a day lose their time anyway. */
export const SESSION_S = 86_400
/** A process that was not seen for this many seconds is gone: other processes may take its sessions. */
const PLAZO_S = 6
/** Longest wait for the lock of the sessions, ms. */
const ESPERA_MS = 6000

const VIVO = `visto > now() - interval '${PLAZO_S} seconds'`

/** `leida`: when it was read last; null: never. */
export type SessionGrant = { numero: number; vez: number; leida: Date | null }
type Row = SessionGrant & { mia: boolean; libre: boolean }

const SESSIONS_OF_PROCESS = `
select s.numero, s.vez, s.leida, s.proceso is not distinct from $1 as mia,
  not exists (select from mqtt_proceso p where p.id = s.proceso and p.${VIVO}) as libre
from mqtt_sesion s order by s.numero`

const TOMA = `
update mqtt_sesion set proceso = $1, vez = vez + 1 where numero = any($2::smallint[]) returning numero, vez, leida`

/** Where processes that work on one database divide its sessions among themselves. */
export type SessionStore = {
  /** Begins the client ids and names the shared subscription: of this installation alone. */
  name: string
  /** No other process can work on this database. */
  unico: boolean
  /**
   * Report this process as alive and its connected sessions as read, and take the free sessions that it is due.
   * @param connected numbers of its sessions that the broker serves now
   * @returns its sessions, and how many of them it has to leave to others
   */
  renew(connected: number[]): Promise<{ nuestros: SessionGrant[]; sobran: number }>
  /** Release a session: another process may take it at once, with what waits in it. */
  release(s: SessionGrant): Promise<void>
  /** This process has ended. */
  leave(): Promise<void>
}

/**
 * The sessions of this database at an outside broker.
 * @param group begins the name of the installation at the broker
 * @param unico no other process can work on this database: sessions of a dead one are free at once
 */
export async function openSessionStore(pool: pg.Pool, group: string, unico: boolean): Promise<SessionStore> {
  const proceso = randomUUID()
  await pool.query(
    'insert into mqtt_sesion (numero) select generate_series(1, $1::int) on conflict do nothing',
    [SESSIONS],
  )
  const { rows } = await pool.query<{ nombre: string }>('select nombre from mqtt_instalacion')
  return {
    name: `${group}-${rows[0]?.nombre}`,
    unico,
    renew: (connected) => transact(pool, (client) => renew(client, { proceso, connected, unico }), ESPERA_MS),
    async release({ numero, vez }) {
      await pool.query(
        'update mqtt_sesion set proceso = null where numero = $1 and proceso = $2 and vez = $3',
        [numero, proceso, vez],
      )
    },
    async leave() {
      await pool.query('delete from mqtt_proceso where id = $1', [proceso])
    },
  }
}

async function renew(
  client: pg.ClientBase,
  { proceso, connected, unico }: { proceso: string; connected: number[]; unico: boolean },
) {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.mqttSessions])
  await client.query(
    'insert into mqtt_proceso (id) values ($1) on conflict (id) do update set visto = now()',
    [proceso],
  )
  await client.query(`delete from mqtt_proceso where visto < now() - interval '1 day'`)
  await client.query(
    'update mqtt_sesion set leida = now() where proceso = $1 and numero = any($2::smallint[])',
    [proceso, connected],
  )
  const sessions = await client.query<Row>(SESSIONS_OF_PROCESS, [proceso])
  const vivos = await client.query<{ id: string }>(`select id from mqtt_proceso where ${VIVO} order by id`)
  const nuestros = sessions.rows.filter((s) => s.mia)
  const position = vivos.rows.findIndex((p) => p.id === proceso)
  const tocan = shareOf(SESSIONS, position, vivos.rows.length)
  const libres = sessions.rows.filter((s) => !s.mia && (s.libre || unico))
  const faltan = libres.slice(0, Math.max(0, tocan - nuestros.length)).map((s) => s.numero)
  const tomadas = faltan.length ? (await client.query<SessionGrant>(TOMA, [proceso, faltan])).rows : []
  return { nuestros: [...nuestros, ...tomadas], sobran: Math.max(0, nuestros.length - tocan) }
}
