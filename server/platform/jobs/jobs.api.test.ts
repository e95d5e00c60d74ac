import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startServer } from '../../start/server'
import { createBases } from '../../testing/databases/bases'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { createDb } from '../db/client'
import { transact } from '../db/transaccion'
import { prepareJobs, queueJob, startJobs, type Workers } from './jobs'
import { QUEUE_NAMES, QUEUES, type QueueName } from './queues'
import { bringBackJobs } from './repo'

const SOON = { timeout: 15_000, interval: 50 }

describe.runIf(inject('base').hay)('jobs', () => {
  const bases = createBases(inject('base'))
  let p: Prueba
  let pool: pg.Pool
  const started: Awaited<ReturnType<typeof startJobs>>[] = []
  beforeAll(async () => {
    // The server under test runs no jobs here: queued jobs wait for the workers that each test starts.
    p = await startPrueba()
    pool = p.servidor.pool
    await p.servidor.jobs.stop()
  })
  afterEach(async () => {
    for (const a of started.splice(0)) await a.stop()
    await pool.query('delete from jobs.job')
  })
  afterAll(async () => {
    await p.stop()
    await bases.drop()
  })

  async function startProcess(
    does: (data: { n: number }, signal: AbortSignal) => Promise<unknown>,
    options: {
      queue?: QueueName
      schedule?: boolean
      onFail?: (queue: string) => void
      isHeld?: () => boolean
    } = {},
  ) {
    const { queue = 'escuela', schedule = false, onFail = () => {}, isHeld } = options
    const none = Object.fromEntries(QUEUE_NAMES.map((n) => [n, async () => {}]))
    const workers = { ...none, [queue]: does } as unknown as Workers
    const jobs = await startJobs(p.url, pool, workers, onFail, { schedule, superviseS: 1, isHeld })
    started.push(jobs)
    return jobs
  }
  const queue = (n: number, key?: string) =>
    transact(pool, (c) => queueJob(c, 'escuela', { data: { n }, key }))
  const states = async (name: QueueName = 'escuela') =>
    (
      await pool.query('select state::text, count(*)::int as n from jobs.job where name = $1 group by 1', [
        name,
      ])
    ).rows

  test('of a schedule does nothing while the clock is not believed; others are done', async () => {
    const done: number[] = []
    let held = true
    await startProcess(async ({ n }) => done.push(n), { isHeld: () => held })
    const ended = (n: number) => expect.poll(() => states(), SOON).toEqual([{ state: 'completed', n }])
    await queue(1)
    await ended(1)
    expect(done).toEqual([])
    held = false
    await queue(2)
    await ended(2)
    expect(done).toEqual([2])
    held = true
    for (const a of started.splice(0)) await a.stop()
    await startProcess(async ({ n }) => done.push(n), { queue: 'epcis.contar', isHeld: () => held })
    await transact(pool, (c) => queueJob(c, 'epcis.contar', { data: { n: 3 } }))
    await expect.poll(() => done, SOON).toEqual([2, 3])
  })

  test('goes on at once after the database was ahead by a day', async () => {
    await transact(pool, (c) => queueJob(c, 'escuela', { data: { n: 1 } }))
    const day = "interval '1 day'"
    await pool.query(
      `update jobs.job set created_on = created_on + ${day}, start_after = start_after + ${day}`,
    )
    await pool.query(`update jobs.version set cron_on = now() + ${day}`)
    await bringBackJobs(pool)
    const done: number[] = []
    await startProcess(async ({ n }) => done.push(n))
    await expect.poll(() => done, SOON).toEqual([1])
    expect((await pool.query('select from jobs.version where cron_on > now()')).rowCount).toBe(0)
  })

  test('one is done once its transaction is committed, and never where it is undone', async () => {
    const done: number[] = []
    await startProcess(async ({ n }) => done.push(n))
    await transact(pool, async (c) => {
      await queueJob(c, 'escuela', { data: { n: 1 } })
      throw new Error('undone')
    }).catch(() => {})
    await createDb(pool)
      .transaction()
      .execute(async (tx) => {
        await queueJob(tx, 'escuela', { data: { n: 2 } })
        await sleep(200)
        expect(done).toEqual([])
      })
    // At once: the worker is woken by NOTIFY and does not wait for its next poll.
    await expect.poll(() => done, { timeout: 3000, interval: 50 }).toEqual([2])
  })

  test('are shared by several processes, each done by one', async () => {
    const done: string[] = []
    await startProcess(async ({ n }) => done.push(`a${n}`))
    await startProcess(async ({ n }) => done.push(`b${n}`))
    for (let n = 0; n < 20; n++) await queue(n, `key ${n}`)
    await expect.poll(() => done.length, SOON).toBe(20)
    expect(new Set(done.map((h) => h.slice(1))).size).toBe(20)
    expect(new Set(done.map((h) => h[0]))).toEqual(new Set(['a', 'b']))
  })

  test('of one key one waits, and one is under way', async () => {
    for (let n = 0; n < 5; n++) await queue(n, 'the same')
    expect(await states()).toEqual([{ state: 'created', n: 1 }])
  })

  test('one of a key is done while one without a key is under way', async () => {
    let end = () => {}
    const done: number[] = []
    await startProcess(
      async ({ n }) => {
        if (n === 1) await new Promise<void>((resolve) => (end = resolve))
        done.push(n)
      },
      { queue: 'envios.push.grave' },
    )
    await transact(pool, (c) => queueJob(c, 'envios.push.grave', { data: { n: 1 } }))
    await expect.poll(() => states('envios.push.grave'), SOON).toEqual([{ state: 'active', n: 1 }])
    await transact(pool, (c) => queueJob(c, 'envios.push.grave', { data: { n: 2 }, key: 'two' }))
    await expect.poll(() => done, { timeout: 3000, interval: 50 }).toEqual([2])
    end()
    await expect.poll(() => done, SOON).toEqual([2, 1])
  })

  test('that wait are done one after the other, without a pause', async () => {
    for (let n = 0; n < 10; n++) await queue(n, `key ${n}`)
    const done: number[] = []
    await startProcess(async ({ n }) => done.push(n))
    await expect.poll(() => done.length, { timeout: 5000, interval: 50 }).toBe(10)
  })

  test('one that fails is tried again', async () => {
    let times = 0
    await startProcess(async () => {
      times++
      if (times === 1) throw new Error('not yet')
    })
    await queue(1)
    await expect.poll(() => states(), SOON).toEqual([{ state: 'retry', n: 1 }])
    await pool.query('update jobs.job set start_after = now()')
    await queue(2)
    await expect.poll(() => states(), SOON).toEqual([{ state: 'completed', n: 2 }])
    expect(times).toBe(3)
  })

  test('one of a process that was killed is done by another', async () => {
    await queue(7)
    // As a process leaves a job that it began before it was killed: no heartbeat comes any more.
    await pool.query(
      `update jobs.job set state = 'active', started_on = now() - interval '2 minutes', heartbeat_on = now() - interval '2 minutes'`,
    )
    const done: number[] = []
    await startProcess(async ({ n }) => done.push(n))
    await expect.poll(() => states(), SOON).toEqual([{ state: 'retry', n: 1 }])
    await pool.query('update jobs.job set start_after = now()')
    await queue(8)
    await expect.poll(() => done.toSorted(), SOON).toEqual([7, 8])
  })

  test('are asked for by themselves, by one of several processes', async () => {
    for (let n = 0; n < 2; n++) await startProcess(async () => {}, { schedule: true })
    const done = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from jobs.job where name = 'vistas' group by date_trunc('minute', created_on)`,
      )
      return rows.map((f) => f.n)
    }
    await expect
      .poll(async () => (await done()).length, { timeout: 30_000, interval: 200 })
      .toBeGreaterThan(0)
    await sleep(3000)
    expect(new Set(await done())).toEqual(new Set([1]))
  })

  test('one that outlasts the stop is done by another process: that it breaks off is no failure, and ends no process', {
    tags: ['slow'],
  }, async () => {
    let begun = false
    let breakOff = (_: Error) => {}
    const fallos: string[] = []
    const jobs = await startProcess(
      () =>
        new Promise<void>((_, reject) => {
          begun = true
          breakOff = reject
        }),
      { onFail: (queue) => fallos.push(queue) },
    )
    await queue(1)
    await expect.poll(() => begun, SOON).toBe(true)
    await jobs.stop()
    breakOff(new Error('the pool has ended'))
    await sleep(200)
    expect(await states()).toEqual([{ state: 'retry', n: 1 }])
    expect(fallos).toEqual([])
  })

  test('a start puts right what differs from its queues and schedules, and writes nothing else', async () => {
    await pool.query(`
      update jobs.queue set retry_delay = 7 where name = 'hoy';
      update jobs.schedule set cron = '1 1 1 1 1 *' where name = 'pilas';
      delete from jobs.schedule where name = 'vistas';
      insert into jobs.schedule (name, cron) values ('envios.later', '1 1 1 1 1 *')`)
    await prepareJobs(pool)
    const { rows } = await pool.query(
      `select q.name, q.retry_delay as delay, s.cron from jobs.queue q left join jobs.schedule s using (name)
       where q.name in ('hoy', 'pilas', 'vistas', 'envios.later') order by 1`,
    )
    expect(rows).toEqual([
      { name: 'envios.later', delay: 30, cron: null },
      { name: 'hoy', delay: 30, cron: QUEUES.hoy.cron },
      { name: 'pilas', delay: 30, cron: QUEUES.pilas.cron },
      { name: 'vistas', delay: 30, cron: QUEUES.vistas.cron },
    ])
    const versions = async () =>
      (
        await pool.query(
          'select name, xmin::text from jobs.queue union all select name, xmin::text from jobs.schedule',
        )
      ).rows
    const before = await versions()
    await prepareJobs(pool)
    expect(await versions()).toEqual(before)
  })

  test('of a release with pg-boss 10 stay beside ours while its processes are at work, and go once they are not', async () => {
    const { pool: old, url } = await bases.create()
    await old.query(readFileSync(join(import.meta.dirname, 'pg-boss-10.sql'), 'utf8'))
    await old.query(`select trabajos.create_queue('envios', '{"policy": "stately"}')`)
    await old.query("insert into trabajos.job (name, policy) values ('envios', 'stately')")
    const server = await startServer({ ...p.config, PORT: 0, DATABASE_URL: url })
    await transact(old, (c) => queueJob(c, 'hoy'))
    await expect
      .poll(
        async () =>
          (await old.query("select from jobs.job where name = 'hoy' and state = 'completed'")).rowCount,
        SOON,
      )
      .toBe(1)
    expect((await old.query('select from trabajos.job')).rowCount).toBe(1)
    await server.stop()
    await old.query("update trabajos.job set created_on = now() - interval '1 hour'")
    await prepareJobs(old)
    expect((await old.query("select to_regclass('trabajos.job') as old")).rows).toEqual([{ old: null }])
  })
})
