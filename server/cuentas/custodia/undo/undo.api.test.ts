import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { InformeAlbaranes } from '#contract/cuentas/custodia/albaranes'
import type { FilaEnCuenta, Prueba } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'

const DAY = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

describe.runIf(inject('base').hay)('undo of what was entered in the book', () => {
  let c: PuestaCustodia
  let oeste: Tercero
  beforeAll(async () => {
    c = await startCustodia()
    const nuevo = { nombre: 'Oeste', clase: 'transportista', lugares: [] }
    oeste = await c.ok<Tercero>('POST', '/api/custodia/terceros', nuevo, 'admin')
  })
  afterAll(() => c.p.stop())

  const undo = (id: number | undefined, quien?: string) =>
    c.send<{ movimientos: number; error: string; code: string }>(
      'POST',
      `/api/custodia/movimientos/${id}/deshacer`,
      undefined,
      quien,
    )
  const expectRefused = async (id: number | undefined, status: number, error: RegExp, quien?: string) => {
    const before = await c.rowsOf()
    const r = await undo(id, quien)
    expect([r.status, r.body.error]).toEqual([status, expect.stringMatching(error)])
    expect(await c.rowsOf()).toEqual(before)
  }
  const plazo = async (id: number | undefined, quien?: string) =>
    (await c.get<Prueba>(`/api/custodia/movimientos/${id}/prueba`, quien)).deshacer
  const namedIn = async (t: Tercero) =>
    (await c.get<{ data: FilaEnCuenta[] }>(`/api/custodia/contenedores?tercero=${t.id}`)).data.map(
      (f) => f.apodo,
    )
  async function importa(lineas: string[], quien = 'operario') {
    const form = new FormData()
    const titles = 'tercero;movimiento;fecha;documento;familia;cantidad;contenedores'
    form.append('archivo', new Blob([[titles, ...lineas, ''].join('\r\n')]), 'albaranes.csv')
    const res = await fetch(`${c.p.servidor.url}/api/custodia/albaranes/importar`, {
      method: 'POST',
      headers: { cookie: await c.p.as(quien) },
      body: form,
    })
    expect(res.status).toBe(200)
    return (await res.json()) as InformeAlbaranes
  }

  test('a quantity is taken back by a counter-entry of the same moment, once, and both stay in the statement', async () => {
    const { enter, saldoOf, statement, rowsOf, query, checkBook } = c
    await enter({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 40, dia: dayBefore(40) })
    const dia = dayBefore(20)
    const { movimientos } = await enter({
      tercero: oeste.id,
      clase: 'devuelto',
      familia: 'F',
      cantidad: 15,
      dia,
      documento: 'ALB-7',
    })
    expect(await saldoOf(oeste)).toBe(25)
    expect((await plazo(movimientos[0]))?.segundos).toBeGreaterThan(30)
    expect(await plazo(movimientos[0], 'admin')).toBeNull()
    const before = await rowsOf()
    const r = await undo(movimientos[0])
    expect([r.status, r.body]).toEqual([200, { movimientos: 1 }])
    expect((await rowsOf()).slice(0, before.length)).toEqual(before)
    expect((await rowsOf()).slice(before.length)).toMatchObject([
      { clase: 'anulada', anula: movimientos[0], cantidad: 15, persona_id: before.at(-1).persona_id },
    ])
    expect(await saldoOf(oeste)).toBe(40)
    // On no day was it otherwise.
    for (const days of [21, 20, 19])
      expect(await statement(oeste, `&desde=${dayBefore(30)}&hasta=${dayBefore(days)}`)).toMatchObject({
        inicial: 40,
        entradas: 0,
        salidas: 0,
        final: 40,
      })
    expect((await statement(oeste, '&search=ALB-7')).data).toMatchObject([
      { clase: 'anulada', cantidad: 15, anula: movimientos[0] },
      { clase: 'albaran', cantidad: -15, anulada: true },
    ])
    expect(await plazo(movimientos[0])).toBeNull()
    // The delivery note can be entered anew.
    const again = {
      tercero: oeste.id,
      clase: 'devuelto',
      familia: 'F',
      cantidad: 15,
      dia,
      documento: 'ALB-7',
    }
    const anew = await enter(again)
    expect((await c.send('POST', '/api/custodia/movimientos', again)).status).toBe(409)
    expect((await undo(anew.movimientos[0])).status).toBe(200)
    await expectRefused(movimientos[0], 409, /Ya está deshecho/)
    await expectRefused((await rowsOf()).at(-1).id, 409, /Solo se deshace lo que alguien anotó a mano/)
    const { rows } = await query(
      `select username, accion from auditoria where entidad = 'movimiento' and despues->>'anula' = $1`,
      [String(movimientos[0])],
    )
    expect(rows).toEqual([{ username: 'operario', accion: 'crear' }])
    await checkBook()
  })

  test('containers by name go back to where they were, whatever was seen or entered since', async () => {
    const { norte, enter, put, keep, saldoOf, statement, checkBook } = c
    const one = await put('F-1', [50, 'Casa'], [30, 'Norte'])
    const two = await put('F-2', [50, 'Casa'])
    await keep()
    const contenedores = [one.mac, two.mac]
    const sent = await enter({ tercero: oeste.id, clase: 'enviado', contenedores, dia: dayBefore(5) })
    expect([await saldoOf(norte), await namedIn(oeste)]).toEqual([0, ['F-1', 'F-2']])
    // Another user enters the return of one of them meanwhile.
    const back = await enter(
      { tercero: oeste.id, clase: 'devuelto', contenedores: [two.mac], dia: dayBefore(2) },
      'admin',
    )
    // Either line names both.
    expect((await undo(sent.movimientos[1])).body).toEqual({ movimientos: 2 })
    expect([await saldoOf(norte), await namedIn(norte), await namedIn(oeste)]).toEqual([1, ['F-1'], []])
    await checkBook()
    expect((await undo(back.movimientos[0], 'admin')).body).toEqual({ movimientos: 1 })
    expect(await namedIn(oeste)).toEqual([])
    expect((await statement(oeste, '&search=F-2')).data.reduce((sum, f) => sum + f.cantidad, 0)).toBe(0)
    await keep()
    await checkBook()
    // It can be entered anew, and undone anew.
    const anew = await enter({ tercero: oeste.id, clase: 'perdida', contenedores: [one.mac] })
    expect(anew.resultados.map((x) => x.status)).toEqual(['error'])
    const lost = await enter({ tercero: norte.id, clase: 'perdida', contenedores: [one.mac] })
    expect(await saldoOf(norte)).toBe(0)
    expect((await undo(lost.movimientos[0])).status).toBe(200)
    expect([await saldoOf(norte), await namedIn(norte)]).toEqual([1, ['F-1']])
    await checkBook()
  })

  test('two calls at once make one counter-entry', async () => {
    const { enter, saldoOf, rowsOf, checkBook } = c
    const n = await saldoOf(oeste)
    for (let i = 0; i < 5; i++) {
      const { movimientos } = await enter({
        tercero: oeste.id,
        clase: 'recuento',
        familia: 'F',
        cantidad: 3,
      })
      const all = await Promise.all([1, 2, 3].map(() => undo(movimientos[0])))
      expect(all.map((r) => r.status).sort()).toEqual([200, 409, 409])
      expect((await rowsOf()).filter((m) => Number(m.anula) === movimientos[0])).toHaveLength(1)
    }
    // Two entries of one user at once are undone each by itself.
    const two = await Promise.all(
      [5, 7].map((cantidad) => enter({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad })),
    )
    expect((await undo(two[0]?.movimientos[0])).body).toEqual({ movimientos: 1 })
    expect(await saldoOf(oeste)).toBe((n as number) + 7)
    expect((await undo(two[1]?.movimientos[0])).status).toBe(200)
    expect(await saldoOf(oeste)).toBe(n)
    await checkBook()
  })

  test('a file of delivery notes is taken back whole, and can be imported again', async () => {
    const { norte, put, keep, saldoOf, rowsOf, checkBook } = c
    await put('F-5', [50, 'Casa'])
    await put('F-6', [50, 'Casa'])
    await keep()
    const [o, n] = [await saldoOf(oeste), await saldoOf(norte)]
    const lineas = [
      `Oeste;enviado;${dayBefore(9)};A-1;F;20;`,
      `Norte SA;enviado;${dayBefore(8)};A-2;;;F-5 F-6`,
      `Norte SA;devuelto;${dayBefore(3)};A-3;;;F-5`,
    ]
    const first = await importa(lineas)
    expect([await saldoOf(oeste), await saldoOf(norte)]).toEqual([(o as number) + 20, (n as number) + 1])
    const mine = (await rowsOf()).filter((m) => /^A-[123]$/.test(m.documento))
    expect(mine.map((m) => Number(m.id))).toContain(first.movimiento)
    expect((await plazo(first.movimiento as number))?.movimientos).toBe(4)
    await expectRefused(first.movimiento as number, 403, /Lo anotó otra persona/, 'admin')
    expect((await undo(first.movimiento as number)).body).toEqual({ movimientos: 4 })
    expect([await saldoOf(oeste), await saldoOf(norte)]).toEqual([o, n])
    for (const m of mine) await expectRefused(Number(m.id), 409, /Ya está deshecho/)
    await checkBook()
    const again = await importa(lineas)
    expect(again).toMatchObject({ nuevas: 3, iguales: 0 })
    const once = await importa(lineas)
    expect(once).toMatchObject({ nuevas: 0, iguales: 3, movimiento: null })
    // Undo and import of the same file at once: whichever comes first, each line is in the book once or not at all.
    await Promise.all([undo(again.movimiento as number), importa(lineas)])
    const left = (await rowsOf()).filter((m) => /^A-[123]$/.test(m.documento) && m.clase === 'albaran')
    const gone = new Set((await rowsOf()).map((m) => Number(m.anula)))
    expect([0, 4]).toContain(left.filter((m) => !gone.has(Number(m.id))).length)
    await checkBook()
  })

  test('too late, of others, and of what nobody entered by hand: refused, and nothing is written', async () => {
    const { p, norte, enter, query, rowsOf, send, ok } = c
    const { movimientos } = await enter({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 4 })
    const [id] = movimientos
    await expectRefused(id, 403, /Lo anotó otra persona/, 'admin')
    await expectRefused(id, 404, /No existe esa línea/, 'encargada')
    await expectRefused(id, 403, /solo de lectura/, 'consulta')
    await expectRefused(999_999, 404, /No existe esa línea/)
    const persona = { username: 'gente.oeste', nombre: 'Olga Oeste', password: 'rodillo-verde-77' }
    await ok('POST', `/api/custodia/terceros/${oeste.id}/personas`, persona, 'admin')
    await expectRefused(id, 403, /solo ve su saldo y su extracto/, 'gente.oeste')
    const noCookie = await p.call('POST', `/api/custodia/movimientos/${id}/deshacer`)
    expect(noCookie.status).toBe(401)
    for (const raro of ['0', '-1', 'x', '1e400', '9007199254740993'])
      expect((await send('POST', `/api/custodia/movimientos/${raro}/deshacer`, undefined)).status, raro).toBe(
        400,
      )
    const seen = (await rowsOf()).find((m) => m.clase === 'alta')
    await expectRefused(Number(seen.id), 409, /Solo se deshace lo que alguien anotó a mano/)
    // What the partner has disputed is settled there.
    await ok('POST', `/api/custodia/movimientos/${id}/disputa`, { nota: 'No llegó' }, 'gente.oeste')
    expect(await plazo(id)).toBeNull()
    await expectRefused(id, 409, /ya ha disputado/)
    const insert = async (ago: string, recuento: number | null) =>
      Number(
        (
          await query(
            `insert into movimiento (empresa_id, momento, anotado, clase, a_id, familia, cantidad, persona_id, recuento_id)
             select 1, now(), now() - $1::interval, 'recuento', $2, 'F', 1, id, $3 from usuario where username = 'operario' returning id`,
            [ago, norte.id, recuento],
          )
        ).rows[0].id,
      )
    const late = await insert('61 seconds', null)
    expect(await plazo(late)).toBeNull()
    await expectRefused(late, 409, /más de un minuto/)
    const soon = await insert('50 seconds', null)
    const left = (await plazo(soon))?.segundos
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(10)
    expect((await undo(soon)).status).toBe(200)
    await query('alter table movimiento disable trigger solo_altas')
    await query('update movimiento set persona_id = null where id = $1', [late])
    await query('alter table movimiento enable trigger solo_altas')
    await expectRefused(late, 409, /Solo se deshace lo que alguien anotó a mano/)
  })

  test('a line that was taken back while it was disputed deducts nothing more', async () => {
    const { query, send, enter, saldoOf, checkBook } = c
    const { movimientos } = await enter({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 6 })
    const [id] = movimientos
    const n = await saldoOf(oeste)
    const say = (que: string, body: object) => send('POST', `/api/custodia/movimientos/${id}/${que}`, body)
    expect((await undo(id)).status).toBe(200)
    expect((await say('disputa', { nota: 'No llegó' })).status).toBe(409)
    // A dispute that was written in the same instant as the undo.
    await query(
      `insert into movimiento_dicho (empresa_id, movimiento_id, tercero_id, clase, nota, autor, ajeno) values (1, $1, $2, 'disputa', 'x', 'O', true)`,
      [id, oeste.id],
    )
    expect((await say('acuerdo', { nota: 'De acuerdo', descuenta: 6 })).status).toBe(409)
    expect((await say('acuerdo', { nota: 'Ya está', descuenta: 0 })).status).toBe(200)
    expect(await saldoOf(oeste)).toBe((n as number) - 6)
    await checkBook()
  })

  test('entries, undos and the readings at once: the book stays right, and each container in one account', {
    tags: ['slow'],
  }, async () => {
    const { norte, sur, put, keep, send, saldos, rowsOf, query, checkBook } = c
    const macs: string[] = []
    for (let i = 0; i < 4; i++)
      macs.push((await put(`Z-${i}`, [50, 'Casa'], [30, 'Norte'], [20, 'Casa'])).mac)
    await keep()
    const terceros = [oeste, norte, sur]
    const clases = ['enviado', 'devuelto', 'perdida']
    const pick = <T>(of: readonly T[], n: number) => of[n % of.length] as T
    const turn = async (n: number, quien: string) => {
      const r = await send(
        'POST',
        '/api/custodia/movimientos',
        {
          tercero: pick(terceros, n).id,
          clase: pick(clases, n >> 1),
          contenedores: [pick(macs, n * 3), pick(macs, n * 5 + 1)],
          dia: dayBefore((n * 7) % 40),
        },
        quien,
      )
      expect(r.status).toBe(200)
      const [id] = r.body.movimientos
      if (id === undefined || n % 4 === 0) return
      const all = await Promise.all([undo(id, quien), undo(id, quien === 'admin' ? 'operario' : 'admin')])
      expect(all.map((x) => x.status)).toEqual([200, 403])
    }
    for (let i = 0; i < 12; i++)
      await Promise.all([turn(i, 'operario'), turn(i + 5, 'admin'), ...(i % 3 ? [] : [keep()])])
    await keep()
    await checkBook()
    const settled = await rowsOf()
    await query(
      "insert into custodia_pendiente (empresa_id, dispositivo_id, desde) select 1, id, '-infinity' from dispositivo where apodo like 'Z-%'",
    )
    await keep()
    expect(await rowsOf()).toEqual(settled)
    for (const s of await saldos()) {
      const of = s.tercero ? `tercero=${s.tercero.id}` : 'empresa=1'
      const r = await c.get<{ total: number; sin_nombre: number }>(`/api/custodia/contenedores?${of}`)
      expect([s.tercero?.nombre, r.total + r.sin_nombre]).toEqual([s.tercero?.nombre, s.n])
    }
    expect(
      (
        await query(
          `select from en_cuenta c join dispositivo d on d.id = c.dispositivo_id where d.apodo like 'Z-%'`,
        )
      ).rowCount,
    ).toBeLessThanOrEqual(4)
  })
})
