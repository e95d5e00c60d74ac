import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PruebaAvisos, sendDue, startAvisos } from '../../../testing/avisos'
import { leeMailMessage, startFuzz } from '../../../testing/receptores'

const MINUTE = 60_000
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('notices: correo', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterEach(() => a.reset())
  afterAll(() => a.stop())

  test('by mail: in words, for Outlook, with a way out that needs no session', async () => {
    await a.give('admin')
    const aviso = await a.tell()
    await sendDue(a.notificationSender)
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toHaveLength(1)
    const { texto, html, cabecera } = leeMailMessage(a.buzon.mailMessages[0] as never)
    const [entrega] = (await a.pool.query('select id from entrega where aviso_id = $1', [aviso])).rows
    expect(cabecera('Subject')).toBe(`Lector ${a.n} sin señal`)
    expect(cabecera('To')).toContain('<admin@planta.example>')
    expect(cabecera('From')).toBe('Retorna <avisos@retorna.example>')
    expect(cabecera('Message-ID')).toBe(`<${entrega.id}@retorna.example>`)
    expect(cabecera('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(texto).toContain(`Lector ${a.n} sin señal desde las 11:48: afecta a 300 contenedores.`)
    expect(texto).toContain(`https://retorna.example/causas/${a.n}`)
    expect(html).toContain('<table')
    expect(html).not.toMatch(/<style|class=|display:\s*(flex|grid)/)
    const salida = /<https:\/\/retorna\.example(\/api\/avisos\/baja\?t=[^>]+)>/.exec(
      cabecera('List-Unsubscribe'),
    )?.[1]
    expect(salida).toBeDefined()
    // The one-click request of a mail program.
    const baja = await a.p.call('POST', salida as string, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([baja.status, baja.body]).toEqual([200, { ok: true }])
    await a.tell()
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toHaveLength(1)
    expect((await a.p.call('POST', `${salida}x`)).status).toBe(400)
    // Followed by a person, it leads to the screen that asks.
    const followed = await fetch(`${a.p.servidor.url}${salida}`, { redirect: 'manual' })
    expect(followed.headers.get('location')).toBe((salida as string).replace('/api/avisos', ''))
  })

  test('a mail server that is down for an hour, says no for now, or talks garbage: all arrives, once, in order', async () => {
    await a.give('admin')
    await a.buzon.stop()
    for (let i = 0; i < 5; i++) {
      await a.tell()
      await a.run(a.ahora + 6 * MINUTE, MINUTE)
    }
    const [first, ...otras] = await a.entregas()
    expect(first).toMatchObject({
      estado: 'pendiente',
      error: 'El servidor de correo no acepta la conexión.',
    })
    expect(otras.every((e) => e.intentos === 0)).toBe(true)
    const fuzz = await startFuzz('HTTP/1.1 200 OK\r\n\r\n')
    a.ahora += HOUR
    await sendDue(a.createOtra({ SMTP_URL: `smtp://127.0.0.1:${fuzz.puerto}` }))
    await fuzz.stop()
    expect((await a.entregas())[0]).toMatchObject({ estado: 'pendiente', intentos: first.intentos + 1 })
    await a.restoreBuzon()
    a.buzon.fail = () => {
      throw Object.assign(new Error('busy'), { responseCode: 451 })
    }
    a.ahora += HOUR
    await sendDue(a.notificationSender)
    expect((await a.entregas())[0]?.error).toContain('responde 451')
    a.buzon.fail = () => {}
    a.ahora += HOUR
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages.map((c) => leeMailMessage(c).cabecera('Subject'))).toEqual(
      [4, 3, 2, 1, 0].map((i) => `Lector ${a.n - i} sin señal`),
    )
    expect((await a.entregas()).every((e) => e.estado === 'enviada' && e.error === null)).toBe(true)
  })

  test('an address that the server does not know is said, and holds up nobody', async () => {
    await a.give('admin')
    a.buzon.fail = (para) => {
      if (para.startsWith('admin') && a.buzon.mailMessages.length === 0)
        throw Object.assign(new Error('no such user'), { responseCode: 550 })
    }
    await a.tell()
    await sendDue(a.notificationSender)
    expect((await a.entregas())[0]).toMatchObject({ estado: 'rechazada' })
    expect((await a.entregas())[0]?.error).toMatch(/no admite la dirección.*no such user/)
    a.buzon.fail = () => {}
    await a.tell()
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toHaveLength(1)
  })
})
