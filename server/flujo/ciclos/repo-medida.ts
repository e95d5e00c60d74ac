import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'

/** Open seconds on the clock of a stage, now and when the window began. Passed into queries as JSON. */
export type ClockEtapa = { etapa: number; ancla: boolean; ahora: number; desde: number }
export type Ventana = { ciclo: number; desde: Date; hasta: Date }

/** Loops to measure. `nuevos`: only those not measured since their visits were rebuilt. */
export async function listMedibles(db: Db, nuevos: boolean): Promise<{ id: number; empresa: number }[]> {
  const { rows } = await sql<{ id: number; empresa: number }>`
    select c.id, c.empresa_id as empresa from ciclo c
    where not ${nuevos} or not exists (select from ciclo_medida m where m.ciclo_id = c.id)
    order by 1`.execute(db)
  return rows
}

export async function lockMedida(tx: Db, ciclo: number): Promise<Date> {
  const { rows } = await sql<{ ahora: Date }>`
    select now() as ahora from pg_advisory_xact_lock(${sql.lit(LOCKS.medida)}, ${ciclo})`.execute(tx)
  return rows[0]?.ahora as Date
}

export async function listClocksEtapa(tx: Db, v: Ventana): Promise<ClockEtapa[]> {
  const { rows } = await sql<ClockEtapa>`
    select t.id as etapa, t.ancla, coalesce(lee_reloj(t.empresa_id, k.planta, ${v.hasta}), 0) as ahora,
      coalesce(lee_reloj(t.empresa_id, k.planta, ${v.desde}), 0) as desde
    from etapa t join etapa_reloj k on k.etapa_id = t.id where t.ciclo_id = ${v.ciclo} order by t.orden, t.id`.execute(
    tx,
  )
  return rows
}

const clocksSql = (clocks: readonly ClockEtapa[]) => sql`
  unnest(${clocks.map((r) => r.etapa)}::bigint[], ${clocks.map((r) => r.ahora)}::float8[],
    ${clocks.map((r) => r.desde)}::float8[]) as r (etapa_id, ahora, desde)`

/** Minutes from seconds, rounded by at most 1 % so that there are few distinct values. */
function minutesSql(s: RawBuilder<unknown>) {
  const m = sql`(greatest(${s}, 1) / 60)::float8`
  const paso = sql`(case when ${m} < 100 then 1 else power(10, floor(log(${m}))) / 50 end)`
  return sql<number>`(round(${m} / ${paso}) * ${paso})`
}

export type Estancias = {
  etapa: number
  familia: string
  semana: number
  t: number
  salidas: number
  censuras: number
}

/**
 * Lengths of stays in open minutes, by the week in which they began (from 1; 0: before the first of `semanas`), and whether they are within
 * the window. Stays that go on, or whose container was lost sight of, count with their length so far.
 */
export async function countEstancias(
  tx: Db,
  v: Ventana,
  clocks: readonly ClockEtapa[],
  weeks: readonly Date[],
): Promise<(Estancias & { dentro: boolean })[]> {
  const { rows } = await sql<Estancias & { dentro: boolean }>`
    select v.etapa_id as etapa, v.familia, width_bucket(v.desde, ${weeks}::timestamptz[]) as semana, v.desde >= ${v.desde} as dentro,
      ${minutesSql(sql`coalesce(v.reloj_hasta, r.ahora) - v.reloj_desde`)} as t,
      count(*) filter (where v.fin = 'paso')::int as salidas, count(*) filter (where v.fin is distinct from 'paso')::int as censuras
    from ${clocksSql(clocks)} join visita v on v.etapa_id = r.etapa_id
    where v.desde >= ${weeks[0]} and v.desde < ${v.hasta}
    group by 1, 2, 3, 4, 5 order by 5`.execute(tx)
  return rows
}

export type Pasos = { de: number; a: number; familia: string; t: number; n: number }

/** Legs that ended in the window, in minutes of the wall clock. */
export async function countPasos(tx: Db, v: Ventana, etapas: readonly number[]): Promise<Pasos[]> {
  const { rows } = await sql<Pasos>`
    select v.previa_etapa_id as de, v.etapa_id as a, v.familia,
      ${minutesSql(sql`extract(epoch from v.desde - v.previa_hasta)`)} as t, count(*)::int as n
    from visita v
    where v.etapa_id = any(${etapas}::bigint[]) and v.previa_etapa_id = any(${etapas}::bigint[])
      and v.previa_etapa_id <> v.etapa_id and v.desde >= ${v.desde} and v.desde < ${v.hasta}
    group by 1, 2, 3, 4 order by 4`.execute(tx)
  return rows
}

export type Vueltas = { familia: string; semana: number; dentro: boolean; t: number; n: number; suma: number }

/** Rounds by the week in which they ended, in minutes of the wall clock; `suma`: the sum of the exact minutes. */
export async function countVueltas(
  tx: Db,
  v: Ventana,
  ancla: number,
  weeks: readonly Date[],
): Promise<Vueltas[]> {
  const dura = sql`extract(epoch from v.desde - v.vuelta_desde)`
  const { rows } = await sql<Vueltas>`
    select v.familia, width_bucket(v.desde, ${weeks}::timestamptz[]) as semana, v.desde >= ${v.desde} as dentro,
      ${minutesSql(dura)} as t, count(*)::int as n, (sum(${dura}) / 60)::float8 as suma
    from visita v
    where v.etapa_id = ${ancla} and v.vuelta_desde is not null and v.desde >= ${weeks[0]} and v.desde < ${v.hasta}
    group by 1, 2, 3, 4 order by 4`.execute(tx)
  return rows
}

