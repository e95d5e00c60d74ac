import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLugar } from '../../../../testing/lugares'
import { openIngesta } from '../../../../testing/puesto'
import { refuseRows } from '../../../../testing/rechaza'
import { type Prueba, startPrueba } from '../../../../testing/retorna'
import type { Ingesta } from '../ingest'
import type { Registrado } from '../memory/repo-registry'

const GW = 'C30000AB0001'
const MACS = Array.from({ length: 6 }, (_, i) => `AC233FAB000${i}`)
const MALA = MACS[2] as string

describe.runIf(inject('base').hay)('what is looked at every few seconds', () => {
  let p: Prueba
  let pool: pg.Pool
  let lector: Registrado
  let place: number
  const ids = new Map<string, number>()
  const abiertas: (() => Promise<void>)[] = []
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    await p.register(GW, 'Reader', 'LEC-AB1')
    for (const [i, mac] of MACS.entries()) await p.register(mac, 'SmartBle', `20014-${700 + i}`)
    await pool.query(`update ajuste set segundos_parado = 1 where empresa_id = 1`)
    place = await createLugar(p, 'Almacén')
    const { rows } = await pool.query<{ id: number; mac: string }>('select id, mac from dispositivo')
    for (const r of rows) ids.set(r.mac, r.id)
    lector = { id: ids.get(GW) as number, empresa: 1, mac: GW, tipo: 'Reader', etiqueta: null }
  })
  afterEach(async () => {
    for (const close of abiertas.splice(0)) await close()
  })
  afterAll(() => p.stop())

  async function start() {
    const fallos: unknown[] = []
    const i = await openIngesta(pool, p.servidor.db, { onFail: (e) => fallos.push(e), sweepMs: 50 })
    abiertas.push(i.stop)
    await i.start()
    return { i, fallos }
  }

  const move = (i: Ingesta, mac: string) =>
    i.receive({
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
            mac,
            lector: null,
            rssi: -60,
            tiempo: Date.now(),
            macAleatoria: false,
            medidas: { enMovimiento: true },
            extra: {},
          },
        ],
      },
    })

  const estados = async () =>
    new Map(
      (
        await pool.query<{ mac: string; estado: number }>(
          'select d.mac, e.estado from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = any($1)',
          [MACS],
        )
      ).rows.map((r) => [r.mac, r.estado]),
    )
  const quietas = (macs: readonly string[]) =>
    vi.waitFor(
      async () => {
        const e = await estados()
        expect(macs.filter((m) => e.get(m) !== 0)).toEqual([])
      },
      { timeout: 10_000, interval: 50 },
    )
  const sinMala = MACS.filter((m) => m !== MALA)
  const say = (mac: string, statement: string) =>
    pool.query(
      `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, dicho, lugar, nats, creible)
       values (1, $1, $2, 'operario', $3, $2, 0, true)`,
      [ids.get(mac), place, statement],
    )
  const pendientes = async () =>
    (
      await pool.query<{ dicho: string }>('select dicho from confirmacion where pendiente order by id')
    ).rows.map((r) => r.dicho)

  test('a tag that the database refuses keeps no other one from coming to rest, is told once, and comes to rest once it can', {
    tags: ['slow'],
  }, async () => {
    const { i, fallos } = await start()
    const allow = await refuseRows(
      pool,
      'dispositivo_estado',
      `new.dispositivo_id = ${ids.get(MALA)} and new.estado = 0`,
    )
    for (const mac of MACS) await move(i, mac)
    await quietas(sinMala)
    await sleep(1500)
    expect((await estados()).get(MALA)).toBe(1)
    expect(fallos.map(String)).toEqual(['error: esta fila no'])
    await allow()
    await quietas(MACS)
  })

  test('a confirmation that always fails keeps neither others nor tags waiting; what is said later of its container waits with it', async () => {
    const { i, fallos } = await start()
    for (const mac of MACS) await move(i, mac)
    const allow = await refuseRows(pool, 'confirmacion', `new.dicho = 'imposible'`, 'update')
    await say(MALA, 'imposible')
    await say(MALA, 'después')
    for (const mac of sinMala) await say(mac, 'otra')
    await vi.waitFor(async () => expect(await pendientes()).toEqual(['imposible', 'después']), 10_000)
    await quietas(MACS)
    await sleep(500)
    expect(fallos.map(String)).toEqual(['error: esta fila no'])
    expect(await pendientes()).toEqual(['imposible', 'después'])
    await allow()
    await vi.waitFor(async () => expect(await pendientes()).toEqual([]), 15_000)
  })

  test('what is handed over at the end is without the one that the database refuses', async () => {
    const { i, fallos } = await start()
    for (const mac of MACS) await move(i, mac)
    // By then, what was handed over before is in memory, and deleted.
    const handed = async () => (await pool.query('select 1 from dispositivo_memoria')).rowCount
    await vi.waitFor(async () => expect(await handed()).toBe(0), 10_000)
    const allow = await refuseRows(pool, 'dispositivo_memoria', `new.dispositivo_id = ${ids.get(MALA)}`)
    await abiertas.pop()?.()
    const { rows } = await pool.query('select dispositivo_id as id from dispositivo_memoria order by 1')
    await allow()
    expect(rows.map((r) => r.id)).toEqual(sinMala.map((m) => ids.get(m)))
    expect(fallos).toHaveLength(1)
  })
})
