// @module-tag slow: starts and stops of whole programs
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config'
import { createPool } from '../platform/db/client'
import { createReplica } from '../platform/db/replica'
import { createPlantilla } from '../testing/databases/plantilla'
import { findPrograms, type Pair, startPair } from '../testing/databases/replica'
import { needs } from '../testing/necesita'
import { talkTo } from '../testing/retorna'
import { type Server, startServer } from './server'

const programs = findPrograms()
const PRONTO = { timeout: 20_000, interval: 100 }
/** More than the calls take, on a busy machine, that are made while the replica stands still. */
const MAX_S = 20
const LARGE = '/api/export_eventos_excel'

describe(
  'reading from a streaming replica',
  needs(programs !== null, 'aquí no hay un PostgreSQL con pg_basebackup'),
  () => {
    let pair: Pair
    let s: Server
    let p: ReturnType<typeof talkTo>
    let url: { primaria: string; replica: string }
    beforeAll(async () => {
      pair = await startPair(programs as string)
      const nombre = await createPlantilla(pair.primaria, '')
      url = { primaria: `${pair.primaria}/${nombre}`, replica: `${pair.replica}/${nombre}` }
    })
    afterAll(async () => {
      await s?.stop()
      await pair?.stop()
    })

    /** Query the replica directly. */
    async function askReplica(sql: string) {
      const c = new pg.Client({ connectionString: url.replica })
      await c.connect()
      return c.query(sql).finally(() => c.end())
    }
    const isEnUso = async () => {
      const { body } = await p.call<string>('GET', '/metrics')
      return Number(/^retorna_replica_en_uso (\d)$/m.exec(body)?.[1])
    }
    const ask = async (ruta: string) => p.call<object>('GET', ruta, { cookie: await p.as('operario') })
    /** The filter options of charts come from the same database as the charts. */
    const knows = async (familia: string) =>
      JSON.stringify((await ask('/api/graficos')).body).includes(`"${familia}"`)
    /** Rows of an exported file, as its status reports them. */
    async function countFile(): Promise<number> {
      const id = randomUUID()
      expect((await ask(`/api/export_poc?formato=xlsx&exportacion=${id}`)).status).toBe(200)
      return ((await ask(`/api/exportaciones/${id}`)).body as { total: number }).total
    }
    /** Number of containers that a program gets as changed. */
    const countDatos = async () =>
      (
        await p.call<string>('GET', '/api/datos/contenedores?formato=csv', { cookie: await p.as('operario') })
      ).body
        .trim()
        .split('\r\n').length - 1
    const countEnPagina = async (page: number) =>
      ((await ask(`/api/get_table_data?page=${page}&per_page=10`)).body as { total: number }).total

    test('a primary at rest makes no replica old, one that is no replica is not read from', async () => {
      const pool = createPool(url.primaria)
      const dicho: string[] = []
      const open = (connection: string) =>
        createReplica(pool, url.primaria, connection, 3, (_enUso, porque) => dicho.push(porque))
      const buena = open(url.replica)
      const ella = open(url.primaria)
      const otra = open(`${pair.replica}/postgres`)
      for (const r of [buena, ella, otra]) r.start()
      try {
        await expect.poll(() => buena.readEstado().enUso, PRONTO).toBe(true)
        for (let i = 0; i < 50; i++) {
          await sleep(100)
          expect([buena, ella, otra].map((r) => r.readEstado().enUso)).toEqual([true, false, false])
        }
        expect(dicho).toEqual([''])
      } finally {
        for (const r of [buena, ella, otra]) await r.stop()
        await pool.end()
      }
    })

    test('files, charts and far pages come from it; what stands near and what it has not got yet from the primary', async () => {
      s = await startServer(
        readConfig({
          PORT: '0',
          MQTT_PORT: '0',
          DATABASE_URL: url.primaria,
          DATABASE_READ_URL: url.replica,
          REPLICA_MAX_S: String(MAX_S),
          COPIAS_DIAS: '0',
          LOG_LEVEL: 'fatal',
        }),
      )
      p = talkTo(s)
      await p.register('C30000000B01', 'Reader', 'LEC-R', { lat: 42.84, lon: -2.67 })
      await p.register('AC233F0000E1', 'SmartBle', '888-1')
      await s.pool.query(
        `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
         select i, 1, d.id, now() - i * interval '1 second', 0, jsonb_build_object('ruido',
           (select string_agg(md5(i::text || j), '') from generate_series(1, 64) j))
         from dispositivo d, generate_series(1, 12000) i where d.mac = 'AC233F0000E1'`,
      )
      await expect.poll(isEnUso, PRONTO).toBe(1)
      await expect.poll(() => knows('888'), PRONTO).toBe(true)
      const before = { fichero: await countFile(), datos: await countDatos(), total: await countEnPagina(1) }
      await askReplica('select pg_wal_replay_pause()')
      await p.register('AC233F0000E2', 'SmartBle', '999-1')
      const credencial = await p.issue('C30000000B01')
      await p.send('retorna', JSON.stringify({ mac: 'AC233F0000E2', rssi: -60 }), credencial)
      expect(await knows('999')).toBe(false)
      expect(await countFile()).toBe(before.fichero)
      expect(await countDatos()).toBe(before.datos)
      expect([await countEnPagina(1), await countEnPagina(11)]).toEqual([before.total + 1, before.total])
      // The replica lags more than allowed: the same calls read the primary, and everything is there.
      await expect.poll(() => knows('999'), { timeout: (MAX_S + 3) * 1000, interval: 200 }).toBe(true)
      expect(await isEnUso()).toBe(0)
      expect(await countFile()).toBe(before.fichero + 1)
      expect(await countDatos()).toBe(before.datos + 1)
      expect(await countEnPagina(11)).toBe(before.total + 1)
      await askReplica('select pg_wal_replay_resume()')
      await expect.poll(isEnUso, PRONTO).toBe(1)
      expect(await knows('999')).toBe(true)
    })

    test('a file whose reading is cancelled there before its first row is read from the primary', async () => {
      const c = await s.pool.connect()
      await c.query('begin; lock table evento in access exclusive mode')
      // The WAL goes out with the next commit.
      await s.pool.query('create table hecha (); drop table hecha')
      const locked =
        "select 1 from pg_locks where relation = 'evento'::regclass and mode = 'AccessExclusiveLock'"
      await expect.poll(async () => (await askReplica(locked)).rowCount, PRONTO).toBe(1)
      const file = ask(LARGE)
      try {
        const waiting =
          "from pg_stat_activity where application_name = 'retorna' and wait_event_type = 'Lock'"
        await expect.poll(async () => (await askReplica(`select 1 ${waiting}`)).rowCount, PRONTO).toBe(1)
        await askReplica(`select pg_terminate_backend(pid) ${waiting}`)
        await expect.poll(async () => (await s.pool.query(`select 1 ${waiting}`)).rowCount, PRONTO).toBe(1)
      } finally {
        await c.query('rollback')
        c.release()
      }
      expect((await file).status).toBe(200)
    })

    test('one that dies, stands still or comes back costs nobody an answer', async () => {
      const watch = async (work: () => void) => {
        await expect.poll(isEnUso, PRONTO).toBe(1)
        const responses: Promise<{ status: number }>[] = []
        for (let i = 0; i < 40; i++) {
          if (i === 10) work()
          responses.push(
            ask(i % 2 ? '/api/graficos' : '/api/export_poc?formato=xlsx').then(({ status }) => ({ status })),
          )
          if (i % 2) await Promise.all(responses.slice(-2))
          await sleep(25)
        }
        expect((await Promise.all(responses)).filter((r) => r.status !== 200)).toEqual([])
        expect(await isEnUso()).toBe(0)
      }
      await watch(() => pair.holdReplica(true))
      pair.holdReplica(false)
      await watch(() => pair.killReplica())
      await pair.restartReplica()
      await expect.poll(isEnUso, PRONTO).toBe(1)
    })

    // What its last transactions wrote is lost, and their ids are given again: a cursor has seen them.
    test('a cursor of changes is not good at a replica that was made the primary', async () => {
      const { headers } = await ask('/api/datos/contenedores?formato=csv')
      const more = `/api/datos/contenedores?formato=csv&cursor=${headers.get('cursor-siguiente')}`
      expect((await ask(more)).status).toBe(200)
      await askReplica('select pg_promote()')
      const after = await startServer(
        readConfig({
          PORT: '0',
          MQTT_PORT: '0',
          DATABASE_URL: url.replica,
          COPIAS_DIAS: '0',
          LOG_LEVEL: 'fatal',
        }),
      )
      try {
        const there = talkTo(after)
        const cookie = await there.as('operario')
        const r = await there.call('GET', more, { cookie })
        expect([r.status, r.body.code]).toEqual([410, 'cursor_caducado'])
        const first = await there.call('GET', '/api/datos/contenedores?formato=csv', { cookie })
        const next = `/api/datos/contenedores?formato=csv&cursor=${first.headers.get('cursor-siguiente')}`
        expect((await there.call('GET', next, { cookie })).status).toBe(200)
      } finally {
        await after.stop()
      }
    })
  },
)
