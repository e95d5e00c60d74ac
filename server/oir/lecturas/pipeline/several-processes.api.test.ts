// @module-tag slow: an outage and the recovery from it
import { EventEmitter, once } from 'node:events'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startServer } from '../../../start/server'
import { openIngesta } from '../../../testing/puesto'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { followDate } from '../../../testing/timing/machine-clock'
import type { Medidas } from '../formats/lectura'
import type { Ingesta } from './ingest'
import type { Registrado } from './memory/repo-registry'
import type { Message } from './message'
import { PLAZO_S, transactPartition } from './ownership/repo-lease'

const MAC_A = 'C30000CC0001'
const MAC_B = 'C30000CC0002'

/** The story of a tag: second, reader that hears it, RSSI in dBm, what it sends. */
const GUION: [s: number, lector: 'a' | 'b', rssi: number, medidas?: Medidas][] = [
  [0, 'a', -60, { aceleraciones: [[0, 0, 1]] }],
  [1, 'b', -80, { contadorMovimiento: 5 }],
  [2, 'a', -61, { contadorMovimiento: 5 }],
  [3, 'b', -80, { contadorMovimiento: 6 }],
  [4, 'a', -62, { contadorMovimiento: 6 }],
  // From here on the other reader hears it better, and takes over ten seconds later.
  ...Array.from({ length: 7 }, (_, i): [number, 'a' | 'b', number, Medidas] => [
    10 + i * 2,
    i % 2 ? 'a' : 'b',
    i % 2 ? -75 : -50,
    { bateria: 80 },
  ]),
  [25, 'b', -50, { bateria: 80 }],
  // One burst of impacts, reported by both readers.
  [40, 'b', -50, { golpe: true, aceleraciones: [[3, 0, 0]] }],
  [43, 'a', -70, { aceleraciones: [[0, -4, 0]] }],
  [49, 'b', -50, { golpe: true }],
  [57, 'a', -70, { golpe: true, aceleraciones: [[0, 0, 5]] }],
  [90, 'b', -50, { aceleraciones: [[0, 0, 1]] }],
]
const DURACION_MS = 95_000

