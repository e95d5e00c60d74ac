import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Ajustes, INICIALES } from '#contract/parque/ajustes/values'
import { MUESTRAS } from '../../parque/dispositivos/mide'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { createLectores } from './engine/lectores'
import { loadDeviceStates } from './pipeline/memory/repo-device-state'

const GW = 'C30000000B01'
const CON_PICOS = 'AC233F00B001'
const CON_SAMPLES = 'AC233F00B002'
const A_PASOS = 'AC233F00B003'

describe.runIf(inject('base').hay)('impacts and movement by kind of tag', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  let now = 0
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-B1', { lat: 42.84, lon: -2.67 })
    for (const [i, mac] of [CON_PICOS, CON_SAMPLES, A_PASOS].entries())
      await p.register(mac, 'SmartBle', `20014-20${i}`)
    c = await p.issue(GW)
    now = Date.now() - 590_000
  })
  afterAll(() => p.stop())

  /** Send a reading, 20 s after the last one, so that each is outside the burst of the other. */
  async function say(mac: string, medidas: object): Promise<void> {
    now += 20_000
    const text = JSON.stringify({ mac, rssi: -60, tiempo: new Date(now).toISOString(), ...medidas })
    expect((await p.send('retorna', text, c)).body).toMatchObject({ aceptadas: 1 })
  }
  const peak = (g: number) => ({
    accelxmin: -0.2,
    accelxmax: g,
    accelymin: -0.1,
    accelymax: 0.1,
    accelzmin: 0.9,
    accelzmax: 1.1,
  })
  async function countImpactos(mac: string): Promise<number> {
    const { rows } = await p.servidor.pool.query(
      'select count(*)::int as n from incidencia i join dispositivo d on d.id = i.dispositivo_id where d.mac = $1',
      [mac],
    )
    return rows[0].n
  }

  test('peaks of a ride are none, those of a fall are; single samples have their lower threshold', async () => {
    await say(CON_PICOS, peak(3.4))
    expect(await countImpactos(CON_PICOS)).toBe(0)
    await say(CON_PICOS, peak(7))
    expect(await countImpactos(CON_PICOS)).toBe(1)
    await say(CON_SAMPLES, { aceleracion: [0.1, 0, 2.4] })
    expect(await countImpactos(CON_SAMPLES)).toBe(0)
    await say(CON_SAMPLES, { aceleracion: [0.1, 0, 2.6] })
    expect(await countImpactos(CON_SAMPLES)).toBe(1)
  })

  test('an axis at the end of its range and a free fall are impacts', async () => {
    await say(CON_SAMPLES, { aceleracion: [0.2, -2, 0.3], alcance_g: 2 })
    expect(await countImpactos(CON_SAMPLES)).toBe(2)
    await say(CON_SAMPLES, { aceleracion: [0, 0, 1] })
    const nada = [0.02, 0.05, -0.03]
    await say(CON_SAMPLES, { aceleraciones: [nada, nada, nada] })
    expect(await countImpactos(CON_SAMPLES)).toBe(3)
  })

  test('a company sets the threshold of each kind', async () => {
    const cookie = await p.as('admin')
    const set = (mas: Partial<Ajustes>) =>
      p.call('PUT', '/api/empresas/1/ajustes', { body: { ...INICIALES, ...mas }, cookie })
    const before = await countImpactos(CON_PICOS)
    await set({ gImpactoPicos: 3 })
    await vi.waitFor(async () => {
      await say(CON_PICOS, peak(3 + Math.random()))
      expect(await countImpactos(CON_PICOS)).toBeGreaterThan(before)
    }, 10_000)
    await set({})
  })

  test('so it does for a family of containers, at once, and for the maker of their tags; a new nickname counts at once', async () => {
    const cookie = await p.as('admin')
    const set = (familia: string | null, fabricante: string | null) => {
      const umbrales = [{ familia, fabricante, gImpacto: 2.5, gImpactoPicos: 12 }]
      return p.call('PUT', '/api/empresas/1/ajustes', { body: { ...INICIALES, umbrales }, cookie })
    }
    const isQuiet = async (mac: string) => {
      const before = await countImpactos(mac)
      await say(mac, peak(8 + Math.random()))
      return (await countImpactos(mac)) === before
    }
    const until = (mac: string, callado: boolean) =>
      vi.waitFor(async () => expect(await isQuiet(mac)).toBe(callado), 10_000)
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [CON_PICOS])
    const rename = (apodo: string) =>
      p.servidor.pool.query('update dispositivo set apodo = $2 where id = $1', [rows[0].id, apodo])
    expect(await isQuiet(CON_PICOS)).toBe(false)
    await set('20014', null)
    await until(CON_PICOS, true)
    await rename('31000-200')
    await until(CON_PICOS, false)
    await set(null, CON_PICOS.slice(0, 6))
    await until(CON_PICOS, true)
    await set(null, 'C30000')
    await until(CON_PICOS, false)
    await rename('20014-200')
    await set('20014', null)
    await until(CON_PICOS, true)
    await set('20014', 'C30000')
    await until(CON_PICOS, false)
    await p.call('PUT', '/api/empresas/1/ajustes', { body: { ...INICIALES, umbrales: [] }, cookie })
  })

  test('the file of an incident tells the threshold of its family and of what its tag sends', async () => {
    const { pool } = p.servidor
    const cookie = await p.as('admin')
    const umbralOf = async (mac: string) => {
      const { rows } = await pool.query(
        'select i.id from incidencia i join dispositivo d on d.id = i.dispositivo_id where d.mac = $1 limit 1',
        [mac],
      )
      return (await p.call<{ umbral_g: number }>('GET', `/api/incidencias/${rows[0].id}`, { cookie })).body
        .umbral_g
    }
    const both = async () => [await umbralOf(CON_SAMPLES), await umbralOf(CON_PICOS)]
    expect(await both()).toEqual([2.5, 5])
    const suyo = { familia: '20014', fabricante: null, gImpacto: 1.5, gImpactoPicos: 6 }
    await pool.query('update ajuste set umbrales = $1 where empresa_id = 1', [JSON.stringify([suyo])])
    expect(await both()).toEqual([1.5, 6])
    await pool.query("update ajuste set umbrales = '[]'")
  })

  test('what flickers by one step of its sensor is at rest, and the next process knows that step', async () => {
    const sway = async (veces: number) => {
      for (let i = 0; i < veces; i++) await say(A_PASOS, { aceleracion: [0, 0, i % 2 ? 0.96 : 1.152] })
    }
    await sway(4)
    const moved = async () => {
      const { rows } = await p.servidor.pool.query(
        'select e.ultimo_movimiento from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
        [A_PASOS],
      )
      return rows[0].ultimo_movimiento
    }
    const before = await moved()
    await sway(4)
    expect(await moved()).toEqual(before)
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [A_PASOS])
    const [deviceState] = await loadDeviceStates(p.servidor.pool, [rows[0].id], createLectores)
    expect(deviceState?.sensor).toMatchObject({ dice: MUESTRAS, pasos: 2 })
    expect(deviceState?.sensor.paso).toBeCloseTo(0.192)
  })
})
