import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { pruneVistos } from './ingress/repo-vistos'

const [LECTOR, TAG] = ['C30000EE0001', 'AC233FEE0001']
/** A tag of the company's fabricante, one of another fabricante, and two telephones, of which one says that its address rotates. */
const [SUYA, OTRA, PHONE, ROTA] = ['AC233FEE0002', 'F41F0CEE0003', '4A5B6CEE0004', '5A5B6CEE0005']

type Visto = { mac: string; parece_etiqueta: boolean }

describe.runIf(inject('base').hay)('tags that nobody registered', () => {
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  const sql = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const list = async (cuales?: string, who = 'operario') => {
    const query = cuales ? `?limite=1000&cuales=${cuales}` : '?limite=1000'
    const r = await p.call<Visto[]>('GET', `/api/vistos_sin_registrar${query}`, {
      cookie: await p.as(who),
    })
    expect(r.status).toBe(200)
    return r.body.map((v) => v.mac).sort()
  }
  const hear = () =>
    p.send(
      'retorna',
      JSON.stringify([
        { mac: SUYA, rssi: -70 },
        { mac: OTRA, rssi: -70, temperatura: 20 },
        { mac: PHONE, rssi: -80 },
        { mac: ROTA, rssi: -80, bateria: 50, mac_aleatoria: true },
      ]),
      credencial,
    )
  const contadas = async () => {
    const r = await p.call<{ lineas: { clave: string; n: number }[] }>('GET', '/api/hoy?papel=sistemas', {
      cookie: await p.as('encargada'),
    })
    return r.body.lineas.find((l) => l.clave === 'vistos')?.n ?? 0
  }

  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'LEC-EE', { empresa: 2 })
    credencial = await p.issue(LECTOR)
  })
  afterAll(() => p.stop())

  test('before there is any container, whatever keeps its address may be the first one', async () => {
    await hear()
    expect(await list('etiquetas', 'calidad')).toEqual([SUYA, OTRA].sort())
  })

  test('of a maker that the company has: at once; of another one: once it stays; telephones never', async () => {
    await p.register(TAG, 'SmartBle', '20014-931', { empresa: 2 })
    await hear()
    expect(await list('etiquetas', 'calidad')).toEqual([SUYA])
    expect(await list('paso', 'calidad')).toEqual([PHONE, ROTA, OTRA].sort())
    expect(await list(undefined, 'calidad')).toEqual([SUYA, OTRA, PHONE, ROTA].sort())
    await sql("update visto_sin_registrar set primera = primera - interval '61 minutes'")
    expect(await list('etiquetas', 'calidad')).toEqual([SUYA, OTRA].sort())
    expect(await contadas()).toBe(2)
    expect(await list()).toEqual([])
  })

  test('a year of strangers is bounded, and takes no place of a tag', async () => {
    await sql(
      `insert into visto_sin_registrar (empresa_id, mac, lector_id, veces, primera, ultima)
       select 2, '4C' || lpad(to_hex(i), 10, '0'), null, 1, t, t
       from generate_series(1, 30000) i, lateral (select now() - make_interval(mins => i) as t) x`,
    )
    await sql("update visto_sin_registrar set ultima = ultima - interval '20 days' where mac = $1", [SUYA])
    await pruneVistos(p.servidor.db)
    const { rows } = await sql(
      'select count(*)::int as n, min(ultima) as ultima from visto_sin_registrar where mac <> $1',
      [SUYA],
    )
    expect(rows[0].n).toBeLessThanOrEqual(2000 + 3)
    expect(Date.now() - rows[0].ultima.getTime()).toBeLessThan(25 * 3_600_000)
    expect(await list('etiquetas', 'calidad')).toEqual([SUYA, OTRA].sort())
  })
})
