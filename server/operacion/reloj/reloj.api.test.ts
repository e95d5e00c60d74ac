import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { Salud } from '#contract/operacion/salud/salud'
import { machineClock } from '../../platform/time/machine-clock'
import { createLugar } from '../../testing/lugares'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { holdMachine } from '../../testing/timing/machine-clock'
import { startClockGuard } from './guard'

const DAY = 24 * 3_600_000
const MINUTE = 60_000
const A = 'C30000000F01'
const B = 'C30000000F02'
type Credencial = { usuario: string; clave: string }

describe.runIf(inject('base').hay)('a clock of this machine that jumps', () => {
  let p: Prueba
  let a: Credencial
  let b: Credencial
  let machine: ReturnType<typeof holdMachine>
  beforeAll(async () => {
    p = await startPrueba()
    for (const [mac, name] of [
      [A, 'LEC-F1'],
      [B, 'LEC-F2'],
    ] as const)
      await p.register(mac, 'Reader', name, { ubicacion_id: await createLugar(p, `Muelle ${name}`) })
    a = await p.issue(A)
    b = await p.issue(B)
  })
  afterAll(() => p.stop())
  beforeEach(() => {
    machine = holdMachine()
    machineClock.start()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    machineClock.start()
  })

  const query = async <T>(text: string, values: unknown[] = []) =>
    (await p.servidor.pool.query(text, values)).rows as T[]
  const tags = Array.from({ length: 6 }, (_, i) => `AC233F00F00${i}`)
  const nextTag = async () => {
    const mac = tags.shift() as string
    await p.register(mac, 'SmartBle', `20014-9${tags.length}`)
    return mac
  }
  let n = 0
  const send = async (who: Credencial, mac: string, more: object = {}) => {
    const r = await p.send('retorna', JSON.stringify([{ mac, rssi: -60, secuencia: n++, ...more }]), who)
    expect([r.status, r.body]).toMatchObject([200, { aceptadas: 1, rechazadas: 0 }])
  }
  /** Of the tag, oldest first; ms from now, by the machine without its jump. */
  const eventosOf = (mac: string, now: number) =>
    query<{ t: number; estado: number; marca: string | null }>(
      `select (extract(epoch from e.tiempo) * 1000 - $2)::float8 as t, e.estado, e.valor ->> 'reloj_maquina' as marca
       from evento e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1 order by e.tiempo, e.id`,
      [mac, now],
    )
  const lastsOf = async (mac: string, now: number) => {
    const [row] = await query<Record<string, number>>(
      `select ${[
        'ultimo_registro',
        'recibido',
        'lector_desde',
        'estado_desde',
        'ultimo_movimiento',
        'ultimo_evento',
      ]
        .map((c) => `(extract(epoch from ${c}) * 1000 - $2)::float8 as ${c}`)
        .join(', ')}
       from dispositivo_estado where dispositivo_id in (select id from dispositivo where mac = $1)`,
      [mac, now],
    )
    return Object.values(row as object) as number[]
  }
  const placeOf = async (mac: string) =>
    (
      await query<{ lector: string }>(
        'select l.mac as lector from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id join dispositivo l on l.id = e.lector_id where d.mac = $1',
        [mac],
      )
    )[0]?.lector
  const saludOf = async () => {
    const r = await p.call<Salud>('GET', '/api/salud', { cookie: await p.as('admin') })
    expect(r.status).toBe(200)
    return r.body.instalacion
  }
  const restart = () => {
    const failures: unknown[] = []
    return startClockGuard(
      {
        pool: p.servidor.pool,
        zona: p.config.TZ_PLANTA,
        log: { warn: () => {} },
        onFail: (e) => failures.push(e),
      },
      { schedule: false },
    ).then((guard) => ({ guard, failures }))
  }

  test.each([
    ['ahead', DAY],
    ['back', -DAY],
  ])(
    'a day %s and to the right time again: what arrives is dated by its arrival and marked, all that is last stays so, people stay logged in',
    async (_, jump) => {
      const mac = await nextTag()
      const cookie = await p.login('operario')
      const [{ antes }] = (await query<{ antes: number }>('select count(*)::int as antes from sesion')) as [
        { antes: number },
      ]
      await send(a, mac, { bateria: 90, aceleracion: [0, 0, 1] })
      machine.jump(jump)
      await send(a, mac, { bateria: 80, en_movimiento: true })
      await send(a, mac, { bateria: 70, golpe: true })
      const now = machineClock.now()
      expect(machineClock.doubt?.ahead).toBeCloseTo(jump, -3)
      const during = await eventosOf(mac, now)
      expect(during.map((e) => e.estado)).toEqual([0, 1, 2])
      for (const e of during) expect(Math.abs(e.t)).toBeLessThan(MINUTE)
      expect(during.map((e) => e.marca !== null)).toEqual([false, true, true])
      for (const { marca } of during.slice(1))
        expect(Math.abs(Date.parse(marca as string) - now - jump)).toBeLessThan(MINUTE)
      for (const t of await lastsOf(mac, now)) expect(Math.abs(t)).toBeLessThan(MINUTE)
      expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(200)
      // Logging in removes sessions that have expired.
      await p.login('consulta')
      const [{ n: left }] = (await query<{ n: number }>(
        'select count(*)::int as n from sesion where abs(extract(epoch from now() - usada)) < 86000',
      )) as [{ n: number }]
      expect(left).toBe(antes + 1)

      machine.jump(-jump)
      await send(b, mac, { bateria: 60, en_movimiento: true })
      expect(machineClock.doubt).toBeNull()
      await p.servidor.clockGuard.look()
      const after = await eventosOf(mac, now)
      expect(after.slice(0, 3)).toEqual(during)
      expect(after.slice(3).map((e) => e.marca)).toEqual(after.slice(3).map(() => null))
      for (const t of await lastsOf(mac, machineClock.now())) expect(Math.abs(t)).toBeLessThan(MINUTE)
      expect((await p.device(mac)).Bateria).toBe(60)
      expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(200)
    },
  )

  test('is told in Salud until it is back', async () => {
    machine.jump(DAY)
    machineClock.now()
    const { createEstado } = await import('../salud/estado')
    const read = async () => (await createEstado(p.servidor.db, p.config).readInstalacion()).reloj
    expect(await read()).toEqual({ desde: expect.any(String), adelanto_s: 86_400 })
    machine.jump(-DAY)
    machineClock.now()
    expect(await read()).toBeNull()
    expect((await saludOf())?.reloj).toBeNull()
  })

  test('believed wrongly for a while: what was dated tomorrow is dated by its arrival once the clock is back, and nothing waits for tomorrow', async () => {
    const mac = await nextTag()
    await send(a, mac, { bateria: 90, aceleracion: [0, 0, 1] })
    machine.jump(DAY)
    machineClock.now()
    machine.pass(10 * MINUTE)
    machineClock.now()
    expect(machineClock.doubt).toBeNull()
    await send(a, mac, { bateria: 80, en_movimiento: true })
    machine.pass(MINUTE)
    await send(a, mac, { bateria: 70, golpe: true })
    const moved = machineClock.now() - DAY
    expect((await eventosOf(mac, moved)).at(-1)?.t).toBeGreaterThan(DAY - MINUTE)
    const inFuture = "now() + interval '1 day'"
    await query(`update sesion set usada = ${inFuture}`)
    // A process that has died meanwhile would count as alive until then, and keep its leases.
    await query(
      `insert into ingesta_proceso (id, solo, visto) values (gen_random_uuid(), false, ${inFuture})`,
    )
    await query(`insert into mqtt_proceso (id, visto) values (gen_random_uuid(), ${inFuture})`)
    await query(`update jobs.version set cron_on = ${inFuture}`)
    await query(`insert into freno (clave, veces, maximo, hasta) values ('x', 9, 9, ${inFuture})`)

    machine.jump(-DAY)
    machineClock.now()
    machine.pass(10 * MINUTE)
    await p.servidor.clockGuard.look()
    const now = machineClock.now()
    const events = await eventosOf(mac, now)
    expect(events.map((e) => [e.estado, e.marca !== null])).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ])
    for (const e of events) expect(e.t).toBeLessThanOrEqual(0)
    expect((events[2]?.t ?? 0) - (events[1]?.t ?? 0)).toBeCloseTo(MINUTE, -4)
    for (const t of await lastsOf(mac, now)) expect(t).toBeLessThanOrEqual(0)
    const limit = `to_timestamp(${now} / 1000.0) + interval '1 second'`
    for (const [table, column] of [
      ['sesion', 'usada'],
      ['jobs.version', 'cron_on'],
      ['freno', 'hasta'],
      ['ingesta_proceso', 'visto'],
      ['mqtt_proceso', 'visto'],
      ['incidencia', 'tiempo'],
      ['transicion', 'tiempo'],
      ['estancia', 'hasta'],
    ])
      expect(await query(`select from ${table} where ${column} > ${limit}`)).toEqual([])
    // The counts are those of the rows.
    expect(
      await query(`
        select dia::text, dispositivo_id, sum(n)::int as n from (
          select dia, dispositivo_id, n from evento_cuenta_dia
          union all
          select (tiempo at time zone '${p.config.TZ_PLANTA}')::date, dispositivo_id, -1 from evento) x
        group by 1, 2 having sum(n) <> 0`),
    ).toEqual([])
    await send(b, mac, { bateria: 60 })
    expect((await p.device(mac)).Bateria).toBe(60)
    const fresh = await nextTag()
    await send(b, fresh)
    expect(await placeOf(fresh)).toBe(B)
  })

  test('that was ahead when the process began is known by readers whose clocks were right, and what it dated tomorrow is mended', async () => {
    const mac = await nextTag()
    const say = async (bateria: number) => {
      const tiempo = new Date(machineTrue()).toISOString()
      await send(a, mac, { tiempo, bateria })
      await send(b, mac, { tiempo, bateria: bateria - 1 })
    }
    let off = 0
    const machineTrue = () => machineClock.now() - (machineClock.doubt ? 0 : off)
    await say(90)
    machine.jump(DAY)
    const { guard, failures } = await restart()
    off = DAY
    await say(80)
    await guard.look()
    expect((await lastsOf(mac, machineTrue()))[0]).toBeGreaterThan(DAY - MINUTE)
    machine.pass(MINUTE + 1000)
    await say(70)
    expect(machineClock.doubt?.ahead).toBeCloseTo(DAY, -4)
    await guard.look()
    const now = machineClock.now()
    for (const t of await lastsOf(mac, now)) if (t !== null) expect(t).toBeLessThan(MINUTE)
    for (const e of await eventosOf(mac, now)) expect(e.t).toBeLessThan(MINUTE)
    await say(60)
    expect((await p.device(mac)).Bateria).toBe(59)
    machine.jump(-DAY)
    await say(50)
    expect([machineClock.doubt, failures]).toEqual([null, []])
    expect((await p.device(mac)).Bateria).toBe(49)
    await guard.stop()
  })

  test('that is behind when the process began takes nothing that is right for the future', async () => {
    const mac = await nextTag()
    await send(a, mac, { golpe: true })
    const before = await eventosOf(mac, 0)
    machine.jump(-DAY)
    const { guard, failures } = await restart()
    await guard.look()
    expect(await eventosOf(mac, 0)).toEqual(before)
    machine.jump(DAY)
    machineClock.now()
    machine.pass(10 * MINUTE)
    machineClock.now()
    await guard.look()
    expect([await eventosOf(mac, 0), failures]).toEqual([before, []])
    await guard.stop()
  })
})
