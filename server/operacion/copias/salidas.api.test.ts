// @module-tag slow: starts and stops of whole programs
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { formatRetenidas } from '../../avisos/avisos/delivery/service-salidas'
import { notify } from '../../avisos/avisos/notify'
import { queueJob } from '../../platform/jobs/jobs'
import { type Server, startServer } from '../../start/server'
import { type PruebaAvisos, startAvisos } from '../../testing/avisos'
import { createBases } from '../../testing/databases/bases'
import { talkTo } from '../../testing/retorna'
import { copyTodo } from './copy'
import { restoreTodo } from './restore'
import { handleSalidas } from './salidas'

const ZONA = 'Europe/Madrid'

describe.runIf(inject('base').hay)('what waits to leave in a copy that is restored', () => {
  const bases = createBases(inject('base'))
  let a: PruebaAvisos
  let s: Server
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-salidas-'))
    a = await startAvisos()
    a.ahora = Date.now()
    for (const who of ['operario', 'admin']) await a.give(who)
    await a.createWebhook()
    await a.p.register('AC233F00AA01', 'SmartBle', '30001-001')
    const cookie = await a.p.as('operario')
    const vista = await a.p.call<Vista>('POST', '/api/vistas', {
      body: {
        pantalla: 'inventario',
        nombre: 'Familia 30001',
        compartida: false,
        busqueda: { familia: '30001' },
        consulta: { familia: '30001', columnas: 'Apodo,Activado' },
      },
      cookie,
    })
    await a.p.call('PUT', `/api/vistas/${vista.body.id}/envio`, {
      body: { formato: 'xlsx', cuando: 'dia', hora: '07:00' },
      cookie,
    })
    await a.pool.query("update envio_vista set siguiente = now() - interval '1 day'")
    await a.tell({ gravedad: 'grave' })
    await a.pool.query(
      "update entrega set siguiente = now() - interval '3 days', debida = now() - interval '3 days'",
    )
    expect((await a.entregas()).map((e) => [e.canal, e.estado]).toSorted()).toEqual([
      ['correo', 'pendiente'],
      ['webhook', 'pendiente'],
    ])
    await copyTodo(a.pool, join(folder, 'nada'), join(folder, 'una.copia'))
    const { pool, url } = await bases.create()
    await restoreTodo(pool, join(folder, 'datos'), join(folder, 'una.copia'), false)
    s = await startServer({ ...a.p.config, PORT: 0, DATABASE_URL: url })
  })
  afterAll(async () => {
    await s?.stop()
    await bases.drop()
    await a.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs both jobs that send, in the server itself. */
  async function send(): Promise<void> {
    for (const nombre of ['vistas', 'envios'] as const) {
      const { rows } = await s.pool.query<{ t: Date }>('select clock_timestamp() as t')
      await s.db.transaction().execute((tx) => queueJob(tx, nombre))
      await vi.waitFor(
        async () => {
          const hecho = await s.pool.query('select from trabajo_resultado where nombre = $1 and hecho > $2', [
            nombre,
            rows[0]?.t,
          ])
          expect(hecho.rowCount).toBe(1)
        },
        { timeout: 15_000, interval: 100 },
      )
    }
  }
  const pendientes = async () =>
    (await s.pool.query("select canal from entrega where estado = 'pendiente' order by 1")).rows.map(
      (r) => r.canal,
    )

  test('stays where it is, the start says so, and new facts are told here only', async () => {
    expect((await formatRetenidas(s.db)).join('\n')).toMatch(
      /Retenido: 1 correos?, 1 webhooks?, 1 vistas? por enviar\.[\s\S]*npm run salidas -- soltar/,
    )
    await send()
    const nuevo = await s.db.transaction().execute((tx) => notify(tx, a.causaOf(99)))
    await send()
    expect([a.buzon.mailMessages.length, a.receptor.todas.length]).toEqual([0, 0])
    expect(await pendientes()).toEqual(['correo', 'correo', 'webhook', 'webhook'])
    const { call, as } = talkTo(s)
    const { body } = await call<{ data: { id: number }[] }>('GET', '/api/avisos', {
      cookie: await as('admin'),
    })
    expect(body.data.map((x) => x.id)).toContain(nuevo)
    await s.pool.query('delete from aviso where id = $1', [nuevo])
    // In the database that was backed up, nothing is held.
    expect(await formatRetenidas(a.db)).toEqual([])
  })

  test('what is dropped never leaves, the rest once it is let go, and that is in the audit log', async () => {
    expect(await handleSalidas(s.db, ZONA, { que: 'descartar', canal: 'correo' })).toContain(
      'Sigue retenido: 1 webhook.',
    )
    await send()
    expect([a.buzon.mailMessages.length, a.receptor.todas.length]).toEqual([0, 0])
    expect(await handleSalidas(s.db, ZONA, { que: 'soltar', canal: null })).toContain('vuelven a salir')
    await send()
    // A job that began before the release may have run instead.
    await vi.waitFor(async () => expect(await pendientes()).toEqual([]), { timeout: 15_000, interval: 100 })
    expect([a.buzon.mailMessages.length, a.receptor.tomadas.length]).toEqual([0, 1])
    const { rows } = await s.pool.query(
      'select entidad, username, accion from auditoria order by id desc limit 1',
    )
    expect(rows).toEqual([{ entidad: 'salidas_retenidas', username: 'consola', accion: 'eliminar' }])
    expect(await handleSalidas(s.db, ZONA, { que: 'soltar', canal: null })).toBe(
      'No hay nada retenido: los avisos salen.\n',
    )
  })

  test('a view that is due next leaves as ever', async () => {
    await s.pool.query('update envio_vista set siguiente = now()')
    await send()
    await vi.waitFor(
      () => expect(a.buzon.mailMessages.map((c) => c.para)).toEqual(['operario@planta.example']),
      {
        timeout: 15_000,
        interval: 100,
      },
    )
  })
})
