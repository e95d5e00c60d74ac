import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaPerdida, PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { keepPerdidas } from './service'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TURNO = [{ desde: '06:00', hasta: '14:00' }]
const SEMANA = [TURNO, TURNO, TURNO, TURNO, TURNO, [], []]
/** Readers with the plant of their place and their company. Only two of the plants have a calendar of their own. */
const LECTORES = [
  ['C300000000A1', 'Vitoria', 1],
  ['C300000000A2', 'Abadiño', 1],
  ['C300000000A3', '', 1],
  ['C300000000A4', 'Vitoria', 2],
] as const

describe.runIf(inject('base').hay)('closed days', () => {
  let p: Prueba
  let hoy: DateTime
  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const keep = () => keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)

  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    hoy = DateTime.now().setZone(p.config.TZ_PLANTA).startOf('day')
    for (const [mac, planta, empresa] of LECTORES) {
      await p.register(mac, 'Reader', `LEC-${mac.slice(-2)}`)
      await query(
        `with u as (insert into ubicacion (empresa_id, nombre, planta) values ($3, 'En ' || $1, $2) returning id)
         update dispositivo set ubicacion_id = (select id from u), empresa_id = $3 where mac = $1`,
        [mac, planta, empresa],
      )
    }
  })
  afterAll(() => p.stop())

  const dayOf = (ago: number) => hoy.minus({ days: ago }).toISODate() as string
  const close = async (planta: string, days: readonly number[], empresa = 1) => {
    const festivos = days.map((d) => ({ dia: dayOf(d), nombre: 'Cierre' }))
    const r = await p.call('PUT', `/api/empresas/${empresa}/calendarios`, {
      cookie: await p.as('admin'),
      body: { planta, semana: SEMANA, festivos },
    })
    expect(r.status).toBe(200)
  }
  const open = () => query('delete from calendario')
  let macs = 0
  /** A container that this reader heard last, at this moment. */
  async function put(lector: number, momento: Date) {
    const mac = `AC000000C0${String(++macs).padStart(2, '0')}`
    const [reader, , empresa] = LECTORES[lector] as (typeof LECTORES)[number]
    await p.register(mac, 'SmartBle', `CI-${macs}`)
    await query(
      `with d as (update dispositivo set empresa_id = $4 where mac = $1 returning id)
       insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
       select d.id, $4, $2, now(), l.id from d, dispositivo l where l.mac = $3`,
      [mac, momento, reader, empresa],
    )
    return mac
  }
  const cookie = () => p.as('admin')
  async function rungs(): Promise<Map<string, string>> {
    await keep()
    const { body } = await p.call<{ data: FilaPerdida[] }>('GET', '/api/perdidas/lista?per_page=200', {
      cookie: await cookie(),
    })
    return new Map(body.data.map((f) => [f.mac, f.peldano]))
  }
  const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)
  const AGOSTO = range(30, 10)

  test('what fell silent on the first day of a closure of 21 days is not proposed 9 days after it; without the closure it is', async () => {
    const mac = await put(0, hoy.minus({ days: 31 }).plus({ hours: 22 }).toJSDate())
    expect((await rungs()).get(mac)).toBe('propuesta')
    await close('', AGOSTO)
    expect((await rungs()).get(mac)).toBe('en_busqueda')
    const { body } = await p.call<PerdidaOf>('GET', `/api/perdidas/contenedor/${mac}`, {
      cookie: await cookie(),
    })
    expect(body).toMatchObject({ peldano: 'en_busqueda', dias_cerrados: 21 })
    await open()
    expect((await rungs()).get(mac)).toBe('propuesta')
  })

  test('a closure of another plant or of another company changes nothing, and a plant goes by its own calendar', async () => {
    // Two hours more than 30 days: one of the days may have 23.
    const momento = hoy.minus({ days: 30, hours: 2 }).toJSDate()
    const at = await Promise.all([0, 1, 2, 3].map((lector) => put(lector, momento)))
    const now = async () => {
      const r = await rungs()
      return at.map((mac) => r.get(mac))
    }
    const [si, no] = ['propuesta', 'en_busqueda']
    expect(await now()).toEqual([si, si, si, si])
    await close('Abadiño', AGOSTO)
    expect(await now()).toEqual([si, no, si, si])
    // The company's is for all plants without one of their own, known or not.
    await close('', AGOSTO)
    await close('Abadiño', [])
    expect(await now()).toEqual([no, si, no, si])
    await close('', AGOSTO, 2)
    await query('delete from calendario where empresa_id = 1')
    expect(await now()).toEqual([si, si, si, no])
    await open()
  })

  test('closed days move search and proposal alone, to the minute, and weekends and nights none', async () => {
    const cerrados = [2, 4, 5, 13, 14, 15, 22, 36, 50]
    await close('', cerrados)
    const closed = cerrados.map((d) => {
      const dia = hoy.minus({ days: d })
      return [dia.toMillis(), dia.plus({ days: 1 }).toMillis()] as const
    })
    const now = Date.now()
    /** Brute force: the time since `t` that was on no closed day. */
    const counted = (t: number) =>
      now - t - closed.reduce((n, [a, b]) => n + Math.max(0, Math.min(b, now) - Math.max(a, t)), 0)
    /** The latest moment since which so much time counts. */
    const since = (ms: number) => {
      let [a, b] = [now - 100 * DAY, now]
      while (b - a > 1) {
        const m = Math.floor((a + b) / 2)
        if (counted(m) > ms) a = m
        else b = m
      }
      return a
    }
    const truth = new Map<string, string>()
    const add = async (t: number) => {
      const c = counted(t)
      const wall = now - t
      const peldano =
        c > 30 * DAY
          ? 'propuesta'
          : c > 7 * DAY
            ? 'en_busqueda'
            : wall > 3 * DAY
              ? 'posible_extravio'
              : 'sin_ver'
      truth.set(await put(2, new Date(t)), peldano)
    }
    for (const limit of [3, 7, 30])
      for (const off of [-5, 5]) {
        await add(since(limit * DAY) + off * 60_000)
        await add(now - limit * DAY + off * 60_000)
      }
    // Within closed days, at their borders, and anywhere.
    for (const [a, b] of closed) for (const t of [a - 60_000, a + 11 * HOUR, b + 60_000]) await add(t)
    for (let n = 0; n < 20; n++) await add(now - 6 * HOUR - ((n * 7919) % 1500) * HOUR)
    const is = await rungs()
    expect([...truth].map(([mac]) => [mac, is.get(mac)])).toEqual([...truth])
    expect(new Set(truth.values()).size).toBe(4)
    await open()
  })
})
