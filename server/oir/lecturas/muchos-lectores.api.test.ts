// @module-tag slow: floods
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import { createLugar, putLector } from '../../testing/lugares'
import { type Prueba, startPrueba } from '../../testing/retorna'

const [LECTOR, TAG] = ['C30000AA0001', 'AC233FAA0001']
/** Microseconds of CPU time. Before the fix it took over 23 s; now it takes about 2 s. */
const FIRST_US = 12_000_000

describe.runIf(inject('base').hay)('as many readers in one location as a company may have', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'LEC-0')
    await putLector(p, LECTOR, await createLugar(p, 'Almacén'))
    await p.register(TAG, 'SmartBle', '20014-1')
    const { pool } = p.servidor
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from dispositivo where tipo = 'Reader' and empresa_id = 1",
    )
    await pool.query(
      `insert into dispositivo (empresa_id, mac, tipo, apodo, ubicacion_id)
       select 1, 'C3004E' || lpad(to_hex(i), 6, '0'), 'Reader', 'LEC-' || i, l.ubicacion_id
       from generate_series($1::int + 1, $2::int) i, dispositivo l where l.mac = $3`,
      [rows[0]?.n, LECTORES_POR_EMPRESA, LECTOR],
    )
  })
  afterAll(() => p.stop())

  test('the first message takes seconds of processor, and the list has all of them', {
    timeout: 240_000,
  }, async () => {
    const puente = await p.issue(LECTOR, true)
    const before = process.cpuUsage()
    const r = await p.send('retorna', JSON.stringify([{ mac: TAG, lector: LECTOR, rssi: -52 }]), puente)
    expect(r.body).toMatchObject({ aceptadas: 1 })
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(FIRST_US)
    const { body } = await p.call<{ mac: string; oidos: number }[]>('GET', '/api/lectores?empresa=1', {
      cookie: await p.as('admin'),
    })
    expect(body).toHaveLength(LECTORES_POR_EMPRESA)
    expect(body.find((l) => l.mac === LECTOR)?.oidos).toBe(1)
  })
})
