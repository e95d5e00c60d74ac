// @module-tag slow: a comparison over a history by chance
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createRandom } from '../../../demo/random'
import { keepVisitas } from '../../flujo/ciclos/visitas'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { estanciasPorLugar } from './repo'
import { arrivalsOf } from './repo-llegadas'

const ZONA = 'Europe/Madrid'
const HOUR_MS = 3_600_000
const CONTENEDORES = 10

describe.runIf(inject('base').hay)('arrivals counted by day', () => {
  let p: Prueba
  let db: ReturnType<typeof createDb>
  const random = createRandom(33).next
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  let tags: { id: number; empresa: number }[]
  let readers: { id: number; empresa: number }[]
  const run = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const hoursAgo = (n: number) => new Date(Date.now() - n * HOUR_MS)

  beforeAll(async () => {
    p = await startPrueba()
    db = createDb(p.servidor.pool)
    for (const empresa of [1, 2]) {
      await run(
        `insert into ubicacion (empresa_id, nombre) values ($1, 'Muelle'), ($1, 'Horno'), ($1, 'Patio')`,
        [empresa],
      )
      for (const n of [1, 2, 3, 4, 5])
        await p.register(`C300000B${empresa}00${n}`, 'Reader', `LEC-${empresa}${n}`, { empresa })
      // Two readers stand in one place, one at no known place.
      await run(
        `update dispositivo d set ubicacion_id = u.id from ubicacion u
         where d.empresa_id = $1 and u.empresa_id = $1 and d.tipo = 'Reader'
           and u.nombre = (array['Muelle', 'Muelle', 'Horno', 'Patio'])[right(d.mac, 1)::int]`,
        [empresa],
      )
      for (let i = 0; i < CONTENEDORES; i++)
        await p.register(`AC233FB${empresa}00${10 + i}`, 'SmartBle', `77${empresa}-${i}`, { empresa })
    }
    const { rows } = await run(`select id, empresa_id as empresa, tipo from dispositivo`)
    readers = rows.filter((r) => r.tipo === 'Reader')
    tags = rows.filter((r) => r.tipo !== 'Reader')
    for (const t of tags)
      for (let h = 400, pausa = 0; h > 20; h -= pausa) {
        pausa = 5 + random() * 40
        await addStay(t, h, random() * Math.min(30, pausa))
      }
    for (const t of tags) await arrive(t, 10)
  })
  afterAll(() => p.stop())

  const readerOf = (empresa: number) => pick(readers.filter((r) => r.empresa === empresa)).id
  /** A stay ends at the latest when the next one begins, or the open one: a container is in one place at a time. */
  const NEXT = `(select min(x.desde) from (
    select desde from estancia where dispositivo_id = $2 union all select lector_desde from dispositivo_estado where dispositivo_id = $2
  ) x where x.desde > $4)`
  const addStay = (t: { id: number; empresa: number }, h: number, duran: number) =>
    run(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, silencio)
       select $1, $2, $3, $4::timestamptz, least($5::timestamptz, ${NEXT}), $6
       where not exists (select from estancia where dispositivo_id = $2 and desde <= $4 and hasta > $4) on conflict do nothing`,
      [t.empresa, t.id, readerOf(t.empresa), hoursAgo(h), hoursAgo(Math.max(h - duran, 10)), random() < 0.1],
    )
  const arrive = (t: { id: number; empresa: number }, h: number) =>
    run(
      `update dispositivo_estado set lector_id = $2, lector_desde = $3, previa_hasta = null where dispositivo_id = $1`,
      [t.id, readerOf(t.empresa), hoursAgo(h)],
    )

  /** Changes in a plant: some arrive late, some are taken back. */
  const CAMBIOS: Record<string, () => Promise<unknown>> = {
    'a container arrives': () => arrive(pick(tags), random() * 3),
    'a rest ends that was too short to be a stay': async () => {
      const t = pick(tags)
      await run('update ajuste set segundos_estancia = 3600')
      await arrive(t, 0.2)
      await arrive(t, 0.1)
      await run('update ajuste set segundos_estancia = 0')
    },
    'a stay becomes known late': () => addStay(pick(tags), 30 + random() * 300, random() * 20),
    'a stay is taken back': () =>
      run(
        'delete from estancia where (dispositivo_id, desde) in (select dispositivo_id, desde from estancia where dispositivo_id = $1 offset 2 limit 1)',
        [pick(tags).id],
      ),
    'a stay ended at another time': () =>
      run(
        `update estancia e set silencio = not silencio, hasta = least(hasta + interval '50 minutes', (select min(x.desde) from (
           select desde from estancia where dispositivo_id = $1 union all select lector_desde from dispositivo_estado where dispositivo_id = $1
         ) x where x.desde > e.desde))
         where dispositivo_id = $1`,
        [pick(tags).id],
      ),
    'months are forgotten': () => run(`delete from estancia where hasta < now() - interval '16 days'`),
    'a container is taken off the register': () =>
      run('update dispositivo set eliminado = now() where id = $1', [pick(tags).id]),
    'a container is sold to the other company': () =>
      run('update dispositivo set empresa_id = 3 - empresa_id where id = $1', [pick(tags).id]),
    'a reader is moved': () =>
      run(
        `update dispositivo set ubicacion_id = (select id from ubicacion where empresa_id = $2 order by random() limit 1) where id = $1`,
        [readerOf(1), 1],
      ),
    'a place is called otherwise': () =>
      run(
        `update ubicacion set nombre = 'Muelle ' || $1::text where empresa_id = 1 and nombre like 'Muelle%'`,
        [Math.floor(random() * 1e6)],
      ),
    'a place is taken away': () => run(`delete from ubicacion where empresa_id = 2 and nombre = 'Patio'`),
    'a departure takes longer': () =>
      run('update ajuste set minutos_salida = minutos_salida + 100 where empresa_id = 1'),
  }

  /** Whole local days up to now, whole days up to a midnight, and a period that is not of whole days. */
  const periods = () => {
    const hoy = DateTime.now().setZone(ZONA).startOf('day')
    const day = (n: number) => hoy.minus({ days: n }).toJSDate()
    const manana = DateTime.now().plus({ days: 1 }).toJSDate()
    return [
      { desde: day(3), hasta: manana },
      { desde: day(30), hasta: manana },
      { desde: day(9), hasta: day(4) },
      { desde: new Date(day(6).getTime() + 1000), hasta: day(1) },
    ]
  }

  type Cuenta = { lugar: string; n: number }[]
  const perPlace = (q: ReturnType<typeof sql>) =>
    sql<Cuenta[number]>`with ${q} group by 1 having sum(n) <> 0 order by 1`.execute(db).then((r) => r.rows)

  async function check(): Promise<number> {
    let all = 0
    for (const empresa of [1, 2, null])
      for (const period of periods()) {
        const flota = sql`flota as (select id, empresa_id from dispositivo where tipo <> 'Reader' and (${empresa}::int is null or empresa_id = ${empresa}))`
        const plain = {
          ubicacion: sql`${flota}, ${estanciasPorLugar(period)} select lugar, sum(1)::int as n from (select lugar, 1 as n from estancias
            where desde >= ${period.desde} and lugar <> 'Sin ubicación') x`,
          lector: sql`${flota} select coalesce(l.apodo, l.mac) as lugar, sum(n)::int as n from (select e.lector_id, 1 as n from estancia_toda e
            join flota on flota.id = e.dispositivo_id and flota.empresa_id = e.empresa_id
            where e.desde >= ${period.desde} and e.desde < ${period.hasta}) e join dispositivo l on l.id = e.lector_id`,
        }
        for (const por of ['ubicacion', 'lector'] as const) {
          const contadas = await arrivalsOf(db, por, empresa, period, ZONA)
          const fast = await perPlace(sql`${contadas} select lugar, sum(n)::int as n from llegada_lugar`)
          expect(fast).toEqual(await perPlace(plain[por]))
          all += fast.reduce((n, f) => n + f.n, 0)
        }
      }
    return all
  }

  test('are those that the stays tell, before and after they are counted', async () => {
    expect(await check()).toBeGreaterThan(1000)
    await keepVisitas(db, ZONA)
    expect((await run('select 1 from visita_pendiente')).rowCount).toBe(0)
    expect((await run('select 1 from llegada_cuenta')).rowCount).toBeGreaterThan(20)
    expect(await check()).toBeGreaterThan(1000)
  })

  test.each(Object.keys(CAMBIOS))('%s', async (que) => {
    for (let i = 0; i < 3; i++) {
      await CAMBIOS[que]?.()
      await check()
      await CAMBIOS[pick(Object.keys(CAMBIOS))]?.()
      await check()
      await keepVisitas(db, ZONA)
      await check()
    }
  })
})
