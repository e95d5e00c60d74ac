import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { handleSalidas } from '../../../operacion/copias/salidas'
import { type PruebaAvisos, sendDue, startAvisos } from '../../../testing/avisos'
import { leeMailMessage, type MailMessage } from '../../../testing/receptores'
import { queueExtractos } from './due'

const DAY = 86_400_000
const MADRID = 'Europe/Madrid'
/** 06:00 on 1 December in Madrid. */
const PRIMERO = Date.parse('2026-12-01T05:00:00Z')

/** The attachment of a mail. */
function attachmentOf({ crudo }: MailMessage): { nombre: string; bytes: Buffer } | null {
  const m = /filename="?([^"\r\n]+)"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(crudo)
  return m ? { nombre: m[1] as string, bytes: Buffer.from(m[2] as string, 'base64') } : null
}

/** The text of the mail, with the soft line breaks of quoted-printable removed. */
const textOf = ({ crudo }: MailMessage) => crudo.replaceAll('=\r\n', '')

describe.runIf(inject('base').hay)('statements by mail', () => {
  let a: PruebaAvisos
  let oeste: Tercero
  let este: Tercero

  beforeAll(async () => {
    a = await startAvisos()
    oeste = await save('POST', '/api/custodia/terceros', { nombre: 'Oeste SA' })
    este = await save('POST', '/api/custodia/terceros', { nombre: 'Este Rival' })
    // Before, in and after November, and one of the other partner.
    const rows: [string, number, number, string][] = [
      ['2026-10-15T10:00:00Z', oeste.id, 30, 'ALB-OCT'],
      ['2026-10-31T23:30:00Z', oeste.id, 12, 'ALB-NOV-1'],
      ['2026-11-30T22:30:00Z', oeste.id, -5, 'ALB-NOV-2'],
      ['2026-11-30T23:30:00Z', oeste.id, 100, 'ALB-DIC'],
      ['2026-11-10T10:00:00Z', este.id, 7, 'ALB-RIVAL'],
    ]
    for (const [momento, tercero, n, documento] of rows)
      await a.pool.query(
        `insert into movimiento (empresa_id, momento, clase, de_id, a_id, familia, cantidad, documento)
         values (1, $1, 'albaran', $2, $3, '30001', $4, $5)`,
        [momento, n < 0 ? tercero : null, n < 0 ? null : tercero, Math.abs(n), documento],
      )
    // A container that went directly from one partner to the other.
    await a.pool.query(
      `insert into movimiento (empresa_id, momento, clase, de_id, a_id, familia, cantidad, contenedor, dispositivo_id, lugar)
       values (1, '2026-11-20T10:00:00Z', 'visto', $1, $2, '30001', 1, '30001-007', 777, 'Nave Rival')`,
      [este.id, oeste.id],
    )
  })
  afterAll(() => a.stop())
  beforeEach(async () => {
    await a.reset()
    await a.pool.query('delete from extracto_envio; delete from salidas_retenidas')
    a.ahora = PRIMERO
  })

  async function save(method: 'POST' | 'PUT', ruta: string, mas: object) {
    const body = { clase: 'cliente', lugares: [], ...mas }
    const r = await a.p.call<Tercero>(method, ruta, { body, cookie: await a.p.as('admin') })
    expect(r.status, JSON.stringify(r.body)).toBe(200)
    return r.body
  }
  const set = (t: Tercero, mensual: object) =>
    save('PUT', `/api/custodia/terceros/${t.id}`, { nombre: t.nombre, mensual })
  /** Switches the monthly mail on; due on 1 December by the test's clock. */
  async function want(t: Tercero, mas: object = {}) {
    await set(t, { activo: true, correo: `${t.id}@tercero.example`, formato: 'xlsx', ...mas })
    await a.pool.query('update extracto_envio set siguiente = $1', [new Date(PRIMERO)])
  }
  const sweep = async () => {
    await queueExtractos(a.db, MADRID, new Date(a.ahora))
    await sendDue(a.notificationSender)
  }
  const mensualOf = async (t: Tercero) =>
    (
      await a.p.call<{ data: Tercero[] }>('GET', '/api/custodia/terceros', {
        cookie: await a.p.as('operario'),
      })
    ).body.data.find((x) => x.id === t.id)?.mensual

  test('on the first the past month goes once, with its balances and nothing of another partner', async () => {
    await want(oeste)
    a.ahora = PRIMERO - 1000
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(0)
    a.ahora = PRIMERO
    await sweep()
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
    const mail = a.buzon.mailMessages[0] as MailMessage
    const texto = textOf(mail)
    const { cabecera } = leeMailMessage(mail)
    expect(mail.para).toBe(`${oeste.id}@tercero.example`)
    expect(cabecera('Subject')).toMatch(/^Extracto de noviembre de 2026: contenedores de /)
    expect(texto).toContain('Saldo inicial: 30. Entradas: 13. Salidas: 5. Saldo final: 38.')
    expect(texto).not.toContain('https://')
    const file = attachmentOf(mail)
    expect(file?.nombre).toBe('extracto-2026-11.xlsx')
    const { sheets } = await readXlsx(new Uint8Array(file?.bytes as Buffer))
    const [hoja, sobre] = sheets
    expect(hoja?.rows.slice(1).map((r) => [r[1], r[3], r[5], r[6]])).toEqual([
      [null, -5, 'Parque propio', 'ALB-NOV-2'],
      ['30001-007', 1, 'Otro tercero', null],
      [null, 12, 'Parque propio', 'ALB-NOV-1'],
    ])
    for (const pair of [
      ['Tercero', 'Oeste SA'],
      ['Periodo', 'del 01/11/2026 al 30/11/2026'],
      ['Saldo inicial', '30'],
      ['Saldo final', '38'],
    ])
      expect(sobre?.rows).toContainEqual(pair)
    expect(JSON.stringify(sheets) + texto).not.toMatch(/Rival|RIVAL|ALB-OCT|ALB-DIC/)
    expect(await mensualOf(oeste)).toMatchObject({ ultimo: { mes: '2026-11' }, error: null })
    // The whole month, and then the next month.
    a.ahora = PRIMERO + 20 * DAY
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
    a.ahora = Date.parse('2027-01-01T05:00:00Z')
    await sweep()
    expect(textOf(a.buzon.mailMessages[1] as MailMessage)).toContain(
      'Saldo inicial: 38. Entradas: 100. Salidas: 0. Saldo final: 138.',
    )
  })

  test('each partner gets its own; who is off, or has no address, gets none; a PDF does as well', async () => {
    await want(oeste, { formato: 'pdf' })
    await want(este)
    await sweep()
    expect(a.buzon.mailMessages.map((m) => m.para).toSorted()).toEqual(
      [oeste, este].map((t) => `${t.id}@tercero.example`).toSorted(),
    )
    const [suyo] = a.buzon.mailMessages.filter((m) => m.para.startsWith(`${oeste.id}@`))
    expect(attachmentOf(suyo as MailMessage)?.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    await set(oeste, { activo: false, correo: 'x@tercero.example', formato: 'pdf' })
    await set(este, { activo: false, correo: null, formato: 'pdf' })
    expect(await mensualOf(oeste)).toMatchObject({
      activo: false,
      correo: 'x@tercero.example',
      siguiente: null,
    })
    expect(await mensualOf(este)).toBeNull()
    a.ahora = Date.parse('2027-01-01T05:00:00Z')
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(2)
    const bad = async (mensual: object, quien = 'admin') => {
      const body = { nombre: oeste.nombre, clase: 'cliente', lugares: [], mensual }
      const cookie = await a.p.as(quien)
      return (await a.p.call('PUT', `/api/custodia/terceros/${oeste.id}`, { body, cookie })).status
    }
    expect(await bad({ activo: true, correo: '', formato: 'pdf' })).toBe(400)
    expect(await bad({ activo: true, correo: 'no es', formato: 'pdf' })).toBe(400)
    expect(await bad({ activo: true, correo: 'a@b.example', formato: 'doc' })).toBe(400)
    expect(await bad({ activo: true, correo: 'a@b.example', formato: 'pdf' }, 'operario')).toBe(403)
    expect(await bad({ activo: true, correo: 'a@b.example', formato: 'pdf' }, 'encargada')).toBe(404)
  })

  test('switched on in the middle of a month, nothing goes before the next first', async () => {
    await set(oeste, { activo: true, correo: 'x@tercero.example', formato: 'pdf' })
    const { siguiente } = (await mensualOf(oeste)) ?? {}
    expect(new Date(siguiente as string).getTime()).toBeGreaterThan(Date.now())
    await queueExtractos(a.db, MADRID, new Date())
    expect(await a.entregas()).toEqual([])
    // A change of address or format keeps the due time, and queues no second mail.
    await set(oeste, { activo: true, correo: 'y@tercero.example', formato: 'pdf' })
    expect((await mensualOf(oeste))?.siguiente).toBe(siguiente)
  })

  test('processes at once, and one that dies in between, lose none and double none', async () => {
    await want(oeste)
    const cut = a.db.transaction().execute(async (tx) => {
      const { createEntrega, holdDue, saveNext } = await import('./repo')
      for (const e of await holdDue(tx, new Date(a.ahora))) {
        await createEntrega(tx, {
          ...e,
          destino: 'correo:1:extracto',
          mes: '2026-11',
          titulo: 'x',
          now: new Date(a.ahora),
        })
        await saveNext(tx, e.tercero, new Date(a.ahora + DAY))
      }
      throw new Error('kill')
    })
    await expect(cut).rejects.toThrow('kill')
    expect(await a.entregas()).toEqual([])
    await Promise.all([1, 2, 3].map(() => queueExtractos(a.db, MADRID, new Date(a.ahora))))
    expect(await a.entregas()).toHaveLength(1)
    await Promise.all([sendDue(a.notificationSender), sendDue(a.notificationSender)])
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toHaveLength(1)
    // Due a second time, as after switching off and on: there is one delivery per month.
    await a.pool.query('update extracto_envio set siguiente = $1', [new Date(PRIMERO)])
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
  })

  test('a mail server that is down is tried again; an address that is refused says so on the screen', async () => {
    await want(oeste)
    await a.buzon.stop()
    await sweep()
    expect((await a.entregas())[0]).toMatchObject({ estado: 'pendiente', intentos: 1 })
    expect((await mensualOf(oeste))?.error).toContain('El servidor de correo')
    await a.restoreBuzon()
    a.ahora += 600_000
    await sweep()
    expect(a.buzon.mailMessages).toHaveLength(1)
    expect(await mensualOf(oeste)).toMatchObject({ ultimo: { mes: '2026-11' }, error: null })
    await want(este)
    a.buzon.fail = () => {
      throw Object.assign(new Error('no such user'), { responseCode: 550 })
    }
    await sweep()
    expect(await mensualOf(este)).toMatchObject({ ultimo: null, error: expect.stringContaining('550') })
    const list = await a.p.call<{ data: { asunto: string; nombre: string; estado: string }[] }>(
      'GET',
      '/api/avisos/entregas?estado=rechazada',
      { cookie: await a.p.as('admin') },
    )
    expect(list.body.data).toMatchObject([{ nombre: 'Este Rival', asunto: 'Extracto de noviembre de 2026' }])
  })

  test('switched off before it leaves, it does not leave; after a restored copy it waits for a person', async () => {
    await want(oeste)
    await queueExtractos(a.db, MADRID, new Date(a.ahora))
    await set(oeste, { activo: false, correo: 'x@tercero.example', formato: 'pdf' })
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toHaveLength(0)
    expect((await a.entregas())[0]).toMatchObject({ estado: 'descartada' })
    await a.pool.query('delete from entrega')
    await want(oeste)
    await a.pool.query('insert into salidas_retenidas default values')
    await sweep()
    expect(await a.entregas()).toEqual([])
    await a.pool.query("update extracto_envio set siguiente = now() - interval '1 minute'")
    expect(await handleSalidas(a.db, MADRID, { que: 'decir', canal: null })).toBe(
      'Retenido: 1 extracto por enviar.\n',
    )
    await handleSalidas(a.db, MADRID, { que: 'descartar', canal: null })
    expect(await handleSalidas(a.db, MADRID, { que: 'decir', canal: null })).toBe('Retenido: nada todavía.\n')
    await handleSalidas(a.db, MADRID, { que: 'soltar', canal: null })
    await queueExtractos(a.db, MADRID, new Date())
    expect(await a.entregas()).toEqual([])
  })
})
