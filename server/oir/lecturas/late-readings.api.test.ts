// @module-tag slow: hours of readings
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { createLugar, putLector } from '../../testing/lugares'
import { refuseRows } from '../../testing/rechaza'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { followDate } from '../../testing/timing/machine-clock'

const [ALMACEN, MUELLE] = ['C3000000D101', 'C3000000D102']
const MINUTE_MS = 60_000
type WalkObservation = { lector: string; m: number; rssi?: number; golpe?: boolean }

describe.runIf(inject('base').hay)('what readers send late', () => {
  let p: Prueba
  let clave: { usuario: string; clave: string }
  let cookie: string
  let now: number
  let n = 0
  let mac = ''
  beforeAll(async () => {
    p = await startPrueba()
    for (const [m, nombre] of [
      [ALMACEN, 'Almacén'],
      [MUELLE, 'Muelle'],
    ] as const) {
      await p.register(m, 'Reader', `LEC-${nombre}`)
      await putLector(p, m, await createLugar(p, nombre))
    }
    clave = await p.issue(ALMACEN, true)
    cookie = await p.as('admin')
    await p.register('AC233FD10000', 'SmartBle', '20014-900')
    followDate()
  })
  afterAll(() => p.stop())
  const beginTag = async () => {
    vi.useRealTimers()
    mac = `AC233FD1${(++n).toString().padStart(4, '0')}`
    await p.register(mac, 'SmartBle', `20014-9${n}`)
  }
  beforeEach(async () => {
    await beginTag()
    now = Math.floor(Date.now() / 1000) * 1000
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Unix ms of minute `m` of the story; negative: before its end. */
  const at = (m: number) => now + m * MINUTE_MS
  const putClock = (m: number) => vi.useFakeTimers({ toFake: ['Date'], now: at(m) })
  const toLectura = (o: WalkObservation, deQuien = mac) => ({
    mac: deQuien,
    lector: o.lector,
    rssi: o.rssi ?? -58,
    tiempo: new Date(at(o.m)).toISOString(),
    ...(o.golpe && { golpe: true }),
  })
  const send = async (lecturas: object[]) => {
    const r = await p.send('retorna', JSON.stringify(lecturas), clave)
    expect(r.status).toBe(200)
    return r.body
  }
  const range = (desde: number, hasta: number, paso = 0.5) =>
    Array.from({ length: Math.round((hasta - desde) / paso) }, (_, i) => desde + i * paso)
  /** Send readings as they are heard, one message each half minute. */
  const listen = async (lector: string, desde: number, hasta: number, macs = [mac]) => {
    for (const m of range(desde, hasta)) {
      putClock(m)
      await send(macs.map((deQuien) => toLectura({ lector, m }, deQuien)))
    }
  }
  /** Both readers send what they hear of another container, so that their clocks become known. */
  const greet = async (m: number) => {
    putClock(m)
    await send([ALMACEN, MUELLE].map((lector) => toLectura({ lector, m }, 'AC233FD10000')))
  }
  const ficha = async () =>
    (await p.call<FichaContenedor>('GET', `/api/contenedores/20014-9${n}`, { cookie })).body
  const stays = async () =>
    (await ficha()).estancias
      .reverse()
      .map((e) => [
        e.Ubicacion,
        (Date.parse(e.desde) - now) / MINUTE_MS,
        e.hasta && (Date.parse(e.hasta) - now) / MINUTE_MS,
        e.silencio,
      ]) as Paso[]
  type Paso = [place: string | null, desde: number, hasta: number | null, silencio: boolean]
  const isIgual = (dichas: Paso[], quiere: Paso[]) =>
    dichas.length === quiere.length &&
    dichas.every((d, i) =>
      d.every((x, k) => {
        const y = quiere[i]?.[k]
        return typeof x === 'number' && typeof y === 'number' ? Math.abs(x - y) <= 0.6 : x === y
      }),
    )
  /** The sweep that comes every few seconds comes now; the reader's next message waits for it. */
  const sweep = async () => {
    await p.servidor.pool.query('notify retorna_confirmaciones')
    // Answered once this process knows of all that was committed.
    await p.register('AC233FD10000', 'SmartBle', '20014-900')
    expect(await send([{ mac: '001122334455', lector: ALMACEN, rssi: -58 }])).toMatchObject({
      sin_registrar: 1,
    })
  }
  const settled = async (quiere: Paso[]) => {
    putClock(0.2)
    await sweep()
    for (let i = 0; i < 80 && !isIgual(await stays(), quiere); i++) {
      await sleep(300)
      await sweep()
    }
    const dichas = await stays()
    expect(isIgual(dichas, quiere), JSON.stringify({ dichas, quiere })).toBe(true)
  }

  test('a stay that nobody knew of is put between the others', async () => {
    await greet(-100)
    await listen(ALMACEN, -90, -60)
    await listen(ALMACEN, -20, 0)
    putClock(0)
    await settled([
      ['Almacén', -90, -60.5, true],
      ['Almacén', -20, null, false],
    ])
    putClock(0)
    const total = async () =>
      (await p.servidor.pool.query('select count(*)::int as n from evento')).rows[0].n as number
    const before = await total()
    const tarde = range(-55, -25).map((m) => toLectura({ lector: MUELLE, m }))
    expect(await send(tarde)).toMatchObject({ aceptadas: tarde.length })
    await settled([
      ['Almacén', -90, -60.5, false],
      ['Muelle', -55, -25.5, false],
      ['Almacén', -20, null, false],
    ])
    const f = await ficha()
    expect(f.dispositivo.Ubicacion).toBe('Almacén')
    // The past is no news: nothing is reported twice, and the clock of the reader does not count as wrong.
    expect(await total()).toBe(before)
    const lectores = await p.call<{ mac: string; desfase_s: number }[]>('GET', '/api/lectores', { cookie })
    expect(lectores.body.find((l) => l.mac === MUELLE)?.desfase_s).toBeGreaterThan(-60)
    expect(await send(tarde)).toMatchObject({ aceptadas: 0, duplicadas: tarde.length })
  })

  test('the past of a tag that the database refuses keeps no other one from being mended, and is mended once it can be', async () => {
    const mala = mac
    await beginTag()
    await greet(-100)
    // At the same time: setting the clock back for one would also cut back the times of the other.
    await listen(ALMACEN, -40, -30, [mala, mac])
    await listen(ALMACEN, -10, 0, [mala, mac])
    putClock(0)
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [mala])
    const allow = await refuseRows(p.servidor.pool, 'estancia', `new.dispositivo_id = ${rows[0].id}`)
    const tarde = range(-28, -12).map((m) => toLectura({ lector: MUELLE, m }))
    await send([...tarde.map((l) => ({ ...l, mac: mala })), ...tarde])
    const entera: Paso[] = [
      ['Almacén', -40, -30.5, false],
      ['Muelle', -28, -10, false],
      ['Almacén', -10, null, false],
    ]
    await settled(entera)
    await allow()
    n--
    await settled(entera)
    n++
  })

  test('a stay that was written is split by what another reader kept back', async () => {
    await greet(-100)
    await listen(ALMACEN, -40, -30)
    // Heard from far away, while the dock's reader was offline.
    for (const m of range(-30, -15)) {
      putClock(m)
      await send([toLectura({ lector: ALMACEN, m, rssi: -72 })])
    }
    await listen(ALMACEN, -15, 0)
    putClock(0)
    await settled([['Almacén', -40, null, false]])
    putClock(0)
    await send(range(-30, -15).map((m) => toLectura({ lector: MUELLE, m, rssi: -50 })))
    await settled([
      ['Almacén', -40, -30, false],
      ['Muelle', -30, -15.5, false],
      ['Almacén', -15, null, false],
    ])
  })

  test('when all were cut off, each sends its hour in one go: the stays are those of the same hour heard live', async () => {
    await greet(-100)
    const walkObservations: WalkObservation[] = [
      ...range(-80, -45).map((m) => ({ lector: ALMACEN, m })),
      ...range(-43, -22).map((m) => ({ lector: MUELLE, m })),
      ...range(-20, 0).map((m) => ({ lector: ALMACEN, m })),
    ]
    for (const o of walkObservations) {
      putClock(o.m)
      await send([toLectura(o)])
    }
    const quiere = await stays()
    expect(quiere.map(([u]) => u)).toEqual(['Almacén', 'Muelle', 'Almacén'])
    await beginTag()
    await listen(ALMACEN, -80, -60)
    putClock(0)
    const kept = (lector: string) =>
      walkObservations.filter((o) => o.lector === lector && o.m >= -60).map((o) => toLectura(o))
    await send(kept(MUELLE))
    await send(kept(ALMACEN))
    await settled(quiere)
  })

  test('an impact that comes late is one incident, at its time and place', async () => {
    await greet(-100)
    await listen(ALMACEN, -60, -50)
    await listen(ALMACEN, -20, 0)
    putClock(0)
    const tarde = range(-45, -25).map((m) => toLectura({ lector: MUELLE, m, golpe: m === -40 }))
    await send(tarde)
    await settled([
      ['Almacén', -60, -50.5, false],
      ['Muelle', -45, -25.5, false],
      ['Almacén', -20, null, false],
    ])
    const f = await ficha()
    expect(f.impactos.map((i) => [i.Ubicacion, Date.parse(i.Time)])).toEqual([['Muelle', at(-40)]])
    expect(f.dispositivo).toMatchObject({ Estado: 'Parado', Ubicacion: 'Almacén' })
    await send(tarde)
    expect((await ficha()).impactos).toHaveLength(1)
  })

  test('the same stream in another order within a minute gives the same stays', async () => {
    const walkObservations: WalkObservation[] = [
      ...range(-40, -25, 0.25).flatMap((m) => [
        { lector: ALMACEN, m },
        { lector: MUELLE, m: m + 0.02, rssi: -84 },
      ]),
      ...range(-25, -12, 0.25).flatMap((m) => [
        { lector: MUELLE, m },
        { lector: ALMACEN, m: m + 0.02, rssi: -84 },
      ]),
      ...range(-12, 0, 0.25).map((m) => ({ lector: ALMACEN, m })),
    ]
    const play = async (order: (o: WalkObservation, i: number) => number) => {
      const llegan = walkObservations.map((o, i) => ({ o, a: order(o, i) })).sort((x, y) => x.a - y.a)
      for (const { o, a } of llegan) {
        putClock(a)
        await send([toLectura(o)])
      }
      putClock(3)
      await sweep()
      return (await ficha()).estancias
    }
    await greet(-100)
    const seguidas = await play((o) => o.m)
    await beginTag()
    const revueltas = await play((o, i) => o.m + ((i * 7919) % 60) / 60)
    const places = (e: typeof seguidas) => e.map((x) => [x.Ubicacion, x.silencio, x.hasta === null])
    expect(places(revueltas)).toEqual(places(seguidas))
    expect(places(seguidas).map(([u]) => u)).toEqual(['Almacén', 'Muelle', 'Almacén'])
    for (const [i, e] of revueltas.entries())
      for (const k of ['desde', 'hasta'] as const) {
        const otra = seguidas[i]?.[k]
        if (e[k] && otra) expect(Math.abs(Date.parse(e[k]) - Date.parse(otra))).toBeLessThanOrEqual(30_000)
      }
  })
})
