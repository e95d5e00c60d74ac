import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { type Prueba, startPrueba } from '../../testing/retorna'

const MAC = 'AC233F0D0001'

describe.runIf(inject('base').hay)('an incident that nobody has looked at', () => {
  let p: Prueba
  let cookie: string
  let n = 0

  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    await p.register(MAC, 'SmartBle', '20014-1')
  })
  afterAll(() => p.stop())

  const one = async (id: number): Promise<Incidencia> => {
    const { body } = await p.call<Incidencia[]>('GET', '/api/get_incidencias?start_date=2000-01-01', {
      cookie,
    })
    return body.find((i) => i.id === id) as Incidencia
  }
  /** Each at a time of its own, which identifies it. */
  async function seed(): Promise<Incidencia> {
    const { rows } = await p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, pico_g)
       select 1, id, t, t, 3 from dispositivo, (values (timestamptz '2026-06-01Z' + make_interval(hours => $2))) as v (t)
       where mac = $1 returning id`,
      [MAC, ++n],
    )
    return one(rows[0].id)
  }
  const review = (i: Incidencia, cambio: object) =>
    p.call('POST', '/api/set_impacto', {
      cookie,
      body: {
        dispositivo: i.Dispositivo,
        lector: i.Lector,
        time: i.Time,
        revisado: false,
        hubo_golpe_real: false,
        hubo_danio: false,
        ...cambio,
      },
    })
  const close = (body: object) => p.call('POST', '/api/incidencias/cerrar', { body, cookie })

  test('closed so, it is neither a real impact nor none', async () => {
    const i = await seed()
    expect(i.mirado).toBe(false)
    expect((await review(i, { revisado: true, mirado: false })).status).toBe(200)
    expect(await one(i.id)).toMatchObject({ revisado: true, mirado: false, hubo_golpe_real: false })
    // The same again is accepted; as an answer it is another review.
    expect((await review(i, { revisado: true, mirado: false })).status).toBe(200)
    expect((await review(i, { revisado: true })).status).toBe(409)
  })

  test('the call as it is specified answers with its booleans', async () => {
    const i = await seed()
    expect((await review(i, { revisado: true })).status).toBe(200)
    expect(await one(i.id)).toMatchObject({ mirado: true, hubo_golpe_real: false, hubo_danio: false })
  })

  test('many are closed as they stand: a mark is an answer, and the others have none unless it is said', async () => {
    const [marked, unseen, seen] = [await seed(), await seed(), await seed()]
    await review(marked, { hubo_danio: true, mirado: false })
    expect((await close({ ids: [marked.id, unseen.id] })).status).toBe(200)
    expect((await close({ ids: [seen.id], mirado: true })).status).toBe(200)
    const ids = [marked.id, unseen.id, seen.id]
    expect((await Promise.all(ids.map(one))).map((i) => i.mirado)).toEqual([true, false, true])
  })

  test('who counts answers counts none that nobody gave', async () => {
    const { rows } = await p.servidor.pool.query(
      `select count(*)::int as todas, count(hubo_golpe_real)::int as dichas, count(hubo_danio)::int as danios,
         (count(*) filter (where hubo_danio))::int as con_danio
       from bi.incidencias where contenedor = '20014-1'`,
    )
    expect(rows).toEqual([{ todas: 5, dichas: 3, danios: 3, con_danio: 1 }])
  })
})
