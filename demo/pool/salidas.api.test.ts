// @module-tag slow: the plant of the demonstration
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Saldo } from '#contract/cuentas/custodia/custodia'
import { keepCustodia } from '../../server/cuentas/custodia/anotar'
import { keepVisitas } from '../../server/flujo/ciclos/visitas'
import { startDemo } from '../at-rest'
import { createMovementPlan, DAYS } from '../plant/movement-plan'
import { silenceOf } from '../plant/papeles'
import type { ContenedorDemo } from '../plant/planta'
import { CLAVE, findSiembra } from '../seed'
import { TERCEROS } from './custodia'

const MINUTE = 60_000
/** Minimum silence after the dock. */
const SILENCIO = 300 * MINUTE
/** Tolerance between an entry's moment and the actual one. */
const TOLERANCIA = 90 * MINUTE
const [PRENSAS] = TERCEROS
const MUELLE = 'Expedición'
const LEJOS = PRENSAS.lugares[0]

type Hecho = { mac: string; t: number; sale: boolean }

/** Ground truth from the movement plan: which containers a truck took to the partner, and when they came back. */
function truthOf(siembra: number): Hecho[] {
  const inicio = siembra - DAYS * 1440 * MINUTE
  const plan = createMovementPlan(siembra)
  const hechos: Hecho[] = []
  const lejos = new Map<ContenedorDemo, number>()
  for (let lote = plan.next(siembra); lote; lote = plan.next(siembra))
    for (const { contenedor: c, lugar, camino } of lote) {
      if (c.empresa !== 1 || c.papel === 'nunca') continue
      const fin = Math.min(silenceOf(c, siembra), siembra)
      if (lugar === LEJOS) lejos.set(c, camino.sale)
      else if (lejos.has(c)) {
        if (camino.llega < fin && camino.llega > inicio)
          hechos.push({ mac: c.mac, t: camino.llega, sale: false })
        lejos.delete(c)
        continue
      }
      if (lugar === LEJOS && camino.sale > inicio && camino.sale < fin && camino.sale < siembra - SILENCIO)
        hechos.push({ mac: c.mac, t: camino.sale, sale: true })
    }
  return hechos
}

