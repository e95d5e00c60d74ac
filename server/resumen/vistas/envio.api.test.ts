import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { sendPendientes } from '../../avisos/avisos/delivery/envio'
import { listDue } from '../../avisos/avisos/delivery/repo-entrega'
import { type PruebaAvisos, sendDue, startAvisos } from '../../testing/avisos'
import { adjuntoOf, leeMailMessage, type MailMessage } from '../../testing/receptores'
import { queueVistas } from './due'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MADRID = 'Europe/Madrid'

describe.runIf(inject('base').hay)('views by mail', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
    // Another company with access to all screens.
    await a.pool.query("update empresa set modo = 'completo' where id = 4")
    await a.p.register('AC233F00AA01', 'SmartBle', '30001-001')
    await a.p.register('AC233F00AA02', 'SmartBle', '30002-001')
  })
  afterEach(async () => {
    await a.pool.query('delete from vista')
    await a.reset()
  })
  afterAll(() => a.stop())

  const keep = async (who: string, mas: object = {}) => {
    const body = {
      pantalla: 'inventario',
      nombre: 'Familia 30001',
      compartida: false,
      busqueda: { familia: '30001' },
      consulta: { familia: '30001', columnas: 'Apodo,Activado' },
      ...mas,
    }
    const r = await a.p.call<Vista>('POST', '/api/vistas', { body, cookie: await a.p.as(who) })
    expect(r.status, JSON.stringify(r.body)).toBe(200)
    return r.body
  }
  const ask = async (who: string, id: number, mas: object = {}) =>
    a.p.call<Vista & { code?: string }>('PUT', `/api/vistas/${id}/envio`, {
      body: { formato: 'xlsx', cuando: 'dia', hora: '07:00', ...mas },
      cookie: await a.p.as(who),
    })
  /** Makes it due at this moment of the test's clock. */
  const makeDue = () => a.pool.query('update envio_vista set siguiente = $1', [new Date(a.ahora)])
  const sweep = async () => {
    await queueVistas(a.db, MADRID, new Date(a.ahora))
    await sendDue(a.notificationSender)
  }

  test('the file of the screen is mailed once each day, with a way out', async () => {
    await a.give('operario')
    const vista = await keep('operario')
    const puesta = await ask('operario', vista.id)
    expect(puesta.status, JSON.stringify(puesta.body)).toBe(200)
    expect(puesta.body.envio).toMatchObject({ cuando: 'dia', hora: '07:00', ultimo: null, error: null })
    await makeDue()
    await sweep()
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
    const mailMessage = a.buzon.mailMessages[0] as MailMessage
    const { texto, cabecera } = leeMailMessage(mailMessage)
    expect(mailMessage.para).toBe('operario@planta.example')
    expect(cabecera('Subject')).toBe('Inventario: Familia 30001')
    expect(mailMessage.crudo).toContain('https://retorna.example/poc-status?familia=3D30001')
    expect(texto + mailMessage.crudo).toContain('Familia 30001')
    const file = adjuntoOf(mailMessage)
    expect(file?.nombre).toBe('status_poc.xlsx')
    const [hoja, sobre] = (await readXlsx(new Uint8Array(file?.bytes as Buffer))).sheets
    expect(hoja?.rows).toEqual([
      ['Apodo', 'Activado'],
      ['30001-001', 'Activado'],
    ])
    expect(sobre?.rows).toContainEqual(['Familia', '30001'])
    const [entrega] = await a.entregas()
    expect(entrega).toMatchObject({ estado: 'enviada', intentos: 1 })
    a.ahora += DAY
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(2)
    const list = await a.p.call<{ data: Vista[] }>('GET', '/api/vistas?pantalla=inventario', {
      cookie: await a.p.as('operario'),
    })
    expect(list.body.data[0]?.envio?.ultimo).toBeTruthy()
    const salida = /(\/api\/avisos\/baja\?t=v[^>]+)>/.exec(cabecera('List-Unsubscribe'))?.[1] as string
    expect((await a.p.call('POST', salida)).status).toBe(200)
    expect((await a.p.call('POST', salida)).status).toBe(200)
    a.ahora += DAY
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(2)
    expect((await a.p.call('POST', salida.replace('t=v', 't=v1'))).status).toBe(400)
  })

  test('a process that dies between a time that is due and its sending loses none and doubles none', async () => {
    await a.give('operario')
    await ask('operario', (await keep('operario')).id)
    await makeDue()
    // The transaction that queues it is rolled back.
    const cortada = a.db.transaction().execute(async (tx) => {
      const { holdDue, createEntrega, saveNext: saveSiguiente } = await import('./repo-envio')
      for (const e of await holdDue(tx, new Date(a.ahora))) {
        await createEntrega(tx, e, `correo:${e.usuario}:vista ${e.id}`, new Date(a.ahora))
        await saveSiguiente(tx, e.id, new Date(a.ahora + DAY))
      }
      throw new Error('kill')
    })
    await expect(cortada).rejects.toThrow('kill')
    expect(await a.entregas()).toEqual([])
    // Several processes at the same time, and one after them.
    await Promise.all([1, 2, 3].map(() => queueVistas(a.db, MADRID, new Date(a.ahora))))
    await queueVistas(a.db, MADRID, new Date(a.ahora))
    expect(await a.entregas()).toHaveLength(1)
    const { rows } = await a.pool.query("select count(*)::int as n from jobs.job where name like 'envios.%'")
    expect(rows[0].n).toBeGreaterThan(0)
    await sendDue(a.notificationSender)
    await Promise.all([sendDue(a.notificationSender), sendDue(a.notificationSender)])
    expect(a.buzon.mailMessages).toHaveLength(1)
  })

  test('whoever is deactivated or of another company gets nothing, nor of a view that is shared no more', async () => {
    await a.give('admin')
    await a.give('operario')
    const vista = await keep('operario', { compartida: true })
    await ask('operario', vista.id)
    await makeDue()
    await queueVistas(a.db, MADRID, new Date(a.ahora))
    await a.pool.query("update usuario set activo = false where username = 'operario'")
    await sendDue(a.notificationSender)
    a.ahora += DAY
    await sweep()
    await a.pool.query("update usuario set activo = true, empresa_id = 4 where username = 'operario'")
    a.ahora += DAY
    await sweep()
    expect(a.buzon.mailMessages).toEqual([])
    expect((await a.entregas()).map((e) => e.estado)).toEqual(['descartada'])
    await a.pool.query("update usuario set empresa_id = 1 where username = 'operario'")
    a.ahora += DAY
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
    expect((await ask('admin', vista.id)).status).toBe(200)
    await a.p.call('PUT', `/api/vistas/${vista.id}`, {
      body: { nombre: vista.nombre, compartida: false },
      cookie: await a.p.as('operario'),
    })
    await makeDue()
    await sweep()
    expect(a.buzon.mailMessages.map((c) => c.para)).toEqual([
      'operario@planta.example',
      'operario@planta.example',
    ])
  })

  test('rights are those of the moment: the audit log is not mailed to who administers no more', async () => {
    await a.give('encargada')
    const vista = await keep('encargada', { pantalla: 'auditoria', busqueda: {}, consulta: {} })
    expect((await ask('encargada', vista.id, { formato: 'pdf' })).status).toBe(200)
    await makeDue()
    await sweep()
    expect(adjuntoOf(a.buzon.mailMessages[0] as MailMessage)?.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    await a.pool.query("update usuario set rol = 'operario' where username = 'encargada'")
    a.ahora += DAY
    await sweep()
    await a.pool.query("update usuario set rol = 'empresa' where username = 'encargada'")
    expect(a.buzon.mailMessages).toHaveLength(1)
    expect((await a.entregas()).at(-1)).toMatchObject({ estado: 'rechazada' })
  })

  test('a mail server that is down: the view arrives once it is back', async () => {
    await a.give('operario')
    await ask('operario', (await keep('operario')).id)
    await makeDue()
    await a.buzon.stop()
    await sweep()
    expect((await a.entregas())[0]).toMatchObject({ estado: 'pendiente', intentos: 1 })
    await a.restoreBuzon()
    a.ahora += 10 * MINUTE
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
  })

  test('a file that is too large is a link with the reason', { tags: ['slow'] }, async () => {
    await a.give('operario')
    const [{ id }] = (await a.pool.query("select id from dispositivo where mac = 'AC233F00AA01'")).rows
    // Each row has 700 bytes that cannot be compressed.
    await a.pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
         select i, 1, $1, now() - i * interval '1 second', 0, jsonb_build_object('ruido',
           (select string_agg(md5(i::text || j), '') from generate_series(1, 40) j))
         from generate_series(1, 20000) i`,
      [id],
    )
    const vista = await keep('operario', { pantalla: 'eventos', busqueda: {}, consulta: {} })
    await ask('operario', vista.id)
    await makeDue()
    await sweep()
    const mailMessage = a.buzon.mailMessages[0] as MailMessage
    expect(adjuntoOf(mailMessage)).toBeNull()
    expect(leeMailMessage(mailMessage).texto).toContain('más de 10 MB')
    expect(leeMailMessage(mailMessage).texto).toContain('https://retorna.example/NewData')
  })

  test('only where mail reaches: an address that is not confirmed, a format or company that is not there', async () => {
    const vista = await keep('operario')
    expect((await ask('operario', vista.id)).body.code).toBe('sin_direccion')
    await a.give('operario')
    expect((await ask('operario', vista.id, { empresa: 4 })).status).toBe(404)
    expect((await ask('planta4', vista.id)).status).toBe(404)
    expect((await ask('operario', vista.id, { hora: '25:00' })).status).toBe(400)
    const antigua = await keep('operario', { pantalla: 'inventario_antiguo', busqueda: {}, consulta: {} })
    expect((await ask('operario', antigua.id, { formato: 'pdf' })).status).toBe(400)
    expect((await ask('operario', vista.id)).status).toBe(200)
    const parar = await a.p.call('DELETE', `/api/vistas/${vista.id}/envio`, {
      cookie: await a.p.as('operario'),
    })
    expect(parar.status).toBe(200)
    await makeDue()
    await sweep()
    expect(a.buzon.mailMessages).toEqual([])
  })

  test('eight slow views that are due together are made outside of any transaction, and mailed once each', {
    tags: ['slow'],
  }, async () => {
    await a.give('operario')
    for (let n = 0; n < 8; n++) await ask('operario', (await keep('operario', { nombre: `Vista ${n}` })).id)
    await makeDue()
    await queueVistas(a.db, MADRID, new Date(a.ahora))
    const open: number[] = []
    const { makeInforme } = a.notificationSender
    const slow = {
      ...a.notificationSender,
      async makeInforme(id: number) {
        const informe = await makeInforme(id)
        await sleep(300)
        // Whether a connection was held while the file was made; other connections come and go.
        const { rows } = await a.pool.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
             and state_change < clock_timestamp() - interval '250 ms'`,
        )
        open.push(rows[0].n)
        return informe
      },
    }
    // As the job does: one destination after another.
    for (const { destino } of await listDue(a.db, new Date(a.ahora))) await sendPendientes(slow, destino)
    expect(open).toEqual(Array(8).fill(0))
    await Promise.all([sendDue(a.notificationSender), sendDue(a.notificationSender)])
    expect(a.buzon.mailMessages.map((c) => leeMailMessage(c).cabecera('Subject')).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `Inventario: Vista ${n}`),
    )
  })

  test('a process that dies after the mail server took a view mails it again under the same id', async () => {
    await a.give('operario')
    await ask('operario', (await keep('operario')).id)
    await makeDue()
    await queueVistas(a.db, MADRID, new Date(a.ahora))
    const { correo } = a.notificationSender.canales
    const dies = {
      ...a.notificationSender,
      canales: {
        ...a.notificationSender.canales,
        async correo(...args: Parameters<typeof correo>) {
          await correo(...args)
          throw new Error('kill')
        },
      },
    }
    await expect(sendDue(dies)).rejects.toThrow('kill')
    await sendDue(a.notificationSender)
    const ids = a.buzon.mailMessages.map((c) => leeMailMessage(c).cabecera('Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})
