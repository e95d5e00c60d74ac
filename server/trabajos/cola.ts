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
/** How often it is looked for work that is due; where a transaction asks, whoever waits is told at once. */
const MIRADA_MS = 5000
/** A worker of the queue looks for work when it is told to, not by itself: each such look is a statement of its own. */
const SIN_MIRAR_S = 86_400
/** How often what was done an hour ago is put away. */
const ARCHIVO_S = 600
/** Of several processes one asks for work that is due by itself: once in so many seconds. */
const UNA_VEZ_S = 60
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

/** Kinds of which something is due, and whether a process was given up that had something of it under way. */
const DEBIDOS = `
select name as nombre, bool_or(state = 'active') as perdido from ${ESQUEMA}.job
where state < 'active' and start_after < now() or state = 'active' and started_on + expire_in < now()
group by 1`

/** How often a kind of work has been due by now. */
const vueltas = ({ s, en }: { s: number; en: number }, ahora: number) => Math.floor((ahora / 1000 - en) / s)

/**
 * Do the work that is asked for, beside all other processes of the installation.
 * @param miradaMs between two looks for what is due
 * @param aSuHora false: nothing is asked for by itself
 */
export async function startTrabajos(
  pool: pg.Pool,
  obreros: Obreros,
  onFail: (nombre: string, e: unknown) => void,
  { miradaMs = MIRADA_MS, aSuHora = true } = {},
) {
  let parada = false
  /** Waits for a database that is away: nobody waits for what the queue notes, and what nobody waits for may not fail. */
  async function runSql(texto: string, valores: unknown[]): Promise<{ rows: unknown[] }> {
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
  /** One after the other: they are short, and its workers begin all at once. So they need one connection, not one each. */
  let ultima: Promise<unknown> = Promise.resolve()
  function executeSql(texto: string, valores: unknown[]): Promise<{ rows: unknown[] }> {
    const hecho = ultima.then(() => runSql(texto, valores))
    ultima = hecho.catch(() => {})
    return hecho
  }
  const boss = createBoss(executeSql, { maintenanceIntervalSeconds: ARCHIVO_S, schedule: false })
  boss.on('error', (e) => onFail('cola', e))
  await boss.start()
  const obrerosDe = new Map<string, string[]>()
  for (const nombre of NOMBRES) {
    const t: Trabajo = TRABAJOS[nombre]
    // While the database is away it learns of the next one.
    const failNota = (e: unknown) => {
      if (!isSinBase(e)) onFail(nombre, e)
    }
    const work: PgBoss.WorkHandler<unknown> = async ([trabajo]) => {
      const inicio = performance.now()
      try {
        await obreros[nombre](trabajo?.data as never)
      } catch (e) {
        onFail(nombre, e)
        await noteFallado(pool, nombre, tellFallo(e)).catch(failNota)
        throw e
      }
      await noteHecho(pool, nombre, performance.now() - inicio).catch(failNota)
    }
    const ids: string[] = []
    while (ids.length < (t.aLaVez ?? 1))
      ids.push(await boss.work(nombre, { pollingIntervalSeconds: SIN_MIRAR_S }, work))
    obrerosDe.set(nombre, ids)
  }

  const wake = (nombre: string) => {
    for (const id of obrerosDe.get(nombre) ?? []) boss.notifyWorker(id)
  }

  /** When it was last asked for what is due by itself; a process that comes back within a minute leaves nothing out. */
  let pedido = Date.now() - UNA_VEZ_S * 1000

  async function askDebidos(): Promise<void> {
    const ahora = Date.now()
    for (const nombre of NOMBRES) {
      const { cada }: Trabajo = TRABAJOS[nombre]
      if (cada && vueltas(cada, ahora) !== vueltas(cada, pedido))
        await boss.send(nombre, {}, { singletonSeconds: UNA_VEZ_S })
    }
    pedido = ahora
  }

  async function look(): Promise<void> {
    if (aSuHora) await askDebidos()
    const { rows } = await pool.query({ name: 'trabajos-debidos', text: DEBIDOS })
    // What a process had under way that is no more is tried again after a wait.
    if (rows.some((f) => f.perdido)) await boss.expire()
    for (const { nombre } of rows) wake(nombre)
  }

  let mirando = false
  let cerrada = false
  const reloj = setInterval(() => {
    if (mirando) return
    mirando = true
    look()
      // A database that is away is asked again by the next look.
      .catch((e) => cerrada || isSinBase(e) || onFail('cola', e))
      .finally(() => {
        mirando = false
      })
  }, miradaMs)
  return {
    /** Some work of this kind was asked for just now. */
    wake,
    /** Let what is under way end, for some seconds; what does not is done anew elsewhere. */
    async stop(): Promise<void> {
      cerrada = true
      clearInterval(reloj)
      await boss.stop({ graceful: true, wait: true, timeout: PACIENCIA_MS })
      parada = true
    },
  }
}

export type Trabajos = Awaited<ReturnType<typeof startTrabajos>>
