import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { USOS } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LECTOR = 'C3000000BA5E'

describe.runIf(inject('base').hay)('a database that answers and cannot serve', () => {
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  let n = 0
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'L-1')
    credencial = await p.issue(LECTOR)
  })
  afterAll(() => p.stop())

  const send = () => {
    const mac = `AC233F0000${(16 + n++).toString(16).toUpperCase()}`
    return p.send('retorna', JSON.stringify([{ mac, lector: LECTOR, rssi: -60 }]), credencial)
  }
  const isReady = async () => {
    const { status, body } = await p.call('GET', '/readyz')
    return [status, body]
  }

  test('says why it is not ready while it has no room for readings, and is ready when it has', async () => {
    const { pool } = p.servidor
    expect((await send()).status).toBe(200)
    expect(await isReady()).toEqual([200, { ok: true }])
    await pool.query(`create function lleno() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger lleno before insert on visto_sin_registrar execute function lleno()`)
    expect((await send()).status).toBe(503)
    expect(await isReady()).toEqual([503, { ok: false, motivo: 'no_se_puede_guardar' }])
    await pool.query('drop trigger lleno on visto_sin_registrar')
    expect((await send()).status).toBe(200)
    expect(await isReady()).toEqual([200, { ok: true }])
  })

  test('takes readings while people hold every connection that is theirs', async () => {
    const { pool } = p.servidor
    const clients: pg.PoolClient[] = []
    try {
      for (let i = 0; i < USOS.personas.max; i++) clients.push(await pool.connect())
      expect(pool.idleCount + (USOS.personas.max - pool.totalCount)).toBe(0)
      expect((await send()).status).toBe(200)
      expect(await isReady()).toEqual([200, { ok: true }])
    } finally {
      for (const c of clients) c.release()
    }
  })

  test('ends what takes too long, and says so', async () => {
    const { pool } = p.servidor
    const { rows } = await pool.query("select current_setting('statement_timeout') as limite")
    expect(rows).toEqual([{ limite: `${USOS.personas.consultaMs / 1000}s` }])
    const cookie = await p.as('admin')
    const lock = await pool.connect()
    try {
      await lock.query('begin; lock table dispositivo_estado in access exclusive mode')
      const invocation = p.call('GET', '/api/device_poc_status', { cookie })
      // What the timeout does, without waiting for it.
      await vi.waitFor(async () => {
        const { rowCount } = await lock.query(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        expect(rowCount).toBeGreaterThan(0)
      }, 20_000)
      const r = await invocation
      expect([r.status, r.body]).toEqual([
        503,
        {
          error:
            'La consulta ha tardado demasiado y se ha cancelado. Pida menos cada vez o vuelva a intentarlo.',
          code: 'demasiado_lenta',
        },
      ])
      expect(r.headers.get('retry-after')).toBe('10')
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  })
})
