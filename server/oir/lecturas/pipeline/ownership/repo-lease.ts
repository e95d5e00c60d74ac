import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/db/client'
import { LOCKS } from '../../../../platform/db/locks'
import { transact } from '../../../../platform/db/transaccion'
import { ALL, PARTITIONS } from './partition'
import { shareOf } from './share-manager'

/** A process that was not seen for this many seconds is gone: other processes may take its partitions. */
export const PLAZO_S = 6
/** How long a transaction that locks a partition may stand idle, ms. It is less than other processes wait for the lock. */
const PARADA_MS = 5000

export type LeaseGrant = {
  numero: number
  /** Fencing token: grows with each change of hands. */
  vez: number
  /** Last record of the log that was applied. */
  posicion: number
  /** The log that `posicion` belongs to. */
  bitacora: string | null
  /** Up to when the silence of tags is to be judged next, Unix ms: the horizon of the log source. */
  mirar: number
}
type Row = LeaseGrant & { mio: boolean; libre: boolean }

const VIVO = `visto > now() - interval '${PLAZO_S} seconds'`

const PARTITIONS_OF_PROCESS = `
select c.numero, c.vez, c.posicion, c.bitacora, c.mirar, c.proceso is not distinct from $1 as mio,
  not exists (select from ingesta_proceso p where p.id = c.proceso and p.${VIVO}) as libre
from carril c order by c.numero`

const TOMA = `
update carril set proceso = $1, vez = vez + 1
where numero in (select numero from carril where numero = any($2::smallint[]) for update skip locked)
returning numero, vez, posicion, bitacora, mirar`

/**
 * Report this process as alive, and take the free partitions that it is due.
 * @param solo this process applies all devices alone
 * @param unique no other process can work on this database: partitions of a dead one are free at once
 * @returns its partitions, and how many of them it has to leave to others
 */
export async function renewLeases(
  pool: pg.Pool,
  proceso: string,
  solo: boolean,
  unique: boolean,
): Promise<{ nuestros: LeaseGrant[]; sobran: number }> {
  return transact(
    pool,
    async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCKS.leases])
      await client.query(
        `insert into ingesta_proceso (id, solo) values ($1, $2) on conflict (id) do update set visto = now()`,
        [proceso, solo],
      )
      await client.query(`delete from ingesta_proceso where visto < now() - interval '1 day'`)
      const partitions = await client.query<Row>(PARTITIONS_OF_PROCESS, [proceso])
      const rows = partitions.rows.map((c) => ({ ...c, libre: c.libre || (unique && !c.mio) }))
      const vivos = await client.query<{ id: string }>(
        `select id from ingesta_proceso where ${VIVO} and not solo order by id`,
      )
      const nuestros = rows.filter((c) => c.mio)
      const position = vivos.rows.findIndex((p) => p.id === proceso)
      const tocan = solo ? 1 : shareOf(PARTITIONS, position, vivos.rows.length)
      const kind = (c: Row) => (c.numero === ALL) === solo
      // A process that applies all devices and processes with partitions never work at the same time.
      const ajenos = rows.some((c) => !kind(c) && !c.libre)
      const libres = ajenos ? [] : rows.filter((c) => kind(c) && c.libre && !c.mio)
      const faltan = libres.slice(0, Math.max(0, tocan - nuestros.length)).map((c) => c.numero)
      const tomados = faltan.length ? (await client.query<LeaseGrant>(TOMA, [proceso, faltan])).rows : []
      return { nuestros: [...nuestros, ...tomados], sobran: Math.max(0, nuestros.length - tocan) }
    },
    PLAZO_S * 1000,
  )
}

/**
 * A transaction that locks a partition. If its process sleeps in the middle, the database rolls it back, so that other processes can take
 * the partition.
 */
export const transactPartition = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => transact(pool, work, PARADA_MS)

/** Lock a partition until the caller's transaction ends. False: another process has it by now, as the fencing token says. */
export async function holdPartition(client: pg.ClientBase, proceso: string, c: LeaseGrant): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'guarda-carril',
    text: 'select from carril where numero = $1 and proceso = $2 and vez = $3 for update',
    values: [c.numero, proceso, c.vez],
  })
  return rowCount === 1
}

/** A range of the log that was applied: after record `desde`, up to record `hasta`. `mirar`: the horizon then, Unix ms. */
export type AppliedRange = { desde: number; hasta: number; mirar: number }

/** The same, and note the range as applied. False also if the log was not applied up to `desde` before. */
export async function advancePartition(
  client: pg.ClientBase,
  proceso: string,
  c: LeaseGrant,
  { desde, hasta, mirar }: AppliedRange,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'avanza-carril',
    text: `update carril set posicion = $5, mirar = $6 where numero = $1 and proceso = $2 and vez = $3 and posicion = $4`,
    values: [c.numero, proceso, c.vez, desde, hasta, mirar],
  })
  return rowCount === 1
}

/** Another log replaces the one that the partition was applied from: start at its beginning. False: the partition is lost. */
export async function restartPartition(
  pool: pg.Pool,
  proceso: string,
  c: LeaseGrant,
  log: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update carril set posicion = 0, mirar = 0, bitacora = $4 where numero = $1 and proceso = $2 and vez = $3',
    [c.numero, proceso, c.vez, log],
  )
  return rowCount === 1
}

/** Release a partition at once. */
export async function releasePartition(pool: pg.Pool, proceso: string, c: LeaseGrant): Promise<void> {
  await pool.query('update carril set proceso = null where numero = $1 and proceso = $2 and vez = $3', [
    c.numero,
    proceso,
    c.vez,
  ])
}

export async function removeProcess(pool: pg.Pool, proceso: string): Promise<void> {
  await pool.query('delete from ingesta_proceso where id = $1', [proceso])
}

/** Position of each partition in a log. */
export async function listApplied(db: Db, log: string): Promise<{ numero: number; posicion: number }[]> {
  const { rows } = await sql<{ numero: number; posicion: number }>`
    select numero, posicion from carril where bitacora = ${log} and posicion > 0 order by numero`.execute(db)
  return rows
}
