import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/db/client'
import { transact } from '../../../../platform/db/transaccion'
import { ALL, PARTITIONS } from './partition'

/** A process that was not seen for this long is gone: others may go on with what it had, seconds. */
export const PLAZO_S = 6
/** For how long a transaction that keeps a partition may stand still, in ms: less than others wait for it. */
const PARADA_MS = 5000
/** Of all locks that programs agree on by a number: who takes partitions. */
const LOCK = 7_263_401

export type LeaseGrant = {
  numero: number
  vez: number
  /** Up to where the log was applied, which one that was, and when to look next at what nobody was heard of, Unix ms. */
  posicion: number
  bitacora: string | null
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

/** How many partitions each of this many processes has, the first ones one more. */
const shareOf = (lease: number, processes: number) =>
  Math.floor(PARTITIONS / processes) + (lease < PARTITIONS % processes ? 1 : 0)

/**
 * Say that this process is there, and take what is free and due to it.
 * @param solo it applies everything by itself
 * @param unico no other process can be at work on this database: what a dead one left is free at once
 * @returns what it has, and how many of them others wait for
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
      await client.query('select pg_advisory_xact_lock($1)', [LOCK])
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
      const lease = vivos.rows.findIndex((p) => p.id === proceso)
      const tocan = solo ? 1 : shareOf(lease, vivos.rows.length)
      const kind = (c: Row) => (c.numero === ALL) === solo
      // One that applies everything and those that have partitions never work beside each other.
      const ajenos = rows.some((c) => !kind(c) && !c.libre)
      const libres = ajenos ? [] : rows.filter((c) => kind(c) && c.libre && !c.mio)
      const faltan = libres.slice(0, Math.max(0, tocan - nuestros.length)).map((c) => c.numero)
      const tomados = faltan.length ? (await client.query<LeaseGrant>(TOMA, [proceso, faltan])).rows : []
      return { nuestros: [...nuestros, ...tomados], sobran: Math.max(0, nuestros.length - tocan) }
    },
    PLAZO_S * 1000,
  )
}

/** A transaction that keeps a partition. The database undoes it where its process sleeps in the middle of it: others take the partition then. */
export const transactPartition = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => transact(pool, work, PARADA_MS)

/** Keep a partition until the caller's transaction ends. False where it is another process' by now. */
export async function holdPartition(client: pg.ClientBase, proceso: string, c: LeaseGrant): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'guarda-carril',
    text: 'select from carril where numero = $1 and proceso = $2 and vez = $3 for update',
    values: [c.numero, proceso, c.vez],
  })
  return rowCount === 1
}

/** A part of the log: after which record, up to which one, and when to look next at what nobody was heard of, Unix ms. */
export type AppliedRange = { desde: number; hasta: number; mirar: number }

/** The same, and what was applied of the log. False also where the log was not applied up to `desde`. */
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

/** The log is another one than the partition was applied from: it begins at its beginning. False where the partition is lost. */
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

/** Leave a partition to others at once. */
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

/** How far each partition was applied from a log. */
export async function listApplied(db: Db, log: string): Promise<{ numero: number; posicion: number }[]> {
  const { rows } = await sql<{ numero: number; posicion: number }>`
    select numero, posicion from carril where bitacora = ${log} and posicion > 0 order by numero`.execute(db)
  return rows
}
