import type pg from 'pg'
import { type ConstructorOptions, fromKysely, type Job, PgBoss } from 'pg-boss'
import { type Db, USOS } from '../db/client'
import { isSinBase } from '../db/failures'
import { tellFallo } from './failure'
import { kindOf, QUEUE_NAMES, QUEUES, type QueueName } from './queues'
import { dropOldQueues, noteFallado, noteHecho, SCHEMA } from './repo'

/** A process that does not say for so long that it is still at a job is taken for dead, and another begins anew. */
const HEARTBEAT_S = 60
/** How often one of the processes looks for jobs of dead ones, and whether a scheduled one is due. */
const SUPERVISE_S = 30
const CRON_S = 10
/** How often what was done is removed, and how long it is kept. */
const MAINTENANCE_S = 600
const KEEP_S = 3600
/** Jobs that are due at once wake their workers; those of another time are found by polling, and all of them while nobody is woken. */
const POLL_S = 60
const POLL_UNWOKEN_S = 5
/** How long jobs that are under way may take to end when the process stops. */
const PATIENCE_MS = 5000
/** pg-boss links jobs to flows, which nothing here does: it looks for them as seldom as it can. */
const NEVER_S = 86_400

/** A transaction of either kind that the product has. */
export type Transaction = Db | pg.ClientBase

type Sql = NonNullable<ConstructorOptions['db']>

const adapt = (tx: Transaction): Sql =>
  'executeQuery' in tx
    ? fromKysely(tx)
    : { executeSql: (text, values) => tx.query(text, values as unknown[]) }

function createBoss(options: ConstructorOptions): PgBoss {
  return new PgBoss({
    schema: SCHEMA,
    registerInstance: false,
    openTelemetry: { enabled: false },
    flowIntervalSeconds: NEVER_S,
    ...options,
  })
}

/** Writes jobs in the transactions of others. It has read which queues there are, runs nothing and holds no connection. */
let sender: Promise<PgBoss> | undefined

async function createSender(db: Sql): Promise<PgBoss> {
  const boss = createBoss({ db, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  return boss
}

export type NewJob = {
  data?: object
  /** Of those with the same one, one waits and one is under way at most. */
  key?: string
  /** Not before. */
  after?: Date
  /** Of those with the same key one in this many seconds, done or not. */
  onceS?: number
}

/** Queue jobs in the same transaction as what asks for them: they are done once that is committed, and never where it is not. */
export async function queueJobs(tx: Transaction, queue: QueueName, jobs: readonly NewJob[]): Promise<void> {
  if (!jobs.length) return
  const db = adapt(tx)
  sender ??= createSender(db)
  const boss = await sender.catch((e) => {
    sender = undefined
    throw e
  })
  const rows = jobs.map(({ data = {}, key, after, onceS }) => ({
    data,
    singletonKey: key,
    startAfter: after,
    singletonSeconds: onceS,
  }))
  await boss.insert(queue, rows, { db })
}

export const queueJob = (tx: Transaction, queue: QueueName, job: NewJob = {}) => queueJobs(tx, queue, [job])

/** Bring the tables, queues and schedules of the runner up to date. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  const boss = createBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const name of QUEUE_NAMES) {
    const { cron, expireS, keepS = KEEP_S } = QUEUES[name]
    const options = {
      expireInSeconds: expireS,
      heartbeatSeconds: HEARTBEAT_S,
      deleteAfterSeconds: keepS,
      retryLimit: 5,
      retryDelay: 30,
      retryBackoff: true,
      notify: true,
    }
    await boss.createQueue(name, { policy: 'stately', ...options })
    await boss.updateQueue(name, options)
    if (cron) await boss.schedule(name, cron)
    else await boss.unschedule(name)
  }
  await boss.stop({ graceful: false })
  await dropOldQueues(pool)
}

/**
 * What is done for a job of each queue. What it throws is reported, and the job tried again later.
 * `signal`: the job took too long, or another process has it.
 */
export type Workers = Record<QueueName, (data: never, signal: AbortSignal) => Promise<unknown>>

/**
 * Do the jobs that are queued, beside all other processes of the installation.
 * @param conexion of a pool of its own: no job waits behind what people ask for, nor they behind it
 * @param pool where it is noted what became of them
 * @param schedule false: nothing is asked for because of the hour
 */
export async function startJobs(
  connection: string | pg.ClientConfig,
  pool: pg.Pool,
  workers: Workers,
  onFail: (queue: string, e: unknown) => void,
  { schedule = true, superviseS = SUPERVISE_S } = {},
) {
  let stopped = false
  // A database that is away is asked again.
  const tell = (queue: string) => (e: unknown) => {
    if (!stopped && !isSinBase(e)) onFail(queue, e)
  }
  const boss = createBoss({
    ...(typeof connection === 'string'
      ? { connectionString: connection }
      : (connection as ConstructorOptions)),
    application_name: 'retorna-jobs',
    max: USOS.jobs.max,
    useListenNotify: true,
    schedule,
    cronMonitorIntervalSeconds: CRON_S,
    superviseIntervalSeconds: superviseS,
    monitorIntervalSeconds: superviseS,
    maintenanceIntervalSeconds: MAINTENANCE_S,
  })
  boss.on('error', tell('pg-boss'))
  await boss.start()

  async function work(name: QueueName, { data, signal }: Job<unknown>): Promise<void> {
    const kind = kindOf(name)
    const start = performance.now()
    try {
      await workers[name](data as never, signal)
    } catch (e) {
      onFail(name, e)
      await noteFallado(pool, kind, tellFallo(e)).catch(tell(name))
      throw e
    }
    await noteHecho(pool, kind, performance.now() - start).catch(tell(name))
  }

  async function startWorker(name: QueueName, pollS: number): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_UNWOKEN_S, notifyPollingIntervalSeconds: pollS }
    const id: string = await boss.work(name, options, async ([job]) => {
      // Whoever has had a job looks for the next one at once.
      boss.notifyWorker(id)
      await work(name, job as Job<unknown>)
    })
  }
  for (const name of QUEUE_NAMES) {
    const { concurrency = 1, pollS = POLL_S } = QUEUES[name]
    for (let i = 0; i < concurrency; i++) await startWorker(name, pollS)
  }
  return {
    /** Let what is under way end, for some seconds; what does not is done anew elsewhere. */
    async stop(): Promise<void> {
      stopped = true
      await boss.stop({ graceful: true, timeout: PATIENCE_MS }).catch(() => {})
    },
  }
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>
