import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { type ConstructorOptions, fromKysely, type Job, PgBoss } from 'pg-boss'
import { type Db, USOS } from '../db/client'
import { isSinBase } from '../db/failures'
import { formatFallo } from './failure'
import { kindOf, QUEUE_NAMES, QUEUES, type Queue, type QueueName } from './queues'
import { dropOldQueues, noteFallado, noteHecho, SCHEMA } from './repo'

/** A job without a heartbeat for this long is taken over: its process counts as dead, and another one begins the job anew. */
const HEARTBEAT_S = 60
/** How often one of the processes looks for jobs of dead processes, and how often for scheduled jobs that are due. */
const SUPERVISE_S = 30
const CRON_S = 10
/** How often finished jobs are removed, and how long they are kept. */
const MAINTENANCE_S = 600
const KEEP_S = 3600
/**
 * Jobs that are due at once wake their workers. Jobs with a later time are found by polling; so are all jobs while NOTIFY does not work.
 */
const POLL_S = 60
const POLL_UNWOKEN_S = 5
/** How long jobs in flight may take to end when the process stops. */
const PATIENCE_MS = 5000
/** pg-boss links jobs to flows, which Retorna does not use: it looks for flows as seldom as possible. */
const NEVER_S = 86_400

/** A transaction of either library that the server uses: Kysely or pg. */
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

/** Inserts jobs into transactions that callers opened. It has read the list of queues; it runs no job and holds no connection. */
let sender: Promise<PgBoss> | undefined

async function createSender(db: Sql): Promise<PgBoss> {
  const boss = createBoss({ db, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  return boss
}

export type NewJob = {
  data?: object
  /** Of the jobs with the same key, at most one waits and at most one is in flight. */
  key?: string
  /** The job does not begin before this time. */
  after?: Date
  /** Of the jobs with the same key, at most one is queued in this many seconds, whether it is done or not. */
  onceS?: number
}

/** Queue jobs in the transaction of the change that needs them: they run once it is committed, and never if it is rolled back. */
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

const optionsOf = ({ expireS, keepS = KEEP_S }: Queue) => ({
  expireInSeconds: expireS,
  heartbeatSeconds: HEARTBEAT_S,
  deleteAfterSeconds: keepS,
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  notify: true,
})

const isMatch = (queue: object, options: ReturnType<typeof optionsOf>) =>
  isDeepStrictEqual({ ...queue, ...options }, queue)

/** Bring the tables, queues and schedules of pg-boss up to date. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  const boss = createBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  // Only what differs is changed: a start would otherwise run over a hundred statements.
  const queues = new Map((await boss.getQueues()).map((q) => [q.name, q]))
  const crons = new Map((await boss.getSchedules()).map((s) => [s.name, s.cron]))
  for (const name of QUEUE_NAMES) {
    const options = optionsOf(QUEUES[name])
    const queue = queues.get(name)
    if (!queue) await boss.createQueue(name, { policy: 'stately', ...options })
    else if (!isMatch(queue, options)) await boss.updateQueue(name, options)
    const { cron } = QUEUES[name]
    if (cron === crons.get(name)) continue
    if (cron) await boss.schedule(name, cron)
    else await boss.unschedule(name)
  }
  await boss.stop({ graceful: false })
  await dropOldQueues(pool)
}

/**
 * The function that does the jobs of each queue. An error that it throws is reported, and the job is retried later.
 * `signal`: aborts when the job takes too long or another process has taken it over.
 */
export type Workers = Record<QueueName, (data: never, signal: AbortSignal) => Promise<unknown>>

/**
 * Do the queued jobs; the processes of an installation share them.
 * @param connection for a pool of its own, so that jobs do not wait for requests of people, nor requests for jobs
 * @param pool for the outcome of each job
 * @param schedule false: scheduled queues queue nothing by themselves
 * @param isHeld while true, scheduled jobs do nothing: they go by the database's clock, and come again
 */
export async function startJobs(
  connection: string | pg.ClientConfig,
  pool: pg.Pool,
  workers: Workers,
  onFail: (queue: string, e: unknown) => void,
  { schedule = true, superviseS = SUPERVISE_S, isHeld = (): boolean => false } = {},
) {
  let stopped = false
  // While the database is away nothing is reported: the next poll asks it again.
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
    if (QUEUES[name].cron && isHeld()) return
    const kind = kindOf(name)
    const start = performance.now()
    try {
      await workers[name](data as never, signal)
    } catch (e) {
      // The job outlasted the stop, and broke off when the connections ended: another process does it anew.
      if (stopped) throw e
      onFail(name, e)
      await noteFallado(pool, kind, formatFallo(e)).catch(tell(name))
      throw e
    }
    await noteHecho(pool, kind, performance.now() - start).catch(tell(name))
  }

  /** @param more workers of this queue that start with its first job: most queues stay empty, and each worker asks for jobs */
  async function startWorker(name: QueueName, pollS: number, more: number): Promise<void> {
    let left = more
    const options = { pollingIntervalSeconds: POLL_UNWOKEN_S, notifyPollingIntervalSeconds: pollS }
    const id: string = await boss.work(name, options, async ([job]) => {
      // A worker that got a job looks for the next one at once.
      boss.notifyWorker(id)
      while (left > 0 && !stopped) {
        left--
        await startWorker(name, pollS, 0)
      }
      await work(name, job as Job<unknown>)
    })
  }
  for (const name of QUEUE_NAMES) {
    const { concurrency = 1, pollS = POLL_S } = QUEUES[name]
    await startWorker(name, pollS, concurrency - 1)
  }
  return {
    /** Let jobs in flight end, for some seconds. A job that does not end in time is done anew by another process. */
    async stop(): Promise<void> {
      stopped = true
      await boss.stop({ graceful: true, timeout: PATIENCE_MS }).catch(() => {})
    },
  }
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>
