import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDb } from '../../../platform/db/client'
import { LOCKS } from '../../../platform/db/locks'
import { needs } from '../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { endLong } from './repo-roles'
import { guardRoles, handleRoles, limitRoles, startRolesGuard } from './roles'

const CONSOLA = { id: null, username: 'consola', direccion: null }

describe.runIf(inject('base').hay)(
  'what an analyst of one company may do to the others',
  needs(!inject('base').parametros, 'son de un PostgreSQL externo'),
  () => {
    let p: Prueba
    const rol = `bi_guarda_${process.pid}`
    const open: pg.Client[] = []
    const login = async (username: string) => {
      const url = new URL(p.url)
      url.username = username
      const c = new pg.Client({ connectionString: url.href })
      c.on('error', () => {})
      await c.connect()
      open.push(c)
      return c
    }
    const query = (sql: string) => p.servidor.pool.query(sql)
    beforeAll(async () => {
      p = await startPrueba()
      await p.servidor.jobs.stop()
      await p.register('AABBCC000001', 'SmartBle', '20014-1')
      const order = { que: 'create', rol, empresa: 2, conexiones: 5, minutos: 5 } as const
      await handleRoles(createDb(p.servidor.pool), CONSOLA, order)
    })
    afterAll(async () => {
      for (const c of open) await c.end().catch(() => {})
      await query(`drop owned by ${rol}; drop role ${rol}`)
      await p.stop()
    })

    test('a session that takes a lock which the work of all waits for is ended within seconds', async () => {
      const db = createDb(p.servidor.pool)
      const [other, c] = [await login(rol), await login(rol)]
      expect(await guardRoles(db)).toBe(0)
      const ended = new Promise((done) => c.once('end', done))
      await c.query(`select pg_advisory_lock(${LOCKS.causas}, 1)`)
      const work = query(`select pg_advisory_xact_lock(${LOCKS.causas}, 1)`)
      const stop = startRolesGuard(db, () => {}, 50)
      await ended
      await work
      stop()
      expect((await other.query('select 1 as x')).rows).toEqual([{ x: 1 }])
      await other.end()
    })

    test('one that is idle for longer than it may is ended, whatever it set', async () => {
      const db = createDb(p.servidor.pool)
      const c = await login(rol)
      const ended = new Promise((done) => c.once('end', done))
      await c.query('set idle_session_timeout = 0')
      expect(await limitRoles(db)).toBe(0)
      expect(await endLong(db, 0)).toBe(1)
      await ended
    })

    test('it hears nothing of what processes tell each other, and tells them nothing', async () => {
      const c = await login(rol)
      const heard: unknown[] = []
      c.on('notification', (n) => heard.push(n))
      for (const what of ['cambios', 'dispositivos', 'lectores', 'ajustes', 'avisos'])
        await c.query(`listen retorna_${what}`)
      const { rows } = await query('select nombre from canal')
      const ours = await login('postgres')
      ours.on('notification', (n) => heard.push(n.payload))
      await ours.query(`listen ${rows[0].nombre}_cambios`)
      await query("update dispositivo set etiqueta = 'otra' where mac = 'AABBCC000001'")
      await expect.poll(() => heard).toEqual([expect.stringMatching(/^1:\d+$/)])
      await c.query('select 1')
      expect(heard).toHaveLength(1)
      for (const sql of ['select nombre from public.canal', "select public.avisar('ajustes', '1')"])
        await expect(c.query(sql)).rejects.toMatchObject({ code: '42501' })
    })

    test('programs of the last release are told by the names that they know, while they run', async () => {
      const { rows } = await query('select antiguos_hasta < now() as nadie from canal')
      expect(rows).toEqual([{ nadie: true }])
      const url = new URL(p.url)
      const old = new pg.Client({ connectionString: url.href, application_name: 'retorna-escucha' })
      const heard: unknown[] = []
      old.on('notification', (n) => heard.push(n.payload))
      await old.connect()
      open.push(old)
      await old.query('listen retorna_cambios')
      await expect
        .poll(async () => (await query('select antiguos_hasta > now() as hay from canal')).rows[0].hay)
        .toBe(true)
      await query("update dispositivo set etiqueta = 'otra más' where mac = 'AABBCC000001'")
      await expect.poll(() => heard).toEqual([expect.stringMatching(/^1:\d+$/)])
    })
  },
)