describe.runIf(inject('base').hay)('a partner without readers, and what really left for it', () => {
  let p: Awaited<ReturnType<typeof startDemo>>
  let truth: Hecho[]
  const query = async (text: string, values: unknown[] = []) =>
    (await p.servidor.pool.query(text, values)).rows

  /** No reader hears the road or the partner: containers there were last heard at the dock. */
  async function silenceRoad(): Promise<void> {
    const [{ ids }] = await query(
      "select array_agg(id) as ids from ubicacion where empresa_id = 1 and nombre in ($1, 'En Tránsito')",
      [LEJOS],
    )
    await query('alter table dispositivo_estado disable trigger user')
    for (const sql of [
      `delete from estancia e using dispositivo l
       where l.id = e.lector_id and coalesce(e.ubicacion_id, l.ubicacion_id) = any($1)`,
      `with last as (
         select distinct on (e.dispositivo_id) e.* from estancia e
         join dispositivo_estado s on s.dispositivo_id = e.dispositivo_id join dispositivo l on l.id = s.lector_id
         where coalesce(s.ubicacion_id, l.ubicacion_id) = any($1) order by e.dispositivo_id, e.desde desc
       ), gone as (
         delete from estancia e using last where e.dispositivo_id = last.dispositivo_id and e.desde = last.desde
       )
       update dispositivo_estado s set lector_id = last.lector_id, ubicacion_id = last.ubicacion_id, lector_desde = last.desde,
         ultimo_registro = last.hasta from last where last.dispositivo_id = s.dispositivo_id`,
    ])
      await query(sql, [ids])
    await query('alter table dispositivo_estado enable trigger user')
  }

  beforeAll(async () => {
    p = await startDemo(inject('base'))
    truth = truthOf((await findSiembra(p.servidor.db)) as number)
    await silenceRoad()
    await query(
      'delete from tercero_lugar where ubicacion_id = (select id from ubicacion where empresa_id = 1 and nombre = $1)',
      [LEJOS],
    )
    await query(
      `insert into tercero_salida (ubicacion_id, tercero_id, empresa_id, desde)
       select u.id, t.id, 1, '-infinity' from ubicacion u, tercero t
       where u.empresa_id = 1 and u.nombre = $1 and t.empresa_id = 1 and t.nombre = $2`,
      [MUELLE, PRENSAS.nombre],
    )
    await keepVisitas(p.servidor.db, p.zona)
    await keepCustodia(p.servidor.db)
  })
  afterAll(() => p?.stop())

  test('departures and returns of the book are those that happened: 97 of 100 either way', async () => {
    const rows: { mac: string; t: Date; sale: boolean }[] = await query(
      `select d.mac, m.momento as t, m.clase = 'salida' as sale from movimiento m join dispositivo d on d.id = m.dispositivo_id
       join tercero t on t.id in (m.de_id, m.a_id) and t.nombre = $1
       where m.clase in ('salida', 'visto') and m.ubicacion_id is not null and m.empresa_id = 1
         and not exists (select from movimiento x where x.anula = m.id)`,
      [PRENSAS.nombre],
    )
    for (const sale of [true, false]) {
      const left = new Map<string, number[]>()
      for (const h of truth.filter((x) => x.sale === sale)) left.set(h.mac, [...(left.get(h.mac) ?? []), h.t])
      const said = rows.filter((r) => r.sale === sale)
      let right = 0
      for (const r of said) {
        const times = left.get(r.mac) ?? []
        const i = times.findIndex((t) => Math.abs(t - r.t.getTime()) <= TOLERANCIA)
        if (i < 0) continue
        times.splice(i, 1)
        right++
      }
      const happened = truth.filter((x) => x.sale === sale).length
      expect(happened).toBeGreaterThan(10_000)
      expect(right / said.length).toBeGreaterThan(0.97)
      expect(right / happened).toBeGreaterThan(0.97)
    }
  })

  test('own stock and all balances are the pool at every moment', async () => {
    const { cookie } = await p.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })
    const { data } = (await p.call<{ data: Saldo[] }>('GET', '/api/custodia/saldos?empresa=1', { cookie }))
      .body
    const [{ n }] = await query(
      "select count(*)::int as n from dispositivo where empresa_id = 1 and tipo <> 'Reader' and eliminado is null",
    )
    const [{ aceptadas }] = await query(
      "select count(*)::int as aceptadas from movimiento where clase = 'perdida'",
    )
    expect(data.reduce((sum, s) => sum + s.n, 0)).toBe(n - aceptadas)
    // No partner ever has a negative balance.
    const [{ menos }] = await query(
      `select min(saldo)::int as menos from (
         select sum(sum(n)) over (partition by cuenta order by momento) as saldo from (
           select momento, a_id as cuenta, cantidad as n from movimiento where empresa_id = 1 and a_id is not null
           union all select momento, de_id, -cantidad from movimiento where empresa_id = 1 and de_id is not null
         ) x group by cuenta, momento
       ) x`,
    )
    expect(menos).toBeGreaterThanOrEqual(0)
    // At every moment each container is in exactly one account.
    const [{ doble }] = await query(
      `select count(*)::int as doble from (
         select dispositivo_id, momento, sum(case when fuera = 'de' then 1 when fuera = 'a' then -1 else 0 end)
           over (partition by dispositivo_id order by momento, id) as dentro
         from movimiento where empresa_id = 1 and dispositivo_id is not null and clase <> 'anulada'
           and not exists (select from movimiento x where x.anula = movimiento.id)
       ) x where dentro not in (0, 1)`,
    )
    expect(doble).toBe(0)
  })
})