export type Presencia = { etapa: number; familia: string; segundos: number; llegadas: number }

/** Open seconds that containers were seen in each stage within the window, and how many arrived there. */
export async function sumPresencia(tx: Db, v: Ventana, clocks: readonly ClockEtapa[]): Promise<Presencia[]> {
  const { rows } = await sql<Presencia>`
    select v.etapa_id as etapa, v.familia,
      sum(greatest(0, coalesce(v.reloj_hasta, r.ahora) - greatest(v.reloj_desde, r.desde)))::float8 as segundos,
      (count(*) filter (where v.desde >= ${v.desde}))::int as llegadas
    from ${clocksSql(clocks)} join visita v on v.etapa_id = r.etapa_id
    where v.desde < ${v.hasta} and (v.hasta is null or v.hasta > ${v.desde})
    group by 1, 2`.execute(tx)
  return rows
}

export type StockChanges = { etapa: number; familia: string; hora: number; salto: number }

/** Change of the stock of each stage in each hour of the window (from 1); hour 0: the stock when the window began. */
export async function sumStockChanges(
  tx: Db,
  v: Ventana,
  etapas: readonly number[],
): Promise<StockChanges[]> {
  const hourSql = (t: RawBuilder<unknown>) =>
    sql`greatest(0, ceil(extract(epoch from ${t} - ${v.desde}::timestamptz) / 3600))::int`
  const { rows } = await sql<StockChanges>`
    select etapa, familia, hora, sum(salto)::int as salto from (
      select etapa_id as etapa, familia, ${hourSql(sql`desde`)} as hora, 1 as salto from visita
      where etapa_id = any(${etapas}::bigint[]) and desde < ${v.hasta} and (hasta is null or hasta > ${v.desde})
      union all
      select etapa_id, familia, ${hourSql(sql`hasta`)}, -1 from visita
      where etapa_id = any(${etapas}::bigint[]) and hasta > ${v.desde} and hasta <= ${v.hasta}
    ) x group by 1, 2, 3 having sum(salto) <> 0 order by 3`.execute(tx)
  return rows
}

/** The full hours of the window (from 0) in which the plant of a stage was open. */
export async function listHorasAbiertas(tx: Db, v: Ventana): Promise<{ etapa: number; horas: number[] }[]> {
  const { rows } = await sql<{ etapa: number; horas: number[] }>`
    select t.id as etapa, array_agg(h.n order by h.n) as horas
    from etapa t join etapa_reloj k on k.etapa_id = t.id
    cross join generate_series(0, floor(extract(epoch from ${v.hasta}::timestamptz - ${v.desde}::timestamptz) / 3600)::int) as h (n)
    join reloj r on r.empresa_id = k.empresa_id and r.planta = k.planta
      and r.desde <= ${v.desde}::timestamptz + make_interval(hours => h.n) and r.hasta > ${v.desde}::timestamptz + make_interval(hours => h.n)
    where t.ciclo_id = ${v.ciclo} group by 1`.execute(tx)
  return rows
}

export type LectorDudoso = { etapa: number; mac: string; apodo: string | null }
const DUDOSOS = 3

/** The readers of each stage at whose places the most containers were lost sight of in the window, the worst first. */
export async function listDudosos(tx: Db, v: Ventana, etapas: readonly number[]): Promise<LectorDudoso[]> {
  const { rows } = await sql<LectorDudoso>`
    select etapa, mac, apodo from (
      select x.etapa, l.mac, l.apodo, row_number() over (partition by x.etapa order by x.n desc, l.mac) as puesto
      from (
        select etapa_id as etapa, ubicacion_id, count(*) as n from visita
        where etapa_id = any(${etapas}::bigint[]) and fin = 'silencio' and desde >= ${v.desde} and desde < ${v.hasta}
        group by 1, 2
      ) x join dispositivo l on l.ubicacion_id = x.ubicacion_id and l.tipo = 'Reader' and l.eliminado is null
    ) y where puesto <= ${DUDOSOS} order by etapa, puesto`.execute(tx)
  return rows
}

export type Limite = { etapa: number; familia: string; n: number; q95: number | null; salen: boolean }

/** Replaces the measurement of a loop. `q95` in open seconds; `salen`: computed from only those containers that leave at all. */
export async function saveMedida(
  tx: Db,
  {
    ciclo,
    empresa,
    hecha,
    data,
    limites,
  }: {
    ciclo: number
    empresa: number
    hecha: Date
    data: ReadonlyMap<string, object>
    limites: readonly Limite[]
  },
): Promise<void> {
  await sql`delete from ciclo_medida where ciclo_id = ${ciclo}`.execute(tx)
  await sql`
    insert into ciclo_medida (ciclo_id, familia, empresa_id, datos, hecha)
    select ${ciclo}, f, ${empresa}, d::jsonb, ${hecha}
    from unnest(${[...data.keys()]}::text[], ${[...data.values()].map((d) => JSON.stringify(d))}::text[]) as x (f, d)`.execute(
    tx,
  )
  await sql`delete from etapa_medida m using etapa t where t.id = m.etapa_id and t.ciclo_id = ${ciclo}`.execute(
    tx,
  )
  await sql`
    insert into etapa_medida (etapa_id, familia, n, q95_s, salen)
    select * from unnest(${limites.map((l) => l.etapa)}::bigint[], ${limites.map((l) => l.familia)}::text[],
      ${limites.map((l) => l.n)}::int[], ${limites.map((l) => l.q95)}::float8[], ${limites.map((l) => l.salen)}::bool[])`.execute(
    tx,
  )
}
