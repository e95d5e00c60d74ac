import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Merma } from '#contract/cuentas/perdidas/merma'
import type { Perdidas } from '#contract/cuentas/perdidas/perdidas'
import type { Pilas } from '#contract/cuentas/pilas/pilas'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { keepPilas } from '../pilas/keep'
import { keepMerma } from './merma/keep'
import { keepPerdidas } from './service'

describe.runIf(inject('base').hay)('before the first count', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  const get = async <T>(path: string): Promise<T> =>
    (await p.call<T>('GET', path, { cookie: await p.as('operario') })).body
  const losses = () => get<Perdidas>('/api/perdidas')
  const batteries = (query = '') => get<Pilas>(`/api/pilas${query}`)

  test('a company without containers has nothing to count', async () => {
    expect([(await losses()).contado, (await batteries()).faltan]).toEqual([true, 0])
  })

  test('nothing is said of containers until they were counted, and of tags until they were evaluated', async () => {
    const { db } = p.servidor
    const zona = p.config.TZ_PLANTA
    await p.register('AC0000003001', 'SmartBle', '20014-1')
    await p.register('AC0000003002', 'SmartBle', '41003-1')
    expect([(await losses()).contado, (await batteries()).faltan]).toEqual([false, null])
    await keepPerdidas(db, zona)
    expect(await losses()).toMatchObject({ contado: true, nunca_oidos: 2 })
    expect([(await batteries()).faltan, (await batteries('?familia=20014')).faltan]).toEqual([2, 1])
    await keepPilas(db)
    expect((await batteries()).faltan).toBe(0)
    // Gone from the containers first: more tags than containers are none that is missing.
    await p.servidor.pool.query("update dispositivo set eliminado = now() where mac = 'AC0000003002'")
    await keepPerdidas(db, zona)
    expect((await batteries()).faltan).toBe(0)
    await keepPilas(db)
    expect((await batteries()).faltan).toBe(0)
  })

  test('a tag that has just gone is not missing from the evaluated ones, whichever was counted later', async () => {
    const { db } = p.servidor
    await p.register('AC0000003003', 'SmartBle', '20014-2')
    await keepPerdidas(db, p.config.TZ_PLANTA)
    expect((await batteries()).faltan).toBe(1)
    await p.servidor.pool.query("update dispositivo set eliminado = now() where mac = 'AC0000003003'")
    await keepPilas(db)
    expect([(await batteries()).faltan, (await batteries('?familia=20014')).faltan]).toEqual([0, 0])
  })

  test('the losses of a year are not counted until the exposure is', async () => {
    const ofYear = () => get<Merma>('/api/perdidas/merma')
    expect((await ofYear()).contado).toBe(false)
    await keepMerma(p.servidor.db, p.config.TZ_PLANTA)
    expect((await ofYear()).contado).toBe(true)
  })
})