describe.runIf(inject('base').hay)('processes that hand devices over', () => {
  let p: Prueba
  let pool: pg.Pool
  let lectores: { a: Registrado; b: Registrado }
  let n = 0
  let inicio = 0
  const vivas: Ingesta[] = []
  const failures: unknown[] = []
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    for (const mac of [MAC_A, MAC_B]) await p.register(mac, 'Reader', `LEC-${mac}`)
    const { rows } = await pool.query("select * from dispositivo where tipo = 'Reader' order by mac")
    const [a, b] = rows.map((r) => ({ id: r.id, empresa: 1, mac: r.mac, tipo: r.tipo, etiqueta: null }))
    lectores = { a: a as Registrado, b: b as Registrado }
    followDate()
  })
  beforeEach(() => {
    inicio = Date.now() - DURACION_MS
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    for (const i of vivas) await i.stop()
    await p.stop()
  })

  /** Start the next process: the one that had the devices loses them. */
  async function start(onLost: (e: unknown) => void = () => {}, sweepMs = 3_600_000): Promise<Ingesta> {
    const i = await openIngesta(pool, p.servidor.db, { onFail: (e) => failures.push(e), onLost, sweepMs })
    vivas.push(i)
    await i.start()
    return i
  }

  async function registerTag(): Promise<string> {
    const mac = `AC233FCD${(++n).toString(16).toUpperCase().padStart(4, '0')}`
    await p.register(mac, 'SmartBle', `20077-${n}`)
    return mac
  }

  function message(mac: string, [s, lector, rssi, medidas = {}]: (typeof GUION)[0]): Message {
    const tiempo = inicio + s * 1000
    const lectura = { mac, lector: null, rssi, tiempo, macAleatoria: false, medidas, extra: { s } }
    return {
      formato: 'retorna',
      via: 'http',
      topic: null,
      texto: '',
      origen: { lector: lectores[lector], puente: false },
      recibido: tiempo,
      decodificado: { rechazos: [], lectores: [], lecturas: [lectura] },
    }
  }

  /** What the database has of a tag, without its identity. */
  async function historiaOf(mac: string) {
    const ask = async (sql: string) => (await pool.query(sql, [mac])).rows
    const de = 'join dispositivo d on d.id = x.dispositivo_id where d.mac = $1'
    return {
      eventos: await ask(
        `select x.lector_id, x.tiempo, x.estado, x.bateria, x.valor from evento x ${de} order by x.tiempo, x.id`,
      ),
      incidencias: await ask(
        `select x.lector_id, x.tiempo, x.hasta, x.impactos, x.pico_g, x.accelxmax, x.accelymin, x.accelzmax, x.muestras
         from incidencia x ${de} order by x.tiempo`,
      ),
      estado: await ask(
        `select x.lector_id, x.lector_desde, x.estado, x.estado_desde, x.ultimo_movimiento, x.ultimo_registro,
           x.contador_movimiento, x.bateria, x.rssi from dispositivo_estado x ${de}`,
      ),
    }
  }

  /** Set the clock to an event of the story: a process that starts judges at once what has waited long enough. */
  const setClock = ([s]: (typeof GUION)[0]) => vi.useFakeTimers({ now: inicio + s * 1000, toFake: ['Date'] })

  /** Delete the liveness of the readers, which is from the run before. */
  const forgetLectores = () => pool.query('delete from carril_memoria')

  test.each([
    ['at each reading', 1],
    ['now and then', 7],
  ])('devices handed over %s: the same history as by one process', async (_cuando, cada) => {
    const solo = await registerTag()
    await forgetLectores()
    const una = await start()
    for (const paso of GUION) {
      setClock(paso)
      await una.receive(message(solo, paso))
    }
    const esperada = await historiaOf(solo)
    expect(esperada.eventos.length).toBeGreaterThan(4)
    expect(esperada.incidencias).toHaveLength(1)
    expect(esperada.incidencias[0]).toMatchObject({ impactos: 4 })
    expect(new Set(esperada.eventos.map((e) => e.lector_id))).toEqual(new Set([lectores.a.id, lectores.b.id]))
    await una.stop()

    const pasada = await registerTag()
    await forgetLectores()
    let current = await start()
    for (const [k, paso] of GUION.entries()) {
      setClock(paso)
      if (k % cada === 0) {
        await current.stop()
        current = await start()
      }
      expect(await current.receive(message(pasada, paso))).toMatchObject({ aceptadas: 1 })
    }
    expect(await historiaOf(pasada)).toEqual(esperada)
    expect(failures).toEqual([])
  })

  test('a process that slept while another took its devices commits nothing, and is told', async () => {
    const mac = await registerTag()
    const perdidas: unknown[] = []
    const dormida = await start((e) => perdidas.push(e))
    await dormida.receive(message(mac, [0, 'a', -60, { contadorMovimiento: 1 }]))
    const otra = await start()
    await otra.receive(message(mac, [1, 'a', -60, { contadorMovimiento: 2 }]))
    const before = await historiaOf(mac)
    const tarde = Array.from({ length: 20 }, (_, k) =>
      dormida.receive(message(mac, [2 + k, 'b', -40, { contadorMovimiento: 100 + k }])),
    )
    for (const r of await Promise.allSettled(tarde)) expect(r.status).toBe('rejected')
    expect(perdidas).toHaveLength(1)
    expect(await historiaOf(mac)).toEqual(before)
    await dormida.stop()
    expect(await historiaOf(mac)).toEqual(before)
    expect(await otra.receive(message(mac, [30, 'a', -60, { contadorMovimiento: 3 }]))).toMatchObject({
      aceptadas: 1,
    })
  })

  test('a process that slept takes nothing away that another one handed over', async () => {
    const mac = await registerTag()
    const perdidas: unknown[] = []
    const dormida = await start((e) => perdidas.push(e))
    const otra = await start()
    await otra.receive(message(mac, [DURACION_MS / 1000, 'a', -60, { contadorMovimiento: 1 }]))
    await otra.stop()
    const dejado = async () =>
      (
        await pool.query(
          `select (select count(*)::int from dispositivo_memoria m join dispositivo d on d.id = m.dispositivo_id where d.mac = $1) as tags,
             (select count(*)::int from carril_memoria) as plantas`,
          [mac],
        )
      ).rows
    expect(await dejado()).toEqual([{ tags: 1, plantas: 1 }])
    dormida.attend()
    await vi.waitFor(() => expect(perdidas).toHaveLength(1), 3000)
    expect(await dejado()).toEqual([{ tags: 1, plantas: 1 }])
  })

  test('who sleeps in the middle of writing lets go of its devices before another could have taken them', async () => {
    const moment = new EventEmitter()
    /** For how long the database lets it sleep. */
    let sleepS = 0
    const escribe = once(moment, 'escribe')
    const dormida = transactPartition(pool, async (client) => {
      await client.query('select from carril for update')
      const { rows } = await client.query(
        "select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::float8 as s",
      )
      sleepS = rows[0].s
      moment.emit('escribe')
      await once(moment, 'despierta')
      await client.query('select 1')
    })
    await escribe
    await pool.query('select from carril for update')
    expect(sleepS).toBeGreaterThan(0)
    expect(sleepS).toBeLessThan(PLAZO_S)
    moment.emit('despierta')
    await expect(dormida).rejects.toThrow()
  })

  test('what was handed over of a device that somebody else heard since is not believed', async () => {
    const mac = await registerTag()
    const una = await start()
    await una.receive(message(mac, [0, 'a', -60, { golpe: true }]))
    await una.stop()
    await pool.query(
      `update dispositivo_estado e set ultimo_registro = now(), estado = 0 from dispositivo d
       where d.id = e.dispositivo_id and d.mac = $1`,
      [mac],
    )
    const otra = await start()
    // One more impact within the burst: it would join the burst if that were still remembered.
    await otra.receive(message(mac, [DURACION_MS / 1000 + 1, 'a', -60, { golpe: true }]))
    expect((await historiaOf(mac)).incidencias).toHaveLength(2)
  })

  test('what a killed process left in movement comes to rest in the next one', async () => {
    const mac = await registerTag()
    const movida = await start()
    const now = (Date.now() - inicio) / 1000
    await movida.receive(message(mac, [now, 'a', -60, { enMovimiento: true }]))
    await pool.query(
      `update dispositivo_estado e set ultimo_movimiento = now() - interval '200 s', estado_desde = now() - interval '200 s'
       from dispositivo d where d.id = e.dispositivo_id and d.mac = $1`,
      [mac],
    )
    const otra = await start(undefined, 50)
    await vi.waitFor(async () => expect((await historiaOf(mac)).estado).toMatchObject([{ estado: 0 }]), 3000)
    await otra.stop()
  })
})

