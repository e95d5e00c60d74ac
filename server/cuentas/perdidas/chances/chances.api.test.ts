import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaPerdidaLista, PerdidaOf, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { createDb } from '../../../platform/db/client'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { keepPerdidas } from '../service'
import { learnChances } from './learn'

const LECTOR = 'C300000000F2'
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Lista = {
  data: FilaPerdidaLista[]
  total: number
  centimos: number
  esperada: number
  sin_estimar: number
}

/** The estimate adds one silence that never ends to those that were watched. */
const P = 70 / 101

describe.runIf(inject('base').hay)('the chance that a silent container is heard again', () => {
  let p: Prueba
  let db: ReturnType<typeof createDb>
  let lector: number
  let etapa: number
  const now = Date.now()
  const run = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const ids = new Map<string, number>()

  beforeAll(async () => {
    p = await startPrueba()
    db = createDb(p.servidor.pool)
    await p.register(LECTOR, 'Reader', 'LEC-2')
    const [u] = await run(`insert into ubicacion (empresa_id, nombre) values (1, 'Patio') returning id`)
    lector = (
      await run('update dispositivo set ubicacion_id = $2 where mac = $1 returning id', [LECTOR, u.id])
    )[0].id
    const [c] = await run(`insert into ciclo (empresa_id, nombre) values (1, 'Vuelta') returning id`)
    const [t] = await run(
      `insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) values (1, $1, 'Vacíos', 1, 'vacios') returning id`,
      [c.id],
    )
    etapa = t.id
    await run(
      'insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id) values (1, $1, $2, $3)',
      [c.id, etapa, u.id],
    )
    await run(`insert into familia_precio (empresa_id, desde, centimos) values (1, '2020-01-01', 10100)`)
  })
  afterAll(() => p.stop())

  /** Creates containers that were last heard `ago` ms ago, in a stay that began `since` ms ago. */
  async function put(name: string, n: number, ago: number, since = ago + HOUR) {
    const rows = await run(
      `with d as (
         insert into dispositivo (empresa_id, mac, apodo, tipo, creado)
         select 1, 'AD' || upper(lpad(to_hex(hashtext($1)), 8, '0')) || lpad(i::text, 2, '0'), $1 || '-' || i, 'SmartBle', now() - interval '300 days'
         from generate_series(1, $2) i returning id, apodo
       ), e as (
         insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde)
         select id, 1, $3, $3, $4, $5 from d
       ) select id, apodo from d`,
      [name, n, new Date(now - ago), lector, new Date(now - since)],
    )
    for (const r of rows) ids.set(r.apodo, r.id)
    return rows.map((r) => r.id as number)
  }
  /** Ends a stay of each container by silence, `ago` ms ago. */
  const fellSilent = (dispositivos: number[], ago: number) =>
    run(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, silencio) select 1, x, $2, $3, $4, true from unnest($1::bigint[]) x`,
      [dispositivos, lector, new Date(now - ago - DAY), new Date(now - ago)],
    )
  const keep = () => keepPerdidas(db, p.config.TZ_PLANTA)
  const get = async <T>(ruta: string) => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as('operario') })
    expect([ruta, r.status]).toEqual([ruta, 200])
    return r.body
  }
  const list = (query = '') => get<Lista>(`/api/perdidas/lista?per_page=200${query}`)
  const counted = () =>
    run(
      `select etapa_id as etapa, sum(vueltos)::int as vueltos, sum(bajas)::int as bajas from silencio_cuenta group by 1 order by 1`,
    )

  test('is not told while fewer than 50 silences reached its length', async () => {
    await put('Nuevo', 1, 6 * HOUR)
    await keep()
    await learnChances(db, p.config.TZ_PLANTA, true)
    const { data, esperada, sin_estimar } = await list()
    expect(data).toMatchObject([
      { Apodo: 'Nuevo-1', centimos: 10_100, vuelve: null, esperada: null, etapa: 'Vacíos' },
    ])
    expect([esperada, sin_estimar]).toEqual([0, 1])
  })

  test('is that of the past silences of its stage, without those behind a cause', async () => {
    // Of 100 that were watched, 70 came back after ten hours; the others have been silent for 20 days.
    await fellSilent(await put('Vuelto', 70, 0, 40 * DAY - 10 * HOUR), 40 * DAY)
    await put('Ido', 30, 20 * DAY)
    // Their reader was out of order.
    const tras = await put('Tras', 40, 0, 90 * DAY - 10 * HOUR)
    await fellSilent(tras, 90 * DAY)
    await run(
      `insert into causa (empresa_id, clase, lector_id, desde, hasta, evidencia) values (1, 'mudo', $1, $2, $3, '{}')`,
      [lector, new Date(now - 90 * DAY + 60_000), new Date(now - 90 * DAY + 9 * HOUR)],
    )
    // Silences shorter than the shortest of the ladder, and a stay that did not end in silence.
    await fellSilent(await put('Corto', 40, 0, 30 * DAY - 4 * HOUR), 30 * DAY)
    await run(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta) values (1, $1, $2, $3, $4)`,
      [tras[0], lector, new Date(now - 200 * DAY), new Date(now - 199 * DAY)],
    )
    await run('delete from silencio_desde')
    await run('delete from silencio_cuenta')
    await keep()
    await learnChances(db, p.config.TZ_PLANTA, true)
    expect(await counted()).toEqual([{ etapa, vueltos: 70, bajas: 0 }])
    await keep()
    const de = new Map((await list()).data.map((f) => [f.Apodo, f]))
    // The container that was there before is number 101.
    const { vuelve, esperada } = de.get('Nuevo-1') as FilaPerdidaLista
    expect(vuelve).toMatchObject({ silencios: 101, de_etapa: true, p: expect.closeTo(P, 5) })
    expect(vuelve?.bajo).toBeLessThan(P)
    expect(vuelve?.alto).toBeGreaterThan(P)
    expect(esperada).toBe(Math.round(10_100 * (31 / 101)))
    // Only 30 lasted this long.
    expect(de.get('Ido-1')).toMatchObject({ vuelve: null, esperada: null })
  })

  test('stands in totals, on rungs, in the order, the file and the file of the container', async () => {
    const una = Math.round(10_100 * (31 / 101))
    const all = await list()
    expect(all).toMatchObject({ total: 31, centimos: 31 * 10_100, esperada: una, sin_estimar: 30 })
    const { peldanos } = await get<Perdidas>('/api/perdidas')
    expect(peldanos.find((x) => x.peldano === 'sin_ver')).toMatchObject({
      n: 1,
      esperada: una,
      sin_estimar: 0,
    })
    expect(peldanos.find((x) => x.peldano === 'en_busqueda')).toMatchObject({
      n: 30,
      esperada: 0,
      sin_estimar: 30,
    })
    for (const orden of ['vuelve', 'esperada'])
      expect((await list(`&orden=${orden}&sentido=desc`)).data[0]?.Apodo).toBe('Nuevo-1')
    const [first] = all.data.filter((f) => f.Apodo === 'Nuevo-1')
    const of = await get<PerdidaOf>(`/api/perdidas/contenedor/${first?.mac}`)
    expect([of.vuelve, of.esperada]).toEqual([first?.vuelve, una])
    const r = await fetch(
      `${p.servidor.url}/api/export_perdidas?formato=xlsx&columnas=apodo,vuelve,esperada`,
      { headers: { cookie: await p.as('operario') } },
    )
    expect(r.status).toBe(200)
  })

  test('where it was heard last stands with what left from there within minutes, and what became of that', async () => {
    const left = now - 6 * HOUR
    const [otro] = await run(`insert into ubicacion (empresa_id, nombre) values (1, 'Almacén') returning id`)
    // At the same place nine minutes before and eleven after, and at another place; one of them has been silent since.
    const with9 = await put('Con', 1, 0)
    const late = await put('Tarde', 1, 0)
    const elsewhere = await put('Lejos', 1, 0)
    const mute = await put('Mudo', 1, 6 * HOUR + 5 * 60_000)
    for (const [[id], at, ubicacion] of [
      [with9, left - 9 * 60_000, null],
      [late, left + 11 * 60_000, null],
      [elsewhere, left, otro.id],
    ] as const)
      await run(
        'insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, ubicacion_id) values (1, $1, $2, $3, $4, $5)',
        [id, lector, new Date(at - HOUR), new Date(at), ubicacion],
      )
    await run('update dispositivo_estado set lector_desde = $2 where dispositivo_id = any($1)', [
      [...with9, ...late, ...elsewhere],
      new Date(now - HOUR),
    ])
    await keep()
    const [f] = (await list('&search=Nuevo')).data
    const { ultimo } = await get<PerdidaOf>(`/api/perdidas/contenedor/${f?.mac}`)
    expect(ultimo).toMatchObject({ lugar: 'Patio', etapa: 'Vacíos', juntos_total: 2, juntos_vueltos: 1 })
    // The row of the list says the same number.
    expect(f?.juntos).toBe(2)
    const mudo = (await list('&search=Mudo')).data[0]
    expect(mudo?.juntos).toBe(
      (await get<PerdidaOf>(`/api/perdidas/contenedor/${mudo?.mac}`)).ultimo?.juntos_total,
    )
    expect(new Date(ultimo?.momento as string).getTime()).toBe(left)
    expect(ultimo?.juntos.map((j) => [j.Apodo, j.vuelto && new Date(j.vuelto).getTime(), j.en])).toEqual([
      ['Mudo-1', null, null],
      ['Con-1', now - HOUR, 'Patio'],
    ])
    await run('delete from dispositivo where id = any($1)', [[...with9, ...late, ...elsewhere, ...mute]])
  })

  test('of a stage that few fell silent in it is that of all of the company', async () => {
    const [otro] = await run(`insert into ubicacion (empresa_id, nombre) values (1, 'Muelle') returning id`)
    await run('update dispositivo_estado set ubicacion_id = $2 where dispositivo_id = $1', [
      ids.get('Nuevo-1'),
      otro.id,
    ])
    await keep()
    const [f] = (await list('&search=Nuevo')).data
    expect(f).toMatchObject({ etapa: null, vuelve: { de_etapa: false, silencios: 101 } })
    await run('update dispositivo_estado set ubicacion_id = null where dispositivo_id = $1', [
      ids.get('Nuevo-1'),
    ])
    await keep()
  })

  test('a silence that ends is learned, once; one that is only explained is not', async () => {
    await run(
      `update dispositivo_estado set ultimo_registro = now(), lector_desde = now() where dispositivo_id = $1`,
      [ids.get('Nuevo-1')],
    )
    await keep()
    await keep()
    expect(await counted()).toEqual([{ etapa, vueltos: 71, bajas: 0 }])
    // Deleted.
    await run('update dispositivo set eliminado = now() where id = $1', [ids.get('Ido-1')])
    await keep()
    expect(await counted()).toEqual([{ etapa, vueltos: 71, bajas: 1 }])
    // It is found later that their reader was out of order.
    const [k] = await run(
      `insert into causa (empresa_id, clase, lector_id, desde, evidencia) values (1, 'mudo', $1, $2, '{}') returning id`,
      [lector, new Date(now - 20 * DAY - 60_000)],
    )
    await keep()
    expect((await list()).total).toBe(0)
    expect(await counted()).toEqual([{ etapa, vueltos: 71, bajas: 1 }])
    await run('delete from causa where id = $1', [k.id])
    await keep()
    expect((await list()).total).toBe(29)
    // Silences that were counted from stays are not counted a second time.
    await learnChances(db, p.config.TZ_PLANTA)
    await learnChances(db, p.config.TZ_PLANTA, true)
    expect(await counted()).toEqual([{ etapa, vueltos: 71, bajas: 1 }])
    const [pooled] = await run(
      'select n, vuelve from silencio_vuelve where etapa_id = 0 order by celda limit 1',
    )
    expect(pooled).toMatchObject({ n: 101, vuelve: expect.closeTo(71 / 102, 5) })
  })
})
