import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Extracto, FilaExtracto } from '#contract/cuentas/custodia/custodia'
import { MAX_DICHOS } from '#contract/cuentas/custodia/values'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'

describe.runIf(inject('base').hay)('however much is said of a line, it can be settled', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
    await c.p.servidor.jobs.stop()
    for (const apodo of ['F-1', 'F-2', 'F-3']) await c.put(apodo, [50, 'Casa'], [40, 'Norte'], [20, 'Muelle'])
    await c.keep()
    const persona = { username: 'gente.norte', nombre: 'Nora', password: 'rodillo-verde-77' }
    await c.ok('POST', `/api/custodia/terceros/${c.norte.id}/personas`, persona, 'admin')
  })
  afterAll(() => c.p.stop())

  const lineOf = async (apodo: string) => {
    const ruta = `/api/custodia/extracto?search=${apodo}&tercero=${c.norte.id}`
    return (await c.get<Extracto>(ruta, 'gente.norte')).data[0] as FilaExtracto
  }
  const say = (id: number, que: 'disputa' | 'respuesta' | 'acuerdo', quien = 'operario') =>
    c.send<FilaExtracto & { error: string; code: string }>(
      'POST',
      `/api/custodia/movimientos/${id}/${que}`,
      { nota: 'x', tercero: c.norte.id, ...(que === 'acuerdo' && { descuenta: 0 }) },
      quien,
    )

  test('a partner that disputes each answer is stopped before there is no room for a settlement', async () => {
    const { id } = await lineOf('F-1')
    const statuses: number[] = []
    for (let i = 0; i < MAX_DICHOS; i++) {
      statuses.push((await say(id, 'disputa', 'gente.norte')).status)
      statuses.push((await say(id, 'respuesta')).status)
    }
    expect(statuses.filter((s) => s === 200)).toHaveLength(MAX_DICHOS - 2)
    const refused = await say(id, 'disputa', 'gente.norte')
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'demasiados',
      'De esa línea ya se ha dicho todo lo que cabe: solo queda acordarla.',
    ])
    const settled = await say(id, 'acuerdo')
    expect([settled.status, settled.body.dichos.at(-1)?.clase]).toEqual([200, 'acuerdo'])
  })

  test('nor do disputes and settlements use the room up', async () => {
    const { id } = await lineOf('F-2')
    for (let i = 0; i < MAX_DICHOS; i++) {
      if ((await say(id, 'disputa', 'gente.norte')).status !== 200) break
      expect((await say(id, 'acuerdo')).status).toBe(200)
    }
    expect((await lineOf('F-2')).dichos.at(-1)?.clase).toBe('acuerdo')
    expect((await say(id, 'disputa', 'gente.norte')).body.error).toBe(
      'De esa línea ya se ha dicho todo lo que cabe.',
    )
  })

  test('a line of which everything had been said is settled too, and shows what was said last', async () => {
    const { id } = await lineOf('F-3')
    await c.query(
      `insert into movimiento_dicho (empresa_id, movimiento_id, tercero_id, clase, nota, autor, ajeno)
       select 1, $1, $2, case when i % 2 = 1 then 'disputa' else 'respuesta' end, 'x ' || i, 'N', i % 2 = 1 from generate_series(1, $3) i order by i`,
      [id, c.norte.id, MAX_DICHOS],
    )
    const settled = await say(id, 'acuerdo')
    expect([settled.status, settled.body.dichos.length, settled.body.dichos.at(-1)?.clase]).toEqual([
      200,
      MAX_DICHOS,
      'acuerdo',
    ])
  })
})
