import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createPool, type Db, USOS } from './client'
import { isCancelada } from './failures'
import type { Schema } from './schema'

/** Longest interval between two checks, in ms; shorter where the replica may be less than some seconds old. */
const MIRADA_MS = 1000
/** Interval of the checks while the replica is down, in ms. */
const FAR_MS = 3000
/** Identity of a database; WAL position; whether it follows another one. */
const WHO = "(select system_identifier::text from pg_control_system()) || ' ' || current_database() as quien"
const PRIMARIA = `select ${WHO}, (pg_current_wal_lsn() - '0/0')::float8 as lsn`
const COPIA = `select ${WHO}, pg_is_in_recovery() as sigue, (pg_last_wal_replay_lsn() - '0/0')::float8 as lsn`

/** The client needs its own time limit: a stalled server does not end slow queries. */
const askSoon = (text: string) => ({ text, query_timeout: USOS.probe.esperaMs }) as pg.QueryConfig

/** A transaction on the replica failed. If it is begun again, it runs on the primary. */
export class ErrorReplica extends Error {
  constructor(causa: unknown) {
    super('the replica failed', { cause: causa })
  }
}

export type EstadoReplica = {
  /** Seconds of commits that the replica may lack; null: it is down, or its age is unknown. */
  edadS: number | null
  enUso: boolean
}

/**
 * Reads that may be some seconds old go to a streaming replica. While it is too old or down, they go to the primary, within the same call.
 * Its age needs no clock of its own: the replica has everything committed until the last moment at which the primary's WAL position was not
 * beyond the replica's present one. So an idle primary makes no replica old.
 * @param maxS maximum age, in seconds
 * @param onChange called with a sentence when the replica comes into use and goes out of use
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
  /** Samples of the primary's WAL position, the oldest first. */
  let muestras: { momento: number; lsn: number }[] = []
  /** The replica has everything committed until this moment. */
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
          // Queries that wait for an answer of the replica fail, and run on the primary.
          hangUp()
          return FAR_MS
        },
      )
      await sleep(pausa, undefined, { signal: corte.signal, ref: false }).catch(() => {})
    }
  }

  /** A connection to the replica that continues on the primary if the replica fails, except in the middle of a transaction. */
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
          // On the primary it would take as long.
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
    /** Until this is called, the primary answers. */
    start(): void {
      fin ??= watch()
    },
    readEstado: (): EstadoReplica => ({ edadS: Number.isFinite(alDia) ? edadS() : null, enUso: isUsable() }),
    async stop(): Promise<void> {
      corte.abort()
      await fin
      const cierres = [pool, ...probes].map((x) => x.end())
      // The replica may be unreachable, so that a regular close would hang.
      hangUp()
      await Promise.all(cierres)
    },
  }
}

export type Replica = ReturnType<typeof createReplica>
