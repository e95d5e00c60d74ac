// @module-tag slow: outages of a mail server
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { queueJob } from '../../../platform/jobs/jobs'
import { startBuzon, startMudo, startReceptor } from '../../../testing/receptores'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { notify } from '../notify'

describe.runIf(inject('base').hay)('a mail server that says nothing', () => {
  let p: Prueba
  let mudo: Awaited<ReturnType<typeof startMudo>>
  let receptor: Awaited<ReturnType<typeof startReceptor>>
  beforeAll(async () => {
    mudo = await startMudo()
    receptor = await startReceptor()
    p = await startPrueba({
      SMTP_URL: mudo.url,
      SMTP_DE: 'Retorna <avisos@retorna.example>',
      AVISOS_HOSTS: '127.0.0.1',
    })
  })
  afterAll(async () => {
    const stopped = p.stop()
    mudo.cut()
    await stopped
    await receptor.stop()
    await mudo.stop()
  })

  test('keeps nothing grave back that goes elsewhere', async () => {
    const { db, pool } = p.servidor
    const hook = await p.call('POST', '/api/empresas/1/webhooks', {
      body: { nombre: 'ERP', url: `${receptor.url}/gancho`, tipos: [], familias: [], ubicaciones: [] },
      cookie: await p.as('admin'),
    })
    expect(hook.status).toBe(200)
    await pool.query("update usuario set correo = username || '@planta.example' where empresa_id = 1")
    // Forty mails are due, and the sweep is sending them.
    await pool.query(
      `insert into entrega (empresa_id, canal, destino, usuario_id, nombre, debida, siguiente)
       select 1, 'correo', 'correo:' || id || ':' || n, id, username, now(), now() from usuario, generate_series(1, 40) n
       where username = 'operario'`,
    )
    await db.transaction().execute((tx) => queueJob(tx, 'envios'))
    await expect.poll(mudo.llamadas, { timeout: 15_000, interval: 50 }).toBeGreaterThan(0)
    // A grave notice that is also mailed to a user.
    for (let i = 0; i < 3; i++)
      await db.transaction().execute((tx) =>
        notify(tx, {
          empresa: 1,
          tipo: 'causa_abierta',
          clave: `causa:${i}:abre`,
          datos: {
            que: `Lector ${i} sin señal`,
            contenedores: 3,
            desde: new Date().toISOString(),
            porque: null,
          },
          enlace: `/causas/${i}`,
        }),
      )
    await expect.poll(() => receptor.tomadas.length, { timeout: 30_000, interval: 50 }).toBe(3)
    // All of it left before the server was given up for the first time.
    const { rows } = await pool.query(
      "select count(*)::int as n from entrega where canal = 'correo' and intentos > 0",
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe.runIf(inject('base').hay)('mails of a digest hour', () => {
  let p: Prueba
  let buzon: Awaited<ReturnType<typeof startBuzon>>
  beforeAll(async () => {
    buzon = await startBuzon()
    p = await startPrueba({ SMTP_URL: buzon.url, SMTP_DE: 'Retorna <avisos@retorna.example>' })
  })
  afterAll(async () => {
    await p.stop()
    await buzon.stop()
  })

  test('all leave by one sweep, one after the other, each once', async () => {
    const { db, pool } = p.servidor
    await pool.query("update usuario set correo = username || '@planta.example'")
    await pool.query(
      `insert into entrega (empresa_id, canal, destino, usuario_id, nombre, debida, siguiente)
       select 1, 'correo', 'correo:' || id || ':' || n, id, username, now(), now() from usuario, generate_series(1, 30) n
       where username = 'operario'`,
    )
    for (let i = 0; i < 2; i++) await db.transaction().execute((tx) => queueJob(tx, 'envios'))
    await expect.poll(() => buzon.mailMessages.length, { timeout: 20_000, interval: 100 }).toBe(30)
    await expect
      .poll(async () => (await pool.query("select from entrega where estado = 'enviada'")).rowCount)
      .toBe(30)
    expect(buzon.mailMessages).toHaveLength(30)
  })

  test('one that fails is tried again some seconds later', async () => {
    const { db, pool } = p.servidor
    let tries = 0
    buzon.fail = () => {
      if (tries++ === 0) throw Object.assign(new Error('busy'), { responseCode: 451 })
    }
    await pool.query(
      `insert into entrega (empresa_id, canal, destino, usuario_id, nombre, debida, siguiente)
       select 1, 'correo', 'correo:' || id, id, username, now(), now() from usuario where username = 'operario'`,
    )
    await db.transaction().execute((tx) => queueJob(tx, 'envios'))
    const start = Date.now()
    await expect.poll(() => buzon.mailMessages.length, { timeout: 20_000, interval: 100 }).toBe(31)
    expect(tries).toBe(2)
    expect(Date.now() - start).toBeGreaterThan(4000)
  })
})
