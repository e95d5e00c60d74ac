import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createPool, type Db, USOS } from './client'
import { isCancelada } from './failures'
import type { Schema } from './schema'

/** How often it is looked at, at least; more often where it may be less than some seconds old. */
const MIRADA_MS = 1000
/** One that is away is asked less often. */
const FAR_MS = 3000
/** What tells a database from any other; how far it has got; whether it follows another one. */
const WHO = "(select system_identifier::text from pg_control_system()) || ' ' || current_database() as quien"
const PRIMARIA = `select ${WHO}, (pg_current_wal_lsn() - '0/0')::float8 as lsn`
const COPIA = `select ${WHO}, pg_is_in_recovery() as sigue, (pg_last_wal_replay_lsn() - '0/0')::float8 as lsn`

/** A server that stands still does not end what takes too long. */
const askSoon = (text: string) => ({ text, query_timeout: USOS.probe.esperaMs }) as pg.QueryConfig

/** A transaction on the replica failed: begun again, it is on the primary. */
export class ErrorReplica extends Error {
  constructor(causa: unknown) {
    super('the replica failed', { cause: causa })
  }
}

export type EstadoReplica = {
  /** Seconds of which it may lack what was committed; null: it is not there, or nobody knows. */
  edadS: number | null
  enUso: boolean
}

/**
 * Reads that may be some seconds old go to a streaming replica, and to the primary while that is too old or away, within the call
 * that finds it so. How old it is needs no clock of its own: the replica has everything until the last moment at which the primary's log
 * was as long as the replica has got by now. So a primary at rest makes no replica old.
 * @param maxS the oldest that it may be
 * @param onChange told in words when it begins and ends to be read from
 */
export function createReplica(
  primaria: pg.Pool,
  conexionPrimaria: string | pg.ClientConfig,
  connection: string,
  maxS: number,
  onChange: (enUso: boolean, porque: string) => void,
) {
  const sockets = new Set<Socket>()
  const stream = () => {
    const s = new Socket()
    sockets.add(s)
    return s.once('close', () => sockets.delete(s))
  }
  const alli = { connectionString: connection, stream, keepAlive: true }
  const pool = createPool(alli, USOS.replica)
  const probes = [createPool(conexionPrimaria, USOS.probe), createPool(alli, USOS.probe)] as const
  const corte = new AbortController()
  /** How long the log of the primary was, and when, the oldest first. */
  let muestras: { momento: number; lsn: number }[] = []
  /** It has all that was committed until then. */
  let alDia = Number.NEGATIVE_INFINITY
  let anunciado = false
  let porque = ''

  const edadS = () => (performance.now() - alDia) / 1000
  const isUsable = () => edadS() <= maxS

  function tell(): void {
    if (isUsable() === anunciado) return
    anunciado = !anunciado
    onChange(anunciado, anunciado ? '' : porque)
  }

  function noteFailure(e: unknown): void {
    alDia = Number.NEGATIVE_INFINITY
    porque = String((e as Error)?.message ?? e)
    tell()
  }

  function hangUp(): void {
    for (const s of sockets) s.destroy()
  }

  async function look(): Promise<void> {
    const momento = performance.now()
    const [p] = (await probes[0].query(askSoon(PRIMARIA))).rows
    const [c] = (await probes[1].query(askSoon(COPIA))).rows
    if (!c.sigue || c.quien !== p.quien) throw new Error('it is no replica of this database')
    muestras.push({ momento, lsn: p.lsn })
    const reached = muestras.findLastIndex((m) => m.lsn <= c.lsn)
    if (reached >= 0) alDia = (muestras[reached] as (typeof muestras)[0]).momento
    muestras = muestras.slice(Math.max(reached, 0)).filter((m) => momento - m.momento <= maxS * 1000)
    porque = `it is ${Math.round(edadS())} s old`
    tell()
  }

  async function watch(): Promise<void> {
    while (!corte.signal.aborted) {
      const pausa = await look().then(
        () => Math.min(MIRADA_MS, maxS * 250),
        (e) => {
          noteFailure(e)
          // Who waits for an answer that does not come is answered by the primary.
          hangUp()
          return FAR_MS
        },
      )
      await sleep(pausa, undefined, { signal: corte.signal, ref: false }).catch(() => {})
    }
  }

  /** A connection to the replica that goes on at the primary where the replica fails, but not in the middle of a transaction. */
  function wrap(suya: pg.PoolClient) {
    let sustituta: pg.PoolClient | null = null
    let inside = false
    let roto = false
    return {
      async query(texto: string, values: unknown[]): Promise<pg.QueryResult> {
        if (sustituta) return sustituta.query(texto, values)
        const empezada = inside
        if (/^(begin|start transaction)/.test(texto)) inside = true
        try {
          const res = await suya.query(texto, values)
          if (/^(commit|rollback)$/.test(texto)) inside = false
          return res
        } catch (e) {
          // It would take as long there.
          if (isCancelada(e)) throw e
          roto = true
          noteFailure(e)
          if (empezada) throw new ErrorReplica(e)
          sustituta = await primaria.connect()
          return sustituta.query(texto, values)
        }
      },
      release(): void {
        sustituta?.release()
        suya.release(roto)
      },
    }
  }

  const doble = {
    async connect() {
      if (!isUsable()) return primaria.connect()
      try {
        return wrap(await pool.connect())
      } catch (e) {
        noteFailure(e)
        return primaria.connect()
      }
    },
    end: async () => {},
  }
  const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: doble as never }) })
  let fin: Promise<void> | undefined

  return {
    db,
    /** Until then the primary answers. */
    start(): void {
      fin ??= watch()
    },
    readEstado: (): EstadoReplica => ({ edadS: Number.isFinite(alDia) ? edadS() : null, enUso: isUsable() }),
    async stop(): Promise<void> {
      corte.abort()
      await fin
      const cierres = [pool, ...probes].map((x) => x.end())
      // It may be too far away to be told.
      hangUp()
      await Promise.all(cierres)
    },
  }
}

export type Replica = ReturnType<typeof createReplica>
