import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openIngesta } from '../../../testing/puesto'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { MAX_LECTORES } from '../engine/time-bins'
import type { Medidas } from '../formats/lectura'
import type { Ingesta } from './ingest'
import { createDeviceStates } from './memory/device-states'
import { createPlantas } from './memory/plants'
import { createRegistry, type Registry } from './memory/registry'
import type { Registrado } from './memory/repo-registry'
import { VERSION } from './memory/snapshot'
import type { Message, Result } from './message'

const GW = 'C30000AA0001'

describe.runIf(inject('base').hay)('the pipeline, when something goes wrong', () => {
  let p: Prueba
  let pool: pg.Pool
  let lector: Registrado
  let n = 0
  let mac = ''
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    await p.register(GW, 'Reader', 'LEC-I1')
    await pool.query(`update ajuste set segundos_parado = 1 where empresa_id = 1`)
    const { rows } = await pool.query('select id from dispositivo where mac = $1', [GW])
    lector = { id: rows[0].id, empresa: 1, mac: GW, tipo: 'Reader', etiqueta: null }
  })
  afterAll(() => p.stop())
  beforeEach(async () => {
    mac = `AC233FBB${(++n).toString(16).toUpperCase().padStart(4, '0')}`
    await p.register(mac, 'SmartBle', `20099-${n}`, { etiqueta: 'lavado' })
  })

  const message = (medidas: Medidas = {}, deQuien = mac): Message => ({
    formato: 'retorna',
    via: 'http',
    topic: null,
    texto: '',
    origen: { lector, puente: false },
    recibido: Date.now(),
    decodificado: {
      rechazos: [],
      lectores: [],
      lecturas: [
        {
          mac: deQuien,
          lector: null,
          rssi: -60,
          tiempo: Date.now(),
          macAleatoria: false,
          medidas,
          extra: {},
        },
      ],
    },
  })

  /** A pool whose transactions that write states of devices fail at commit while `rota()`. */
  const breakable = (rota: () => boolean) =>
    new Proxy(pool, {
      get(de, que) {
        const v = Reflect.get(de, que)
        if (que !== 'connect') return typeof v === 'function' ? v.bind(de) : v
        return async () => {
          const c = await de.connect()
          let writes = false
          return new Proxy(c, {
            get(client, method) {
              const f = Reflect.get(client, method)
              if (method !== 'query') return typeof f === 'function' ? f.bind(client) : f
              return (q: string | { name?: string }, ...resto: unknown[]) => {
                if (typeof q !== 'string' && q.name === 'estados') writes = true
                return q === 'commit' && writes && rota()
                  ? Promise.reject(new Error('connection lost'))
                  : f.call(client, q, ...resto)
              }
            },
          })
        }
      },
    })

  async function withIngesta(
    work: (i: Ingesta, registry: Registry) => Promise<void>,
    base = pool,
    onFail: (e: unknown) => void = () => {},
  ) {
    const registry = createRegistry(p.servidor.db)
    const i = await openIngesta(base, p.servidor.db, { onFail, sweepMs: 100 }, registry)
    try {
      await i.start()
      await work(i, registry)
    } finally {
      await i.stop()
    }
  }

  const estadoOf = async () =>
    (
      await pool.query(
        'select e.* from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
        [mac],
      )
    ).rows[0]

  test('a device that is edited while its readings are on their way is heard all the same', () =>
    withIngesta(async (i, registry) => {
      let fin = false
      const edit = (async () => {
        while (!fin) {
          registry.forget([mac, GW])
          await breathe()
        }
      })()
      const res: Result[] = []
      for (let k = 0; k < 40; k++) res.push(await i.receive(message({ secuencia: k })))
      fin = true
      await edit
      expect(res.map((r) => r.aceptadas)).toEqual(new Array(40).fill(1))
    }))

  test('what moved comes to rest although the first attempt to write it failed, with its label', async () => {
    let rota = false
    const failures: unknown[] = []
    await withIngesta(
      async (i) => {
        await i.receive(message({ enMovimiento: true }))
        rota = true
        await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), 5000)
        rota = false
        await vi.waitFor(async () => expect(await estadoOf()).toMatchObject({ estado: 0 }), 5000)
      },
      breakable(() => rota),
      (e) => failures.push(e),
    )
    const { rows } = await pool.query(
      'select e.estado, e.etiqueta from evento e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1 order by tiempo',
      [mac],
    )
    expect(rows).toEqual([
      { estado: 1, etiqueta: 'lavado' },
      { estado: 0, etiqueta: 'lavado' },
    ])
  })

  test('what moved when the process ended comes to rest in the next one, with its label', async () => {
    await withIngesta(async (i) => {
      await i.receive(message({ enMovimiento: true }))
    })
    await withIngesta(async () => {
      await vi.waitFor(async () => expect(await estadoOf()).toMatchObject({ estado: 0 }), 5000)
    })
    const { rows } = await pool.query(
      'select e.etiqueta from evento e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1 and e.estado = 0',
      [mac],
    )
    expect(rows).toEqual([{ etiqueta: 'lavado' }])
  })

  test('what could not be committed is refused, and taken as new when it is sent again', async () => {
    let rota = true
    await withIngesta(
      async (i) => {
        const m = message({ bateria: 33 })
        await expect(i.receive(m)).rejects.toMatchObject({ code: 'sin_base_de_datos' })
        expect(await estadoOf()).toBeUndefined()
        rota = false
        expect(await i.receive(m)).toMatchObject({ aceptadas: 1, duplicadas: 0 })
        expect(await i.receive(m)).toMatchObject({ aceptadas: 0, duplicadas: 1 })
      },
      breakable(() => rota),
    )
  })

  test('commits that fail now and then, with the next batch already under way, lose and double nothing', async () => {
    const N = 400
    let invocations = 0
    await withIngesta(
      async (i) => {
        const messages = Array.from({ length: N }, (_, k) => {
          const m = message({ contadorMovimiento: 1000 + k, secuencia: k })
          for (const l of m.decodificado.lecturas) l.tiempo = m.recibido - N + k
          return m
        })
        const total = { aceptadas: 0, duplicadas: 0, rechazos: 0 }
        async function insist(m: Message): Promise<void> {
          for (;;) {
            const r = await i.receive(m).catch(() => null)
            if (!r) {
              total.rechazos++
              continue
            }
            total.aceptadas += r.aceptadas
            total.duplicadas += r.duplicadas
            return
          }
        }
        const envios: Promise<void>[] = []
        for (const [k, m] of messages.entries()) {
          envios.push(insist(m))
          if (k % 7 === 0) await sleep(2)
        }
        await Promise.all(envios)
        expect(total.aceptadas + total.duplicadas).toBe(N)
        expect(total.duplicadas).toBe(0)
        expect(total.rechazos).toBeGreaterThan(0)
      },
      breakable(() => ++invocations % 3 === 0),
    )
    const { rows } = await pool.query(
      'select contador_movimiento as c from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
      [mac],
    )
    expect(rows).toEqual([{ c: 1000 + N - 1 }])
    const cuentas = await pool.query(
      `select (select count(*) from evento) = (select sum(n) from evento_cuenta) as iguales`,
    )
    expect(cuentas.rows).toEqual([{ iguales: true }])
  })

  test('a message that cannot be stored is refused alone among hundreds', async () => {
    await p.register('AC233FCC0001', 'SmartBle', '20099-malo')
    await withIngesta(async (i) => {
      const malo = message({}, 'AC233FCC0001')
      for (const l of malo.decodificado.lecturas) l.extra.nota = 'a\u0000b'
      const buenos = Array.from({ length: 300 }, (_, k) => message({ secuencia: k }))
      const res = await Promise.all(
        [...buenos.slice(0, 123), malo, ...buenos.slice(123)].map((m) => i.receive(m)),
      )
      expect(res.filter((r) => r.rechazadas).length).toBe(1)
      expect(res[123]).toMatchObject({ rechazadas: 1, aceptadas: 0 })
      expect(res.filter((r) => r.aceptadas).length).toBe(300)
    })
  })

  test('what a reader says for which there is no number left is refused with its reason, and taken for no other reader’s', async () => {
    // All reader numbers are taken by readers that no longer exist, as a process before handed them over.
    const idos = Array.from({ length: MAX_LECTORES }, (_, k) => [900_000 + k, null, 10, 10, [], null])
    await pool.query(
      `insert into carril_memoria (carril, empresa_id, datos) values (0, 1, $1)
       on conflict (carril, empresa_id) do update set datos = excluded.datos`,
      [JSON.stringify({ v: VERSION, lectores: idos, relojes: [], atrasos: [] })],
    )
    await withIngesta(async (i) => {
      expect(await i.receive(message())).toMatchObject({
        aceptadas: 0,
        rechazadas: 1,
        rechazos: [
          {
            motivo: 'demasiados_lectores',
            detalle: 'Se oyen ya 4.096 lectores de la empresa: lo que dice este no se puede tener en cuenta.',
          },
        ],
      })
    })
    expect(await estadoOf()).toBeUndefined()
    await pool.query('delete from carril_memoria')
  })

  test('a counter of 32 bits without sign is kept', () =>
    withIngesta(async (i) => {
      expect(await i.receive(message({ contadorMovimiento: 0xffffffff }))).toMatchObject({ aceptadas: 1 })
      expect(await estadoOf()).toMatchObject({ contador_movimiento: 0xffffffff })
    }))

  test('making room in memory forgets neither who is being heard nor who is moving', async () => {
    const macs = await pool.query<{ id: number }>(
      "select id from dispositivo where mac like 'AC233FBB%' order by id",
    )
    const [a, b, c] = macs.rows.map((r) => r.id) as [number, number, number]
    const m = createDeviceStates(pool, createPlantas(p.servidor.db), 2)
    const d = (id: number): Registrado => ({ id, empresa: 1, mac: '', tipo: 'SmartBle', etiqueta: null })
    await m.prepare(new Set([a, b]))
    const [ra, rb] = [m.of(d(a)), m.of(d(b))]
    ra.estado = 1
    m.settle([ra, rb])
    await m.prepare(new Set([b, c]))
    expect(m.of(d(b))).toBe(rb)
    await m.prepare(new Set([c]))
    expect([m.of(d(a)), [...m.inquietos]]).toEqual([ra, [ra]])
    expect(m.of(d(a))).toBe(ra)
  })
})
