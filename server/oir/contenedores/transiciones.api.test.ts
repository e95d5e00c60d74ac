import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Transicion } from '#contract/oir/contenedores/transiciones'
import { pruneTransiciones } from '../../operacion/retencion/retencion'
import { type Prueba, startPrueba } from '../../testing/retorna'

const [UNO, DOS, TAG] = ['C3000000DD01', 'C3000000DD02', 'AC233F00DD01']
const APODO = '20014-91'

describe.runIf(inject('base').hay)('why a container is told to be where it is', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    for (const [mac, lugar] of [
      [UNO, 'Almacén de pruebas'],
      [DOS, 'Muelle de pruebas'],
    ] as const) {
      await p.register(mac, 'Reader', `LEC-${mac.slice(-3)}`)
      await p.servidor.pool.query(
        `with u as (insert into ubicacion (empresa_id, nombre) values (1, $2) returning id)
         update dispositivo set ubicacion_id = (select id from u) where mac = $1`,
        [mac, lugar],
      )
    }
    await p.register(TAG, 'SmartBle', APODO)
  })
  afterAll(() => p.stop())

  const ask = (apodo = APODO, who = cookie) =>
    p.call<{ data: Transicion[] }>('GET', `/api/contenedores/${apodo}/transiciones`, { cookie: who })

  test('with what each reader heard, what was to be expected, and the first places', async () => {
    expect((await ask()).body).toEqual({ data: [] })
    await p.send('retorna', JSON.stringify({ mac: TAG, rssi: -55, bateria: 80 }), await p.issue(UNO))
    const { data } = (await ask()).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      causa: 'evidencia',
      anuncios: 1,
      lectores: [{ lector: 'LEC-D01', media: -55, oyo: 1, de: 1 }],
      mudos: [],
    })
    expect(data[0]?.lugares[0]?.nombre).toBe('Almacén de pruebas')
    const suma = data[0]?.lugares.reduce((n, l) => n + l.p, 0) ?? 0
    expect(suma).toBeGreaterThan(0.9)
    expect(suma).toBeLessThan(1.05)
    const { Lugar, Situacion, Certeza } = await p.device(TAG)
    expect([Situacion, typeof Certeza]).toEqual(['en_sitio', 'number'])
    expect(Lugar).toContain('Almacén de pruebas')
  })

  test('a reader that was registered a moment ago is known at once', async () => {
    const [nuevo, otro] = ['C3000000DD03', 'AC233F00DD03']
    await p.register(nuevo, 'Reader', 'LEC-D03')
    await p.register(otro, 'SmartBle', '20014-92')
    await p.send('retorna', JSON.stringify({ mac: otro, rssi: -55 }), await p.issue(nuevo))
    const [t] = (await ask('20014-92')).body.data
    expect(t?.lugares[0]?.nombre).toBe('junto a LEC-D03')
    expect((await p.device(otro)).ApodoLector).toBe('LEC-D03')
  })

  test('of another company there is none', async () => {
    expect((await ask(APODO, await p.as('calidad'))).status).toBe(404)
  })

  test('is kept for 90 days', async () => {
    const old = new Date(Date.now() - 150 * 86_400_000)
    await p.servidor.pool.query('select crear_particion_evento($1::date)', [old])
    await p.servidor.pool.query(
      `insert into transicion (empresa_id, dispositivo_id, tiempo, causa, traza) select 1, id, $2, 'evidencia', '{}' from dispositivo where mac = $1`,
      [TAG, old],
    )
    const nombre = `transicion_${old.toISOString().slice(0, 7).replace('-', '')}`
    expect(await pruneTransiciones(p.servidor.pool)).toContain(nombre)
    expect((await ask()).body.data).toHaveLength(1)
  })
})
