import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { NombreTrabajo } from '#contract/valores/salud'
import type { Db } from '../db/cliente'
import { isSinBase } from '../db/fallos'
import { tellFallo } from './fallo'
import { noteFallado, noteHecho } from './repo'
import { TRABAJOS, type Trabajo } from './trabajos'

/** Where the queue keeps its tables: apart from ours, and in no copy. */
const ESQUEMA = 'trabajos'
/** How often it is looked for work of processes that are no more. */
const REPASO_S = 20
const REINTENTO_MS = 1000
/** How long work that is under way may take to end when the process stops. */
const PACIENCIA_MS = 5000
const NOMBRES = Object.keys(TRABAJOS) as NombreTrabajo[]

/** A transaction of either kind that the product has. */
export type Transaccion = Db | pg.ClientBase

function sqlDe(tx: Transaccion): PgBoss.Db {
  return {
    async executeSql(texto, valores) {
      if ('executeQuery' in tx)
        return { rows: [...(await tx.executeQuery(CompiledQuery.raw(texto, valores))).rows] }
      return { rows: (await tx.query(texto, valores)).rows }
    },
  }
}

/** Writes jobs in the transactions of others, and so never connects. */
const escriba = new PgBoss({
  schema: ESQUEMA,
  db: {
    executeSql: () => Promise.reject(new Error('a job is queued in a transaction')),
  },
})

/**
 * Ask for work in the same transaction as what asks for it: it is done once that is committed, and never where it is not.
 * @param clave of those with the same one, one waits and one is under way at most
 * @param desde not before
 */
export async function queueTrabajo(
  tx: Transaccion,
  nombre: NombreTrabajo,
  datos: object = {},
  { clave, desde }: { clave?: string; desde?: Date } = {},
): Promise<void> {
  const db = sqlDe(tx)
  await escriba.send(nombre, datos, { db, singletonKey: clave, startAfter: desde })
  await db.executeSql("select pg_notify('retorna_trabajos', $1)", [nombre])
}

function createBoss(
  executeSql: PgBoss.Db['executeSql'],
  opciones: Partial<PgBoss.ConstructorOptions>,
): PgBoss {
  return new PgBoss({
    schema: ESQUEMA,
    db: { executeSql },
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
    ...opciones,
  })
}

/** Bring the tables of the queue up to date. */
export async function prepareTrabajos(pool: pg.Pool): Promise<void> {
  const boss = createBoss((texto, valores) => pool.query(texto, valores), {
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const nombre of NOMBRES) {
    const opciones = {
      name: nombre,
      policy: 'stately',
      expireInSeconds: TRABAJOS[nombre].expiraS,
      retryLimit: 5,
      retryDelay: 30,
      retryBackoff: true,
    } as const
    await boss.createQueue(nombre, opciones)
    await boss.updateQueue(nombre, opciones)
  }
  await boss.stop({ graceful: false })
}

/** What is done for each kind of work. What it throws is reported, and the work tried again later. */
export type Obreros = Record<NombreTrabajo, (datos: never) => Promise<unknown>>

/**
 * Do the work that is asked for, beside all other processes of the installation.
 * @param zona time zone of the plant, by which periodic work is asked for
 * @param repasoS seconds between two looks for work of processes that are no more
 * @param aSuHora false: nothing is asked for by itself
 */
export async function startTrabajos(
  pool: pg.Pool,
  zona: string,
  obreros: Obreros,
  onFail: (nombre: string, e: unknown) => void,
  { repasoS = REPASO_S, aSuHora = true } = {},
) {
  let parada = false
  /** Waits for a database that is away: nobody waits for what the queue notes, and what nobody waits for may not fail. */
  async function executeSql(texto: string, valores: unknown[]): Promise<{ rows: unknown[] }> {
    for (;;) {
      try {
        return await pool.query(texto, valores)
      } catch (e) {
        // Work that outlasts the stop is noted nowhere; the queue reads how many it has noted.
        if (parada) return { rows: [{ count: 0 }] }
        if (!isSinBase(e)) throw e
        await sleep(REINTENTO_MS)
      }
    }
  }
  const boss = createBoss(executeSql, {
    maintenanceIntervalSeconds: repasoS,
    cronMonitorIntervalSeconds: 10,
  })
  boss.on('error', (e) => onFail('cola', e))
  await boss.start()
  const obrerosDe = new Map<string, string[]>()
  for (const nombre of NOMBRES) {
    const { miradaS, ...t }: Trabajo = TRABAJOS[nombre]
    if (t.cada && aSuHora) await boss.schedule(nombre, t.cada, {}, { tz: zona })
    else await boss.unschedule(nombre)
    const work: PgBoss.WorkHandler<unknown> = async ([trabajo]) => {
      const inicio = performance.now()
      try {
        await obreros[nombre](trabajo?.data as never)
      } catch (e) {
        onFail(nombre, e)
        await noteFallado(pool, nombre, tellFallo(e)).catch(() => {})
        throw e
      }
      await noteHecho(pool, nombre, performance.now() - inicio).catch(() => {})
    }
    const ids: string[] = []
    while (ids.length < (t.aLaVez ?? 1))
      ids.push(await boss.work(nombre, { pollingIntervalSeconds: miradaS }, work))
    obrerosDe.set(nombre, ids)
  }
  return {
    /** Some work of this kind was asked for just now. */
    wake(nombre: string): void {
      for (const id of obrerosDe.get(nombre) ?? []) boss.notifyWorker(id)
    },
    /** Let what is under way end, for some seconds; what does not is done anew elsewhere. */
    async stop(): Promise<void> {
      await boss.stop({ graceful: true, wait: true, timeout: PACIENCIA_MS })
      parada = true
    },
  }
}

export type Trabajos = Awaited<ReturnType<typeof startTrabajos>>
