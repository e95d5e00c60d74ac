import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Merma } from '#contract/cuentas/perdidas/merma'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { keepPerdidas } from '../service'
import { keepMerma } from './keep'

const DAY = 86_400_000
const YEAR = 365.25 * DAY
const POOL = 600
/** Losses per container-year in each stage; the second is at a partner's. */
const RATES = [0.04, 0.4] as const
/** Mean stay, in days, and how long after the last reading a loss is declared. */
const [STAY_D, DECLARED_D] = [12, 40]

type Stay = { d: number; etapa: number; desde: number; hasta: number; fin: 'paso' | 'silencio' }
type Life = { d: number; desde: number; lost: { etapa: number; visto: number } | null }

/** The same numbers in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let s = seed
  return () => {
    s = (s + 0x6d2b79f5) | 0
    let x = Math.imul(s ^ (s >>> 15), 1 | s)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return (((x ^ (x >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
}

/** Containers that go to and fro between two stages, each as likely to be lost there as its rate says; a new one comes for each lost one. */
function simulate(desde: number, hasta: number): { stays: Stay[]; lives: Life[] } {
  const random = createRandom(2)
  const after = (mean: number) => -mean * Math.log(random())
  const stays: Stay[] = []
  const lives: Life[] = []
  const begins = Array.from({ length: POOL }, () => desde)
  for (let t = begins.pop(); t !== undefined; t = begins.pop()) {
    const life: Life = { d: lives.length, desde: t, lost: null }
    lives.push(life)
    for (let etapa = Number(random() < 0.5); t < hasta && !life.lost; etapa = 1 - etapa) {
      const leaves = t + after(STAY_D * DAY)
      const lostAt = t + after(YEAR / (RATES[etapa] as number))
      const fin = lostAt < leaves ? 'silencio' : 'paso'
      const end = Math.min(leaves, lostAt)
      stays.push({ d: life.d, etapa, desde: t, hasta: Math.min(end, hasta), fin })
      if (fin === 'silencio' && end < hasta) life.lost = { etapa, visto: end }
      t = end
    }
    if (life.lost) begins.push(t)
  }
  return { stays, lives }
}

