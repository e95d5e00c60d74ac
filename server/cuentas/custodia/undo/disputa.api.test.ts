import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'

describe.runIf(inject('base').hay)('undo and dispute of one line at once', () => {
  let c: PuestaCustodia
  let oeste: Tercero
  beforeAll(async () => {
    c = await startCustodia()
    await c.p.servidor.jobs.stop()
    const nuevo = { nombre: 'Oeste', clase: 'transportista', lugares: [] }
    oeste = await c.ok<Tercero>('POST', '/api/custodia/terceros', nuevo, 'admin')
    const persona = { username: 'gente.oeste', nombre: 'Olga', password: 'rodillo-verde-77' }
    await c.ok('POST', `/api/custodia/terceros/${oeste.id}/personas`, persona, 'admin')
  })
  afterAll(() => c.p.stop())

  const waiting = async () =>
    (
      await c.query(
        `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`,
      )
    ).rows[0].n as number

  /** Makes the first call wait where it writes to `tabla`, after all its checks; then lets the second one in, and both end. */
  async function together<T>(tabla: string, first: () => Promise<T>, second: () => Promise<T>) {
    const blocker = await c.p.servidor.pool.connect()
    await blocker.query('begin')
    await blocker.query(`lock table ${tabla} in share mode`)
    const one = first()
    await expect.poll(waiting).toBe(1)
    let ended = false
    const two = second().finally(() => {
      ended = true
    })
    await expect.poll(async () => ended || (await waiting()) === 2).toBe(true)
    await blocker.query('rollback')
    blocker.release()
    return Promise.all([one, two])
  }

  const enter = async () => {
    const n = { tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 4 }
    return (await c.enter(n)).movimientos[0] as number
  }
  const undo = (id: number) =>
    c.send<{ error: string }>('POST', `/api/custodia/movimientos/${id}/deshacer`, undefined)
  const dispute = (id: number) =>
    c.send<{ error: string }>(
      'POST',
      `/api/custodia/movimientos/${id}/disputa`,
      { nota: 'No' },
      'gente.oeste',
    )

  test('a line that is being taken back cannot be disputed', async () => {
    const id = await enter()
    const [undone, disputed] = await together(
      'movimiento',
      () => undo(id),
      () => dispute(id),
    )
    expect([undone.status, disputed.status, disputed.body.error]).toEqual([
      200,
      409,
      expect.stringMatching(/ya está corregida/),
    ])
    await c.checkBook()
  })

  test('a line that is being disputed cannot be taken back', async () => {
    const id = await enter()
    const [disputed, undone] = await together(
      'movimiento_dicho',
      () => dispute(id),
      () => undo(id),
    )
    expect([disputed.status, undone.status, undone.body.error]).toEqual([
      200,
      409,
      expect.stringMatching(/ya ha disputado/),
    ])
    await c.checkBook()
  })
})