describe.runIf(inject('base').hay)('two servers on one database without a log', () => {
  test('the second one waits, refuses readings, and goes on when the first one ends', async () => {
    const p = await startPrueba()
    await p.register('C30000CC0003', 'Reader', 'LEC-CC3')
    await p.register('AC233FCE0001', 'SmartBle', '20078-1')
    const credencial = await p.issue('C30000CC0003')
    let port = 0
    const segunda = startServer({ ...p.config, PORT: 0 }, async () => {
      port = 1
    })
    const send = (url: string, movido: number) =>
      fetch(`${url}/api/lecturas/retorna`, {
        method: 'POST',
        body: JSON.stringify({ mac: 'AC233FCE0001', rssi: -60, tiempo: new Date().toISOString(), movido }),
        headers: { authorization: p.basic(credencial) },
      })
    await vi.waitFor(() => expect(port).toBe(1), 15_000)
    expect((await send(p.servidor.url, 1)).status).toBe(200)
    const order: string[] = []
    segunda.then(() => order.push('segunda'))
    await new Promise((r) => setTimeout(r, 2000))
    expect(order).toEqual([])
    await p.servidor.stop()
    order.push('primera')
    const s = await segunda
    expect(order).toEqual(['primera', 'segunda'])
    expect((await send(s.url, 2)).status).toBe(200)
    await s.stop()
    await p.stop()
  })
})