describe.runIf(inject('base').hay)('a plant whose rates of loss are known', () => {
  let p: Prueba
  let year: number
  let begin: number
  let truth: ReturnType<typeof simulate>
  let etapas: number[]
  let tercero: number
  const run = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const iso = (t: number) => new Date(t).toISOString()

  beforeAll(async () => {
    p = await startPrueba()
    const zone = { zone: p.config.TZ_PLANTA }
    year = DateTime.now().setZone(p.config.TZ_PLANTA).year - 1
    begin = DateTime.fromObject({ year: year - 1 }, zone).toMillis()
    const end = DateTime.fromObject({ year: year + 1 }, zone).toMillis()
    truth = simulate(begin, end)
    const [ciclo] = await run(`insert into ciclo (empresa_id, nombre) values (1, 'Vuelta') returning id`)
    const at: { etapa: number; lugar: number; lector: number }[] = []
    for (const i of [0, 1]) {
      const [u] = await run('insert into ubicacion (empresa_id, nombre) values (1, $1) returning id', [
        `Sitio ${i}`,
      ])
      const [t] = await run(
        `insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) values (1, $1, $2, $3, 'llenos') returning id`,
        [ciclo.id, `Etapa ${i}`, i + 1],
      )
      await run(
        'insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id) values (1, $1, $2, $3)',
        [ciclo.id, t.id, u.id],
      )
      const [l] = await run(
        `insert into dispositivo (empresa_id, mac, tipo, ubicacion_id) values (1, $1, 'Reader', $2) returning id`,
        [`C3000000010${i}`, u.id],
      )
      at.push({ etapa: t.id, lugar: u.id, lector: l.id })
    }
    etapas = at.map((a) => a.etapa)
    tercero = (
      await run(`insert into tercero (empresa_id, nombre, clase) values (1, 'Norte', 'cliente') returning id`)
    )[0].id
    // Visits and book are written as they are, without the jobs that make them.
    await run(
      'alter table dispositivo disable trigger user; alter table dispositivo_estado disable trigger user; alter table visita disable trigger user',
    )
    const ids = (
      await run(
        `insert into dispositivo (empresa_id, mac, apodo, tipo, creado)
         select 1, 'AF' || lpad(d::text, 10, '0'), 'T-' || d, 'SmartBle', desde
         from jsonb_to_recordset($1::jsonb) as x (d int, desde timestamptz) order by d returning id`,
        [JSON.stringify(truth.lives.map((l) => ({ d: l.d, desde: iso(l.desde) })))],
      )
    ).map((r) => r.id as number)
    await run(
      `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin, reloj_desde, reloj_hasta)
       select d, desde, 1, $2, etapa, 'T', lugar, hasta, fin, 0, 0
       from jsonb_to_recordset($1::jsonb) as x (d bigint, desde timestamptz, etapa bigint, lugar bigint, hasta timestamptz, fin text)`,
      [
        JSON.stringify(
          truth.stays.map((s) => ({
            ...s,
            ...at[s.etapa],
            d: ids[s.d],
            desde: iso(s.desde),
            hasta: iso(s.hasta),
          })),
        ),
        ciclo.id,
      ],
    )
    const moves = truth.stays.filter((s) => s.etapa === 1)
    await run(
      `insert into movimiento (empresa_id, momento, clase, de_id, a_id, familia, cantidad, dispositivo_id)
       select 1, t, 'visto', de, a, 'T', 1, d from jsonb_to_recordset($1::jsonb) as x (t timestamptz, de bigint, a bigint, d bigint) order by t`,
      [
        JSON.stringify(
          moves.flatMap((s) => [
            { t: iso(s.desde), de: null, a: tercero, d: ids[s.d] },
            ...(s.fin === 'paso' ? [{ t: iso(s.hasta), de: tercero, a: null, d: ids[s.d] }] : []),
          ]),
        ),
      ],
    )
    const lost = truth.lives.flatMap((l) => (l.lost ? [{ ...l.lost, d: ids[l.d] }] : []))
    await run(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde)
       select d, 1, visto, visto, lector, visto from jsonb_to_recordset($1::jsonb) as x (d bigint, visto timestamptz, lector bigint)`,
      [JSON.stringify(lost.map((l) => ({ ...l, lector: at[l.etapa]?.lector, visto: iso(l.visto) })))],
    )
    await run(
      `insert into perdida_asiento (empresa_id, dispositivo_id, clase, momento)
       select 1, d, 'declarada', t from jsonb_to_recordset($1::jsonb) as x (d bigint, t timestamptz)`,
      [JSON.stringify(lost.map((l) => ({ d: l.d, t: iso(l.visto + DECLARED_D * DAY) })))],
    )
    await run(
      'alter table dispositivo enable trigger user; alter table dispositivo_estado enable trigger user; alter table visita enable trigger user',
    )
    await run('delete from exposicion_contada')
    await keepMerma(p.servidor.db, p.config.TZ_PLANTA)
  })
  afterAll(() => p.stop())

  const merma = async (por: string): Promise<Merma> =>
    (
      await p.call<Merma>('GET', `/api/perdidas/merma?anio=${year}&por=${por}`, {
        cookie: await p.as('operario'),
      })
    ).body
  const rowOf = (m: Merma, clave: number) => m.filas.find((f) => f.clave === String(clave))
  const bounds = () => {
    const zone = { zone: p.config.TZ_PLANTA }
    return [
      DateTime.fromObject({ year }, zone).toMillis(),
      DateTime.fromObject({ year: year + 1 }, zone).toMillis(),
    ] as const
  }

  test('by stage the mean is what stood there, and the band of the rate has the true rate', async () => {
    const [from, to] = bounds()
    const m = await merma('etapa')
    for (const [i, etapa] of etapas.entries()) {
      const there = truth.stays.filter((s) => s.etapa === i)
      const exposed = there.reduce(
        (ms, s) => ms + Math.max(0, Math.min(s.hasta, to) - Math.max(s.desde, from)),
        0,
      )
      const declared = truth.lives.filter((l) => {
        const t = (l.lost?.visto ?? Number.NaN) + DECLARED_D * DAY
        return l.lost?.etapa === i && t >= from && t < to
      }).length
      const row = rowOf(m, etapa)
      expect(row).toMatchObject({
        perdidos: declared,
        parque: expect.closeTo(exposed / (to - from), 2),
        merma: expect.closeTo(declared / (exposed / (to - from)), 4),
        entradas: there.filter((s) => s.desde >= from && s.desde < to).length,
        pocos: false,
      })
      expect(row?.bajo).toBeLessThan(RATES[i] as number)
      expect(row?.alto).toBeGreaterThan(RATES[i] as number)
    }
    // The rates differ by more than chance.
    expect(rowOf(m, etapas[0] as number)?.alto).toBeLessThan(rowOf(m, etapas[1] as number)?.bajo as number)
  })

  test('by partner it is of what the book has in its account, without what was declared lost', async () => {
    const row = rowOf(await merma('tercero'), tercero)
    const etapa = rowOf(await merma('etapa'), etapas[1] as number)
    expect(row).toMatchObject({ nombre: 'Norte', perdidos: etapa?.perdidos, entradas: etapa?.entradas })
    // A lost container is in the account until it is declared, forty days longer than it is heard.
    const waiting = ((etapa?.perdidos ?? 0) * DECLARED_D) / 365
    expect(row?.parque).toBeGreaterThan(etapa?.parque as number)
    expect(row?.parque).toBeLessThan((etapa?.parque as number) + 1.5 * waiting)
    expect(row?.por_mil).toBeCloseTo(((row?.perdidos ?? 0) * 1000) / (row?.entradas ?? 0), 6)
    const rate = 1 / (1 / RATES[1] + DECLARED_D / 365)
    expect(row?.bajo).toBeLessThan(rate)
    expect(row?.alto).toBeGreaterThan(rate)
  })

  test('what is of no stage and of no partner is what is left of the pool', async () => {
    const families = await merma('familia')
    for (const por of ['etapa', 'tercero']) {
      const m = await merma(por)
      expect(m.total).toEqual(families.total)
      expect(m.filas.reduce((n, f) => n + (f.parque ?? 0), 0)).toBeCloseTo(m.total.parque as number, 2)
    }
  })

  test('months whose stays are forgotten keep what was counted of them', async () => {
    const before = await merma('etapa')
    const month = DateTime.fromObject({ year, month: 7 }, { zone: p.config.TZ_PLANTA }).toJSDate()
    await run('alter table visita disable trigger user')
    await run('delete from visita where hasta < $1', [month])
    await run('alter table visita enable trigger user')
    await run('delete from exposicion_contada')
    await keepMerma(p.servidor.db, p.config.TZ_PLANTA)
    const now = await merma('etapa')
    for (const etapa of etapas)
      expect(rowOf(now, etapa)?.parque).toBeCloseTo(rowOf(before, etapa)?.parque as number, 2)
  })

  test('what is declared lost now counts at once, until it is taken back or the container is heard', async () => {
    const cookie = await p.as('admin')
    const mac = 'AF9999999999'
    await p.register(mac, 'SmartBle', 'T-9999')
    await run(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde)
       select id, 1, now() - interval '9 days', now() - interval '9 days' from dispositivo where mac = $1
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro`,
      [mac],
    )
    const lost = async () =>
      (await p.call<Merma>('GET', `/api/perdidas/merma?anio=${year + 1}`, { cookie })).body.total
    const { declarados, perdidos } = await lost()
    const said = await p.call<{ asientos: number[] }>('POST', '/api/perdidas/asientos', {
      cookie,
      body: { contenedores: [mac], clase: 'declarada' },
    })
    expect(said.body.asientos).toHaveLength(1)
    expect(await lost()).toMatchObject({ declarados: declarados + 1, perdidos: perdidos + 1 })
    await p.call('POST', '/api/perdidas/anular', { cookie, body: { asientos: said.body.asientos } })
    expect(await lost()).toMatchObject({ declarados, perdidos })
    await p.call('POST', '/api/perdidas/asientos', {
      cookie,
      body: { contenedores: [mac], clase: 'declarada' },
    })
    await run(
      'update dispositivo_estado set ultimo_registro = now() where dispositivo_id = (select id from dispositivo where mac = $1)',
      [mac],
    )
    await keepPerdidas(p.servidor.db, p.config.TZ_PLANTA)
    expect(await lost()).toMatchObject({ declarados: declarados + 1, recuperados: 1, perdidos })
  })
})
