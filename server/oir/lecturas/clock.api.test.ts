import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { followDate } from '../../testing/timing/machine-clock'

describe.runIf(inject('base').hay)('a clock that is wrong', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test.each([
    ['behind', 'C30000000A07', '13', -3],
    ['ahead', 'C30000000A08', '14', 5],
  ])(
    'a gateway hours %s is told by its skew; what it hears has our time, impacts too',
    async (_donde, mac, n, horas) => {
      await p.register(mac, 'Reader', `LEC-${n}`)
      await p.register(`AC233F00A0${n}`, 'SmartBle', `20014-1${n}`)
      const suya = await p.issue(mac)
      const tiempo = new Date(Date.now() + horas * 3_600_000).toISOString()
      const text = JSON.stringify([
        { lector: mac, tiempo },
        { mac: `AC233F00A0${n}`, rssi: -60, tiempo, aceleracion: [0, 0, 4] },
      ])
      expect((await p.send('retorna', text, suya)).body).toMatchObject({ aceptadas: 1, rechazadas: 0 })
      const cookie = await p.as('admin')
      const lectores = await p.call<{ mac: string; desfase_s: number }[]>('GET', '/api/lectores', { cookie })
      const clockOffset = lectores.body.find((l) => l.mac === mac)?.desfase_s as number
      expect(Math.abs(clockOffset - horas * 3600)).toBeLessThan(10)
      const now = (t: unknown) => expect(Math.abs(Date.now() - Date.parse(t as string))).toBeLessThan(10_000)
      now((await p.device(`AC233F00A0${n}`)).UltimoRegistro)
      const eventos = await p.call<{ data: { Time: string; Estado: string }[] }>(
        'GET',
        `/api/get_table_data?search=20014-1${n}`,
        { cookie },
      )
      expect(eventos.body.data.map((e) => e.Estado)).toEqual(['Impacto'])
      now(eventos.body.data[0]?.Time)
      const incidencias = await p.call<{ ApodoDispositivo: string; Time: string }[]>(
        'GET',
        '/api/get_incidencias',
        { cookie },
      )
      now(incidencias.body.find((i) => i.ApodoDispositivo === `20014-1${n}`)?.Time)
    },
  )

  describe('of our own machine, believed a day ahead for a while', () => {
    const LECTOR = 'C30000000A09'
    const DAY_MS = 24 * 3_600_000
    let suya: { usuario: string; clave: string }
    beforeAll(async () => {
      await p.register(LECTOR, 'Reader', 'LEC-15')
      suya = await p.issue(LECTOR)
      followDate()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    const send = (mac: string, mas: object) =>
      p.send('retorna', JSON.stringify([{ mac, rssi: -60, ...mas }]), suya)
    async function putClock(ms: number): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
      // People stay logged in.
      await p.servidor.pool.query('update sesion set usada = to_timestamp($1 / 1000.0)', [Date.now()])
    }
    const isNow = (t: unknown) => Math.abs(Date.now() - Date.parse(t as string)) < 60_000

    test.each([
      ['with what is remembered', 'AC233F00A015', false],
      ['with what the database knows', 'AC233F00A016', true],
    ])('later readings win again, %s', async (_con, mac, olvidada) => {
      await p.register(mac, 'SmartBle', `20014-${mac.slice(-2)}`)
      await send(mac, { bateria: 90, aceleracion: [0, 0, 1] })
      await putClock(DAY_MS)
      await send(mac, { bateria: 80, en_movimiento: true })
      expect(isNow((await p.device(mac)).UltimoRegistro)).toBe(true)
      await putClock(-DAY_MS)
      if (olvidada) {
        // As if another process had taken over: this one must forget what it remembers.
        await p.servidor.pool.query('update carril set proceso = null, vez = vez + 1')
      }
      await vi.waitFor(async () => expect((await send(mac, { bateria: 70, golpe: true })).status).toBe(200), {
        timeout: 10_000,
        interval: 200,
      })
      const d = await p.device(mac)
      expect([isNow(d.UltimoRegistro), d.Estado, d.Bateria]).toEqual([true, 'Impacto', 70])
      const { rows } = await p.servidor.pool.query(
        `select l.ultimo_registro as lector, e.lector_desde, e.estado_desde, e.ultimo_movimiento, e.ultimo_evento
         from dispositivo_estado e join dispositivo_estado l on l.dispositivo_id = e.lector_id
         where e.dispositivo_id = (select id from dispositivo where mac = $1)`,
        [mac],
      )
      for (const t of Object.values(rows[0])) expect(isNow(t)).toBe(true)
      const lectores = await p.call<{ mac: string; mensajes_minuto: number }[]>('GET', '/api/lectores', {
        cookie: await p.as('admin'),
      })
      expect(lectores.body.find((l) => l.mac === LECTOR)?.mensajes_minuto).toBeGreaterThan(0)
    })
  })
})
