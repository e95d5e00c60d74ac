import { type RawBuilder, sql } from 'kysely'
import type { ListaCiclo } from '#contract/flujo/ciclos/cuadro-values'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import { distinctOf } from '../../platform/db/queries/distinct'

/** Which containers; null: of all companies, loops, stages and families. */
export type Donde = {
  empresa: number | null
  ciclo: number | null
  etapa: number | null
  familia: string | null
}
export const ALL: Donde = { empresa: null, ciclo: null, etapa: null, familia: null }

/**
 * `a`: the stage that a leg leads to. `desde`, `hasta`: bounds of the start (legs and rounds: of the end); null: the window of the figures.
 */
export type TimeRange = { a: number | null; desde: Date | null; hasta: Date | null }

/** Stages with the current value of their open clock. */
export const NOW = (d: Donde) => sql`
  ahora as materialized (
    select t.id as etapa_id, t.empresa_id, t.ciclo_id, k.planta, lee_reloj(t.empresa_id, k.planta, now()) as s
    from etapa t join etapa_reloj k on k.etapa_id = t.id
    where (${d.empresa}::int is null or t.empresa_id = ${d.empresa}) and (${d.ciclo}::bigint is null or t.ciclo_id = ${d.ciclo})
      and (${d.etapa}::bigint is null or t.id = ${d.etapa})
  )`

export const DE_FAMILIA = (d: Donde, column: RawBuilder<unknown>) =>
  sql`(${d.familia}::text is null or ${column} = ${d.familia})`

/**
 * Which rows of a list are read: a page in the order of an indexed column. The first `hasta` are read of each stage, so that a page does not
 * need the whole list. By cost: those over the limit, and as many of the others as they leave room for. Null: all rows, in any order.
 */
export type Slice = {
  por: 'desde' | 'horas' | 'coste'
  sentido: 'asc' | 'desc'
  /** First row of the page, and the one after its last. */
  desde: number
  hasta: number
} | null

/** What people noted about a container during this visit, whether or not it is over its limit. */
const SU_ATASCO = sql`
    left join atasco a on a.dispositivo_id = v.dispositivo_id and a.etapa_id = h.etapa_id and a.momento >= v.desde`

/** Time limits of stages and families, with the value of their open clock and the cost of a day. A few rows, materialized once. */
export const LIMITE = (d: Donde) => sql`limite as materialized (
    select h.*, l.familia, l.limite_s, l.de as limite_de, c.euros_dia
    from ahora h
    join etapa_limite l on l.etapa_id = h.etapa_id and l.limite_s is not null and ${DE_FAMILIA(d, sql`l.familia`)}
    left join lateral (
      select c.euros_dia from familia_coste c where c.empresa_id = h.empresa_id and c.familia in (l.familia, '')
      order by c.familia = '' limit 1
    ) c on true
  )`

/** Over the limit `h` of a stage and family, by an index. */
export const OVER = sql`v.hasta is null and v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and v.familia = h.familia
        and v.reloj_desde < h.s - h.limite_s`

/** The first visits of a stage and family: there cost and hours are in the order of the open clock. */
const firstOf = (slice: Slice, hasta: unknown = slice?.hasta) =>
  slice
    ? sql`order by v.reloj_desde ${sql.raw(slice.sentido === 'asc' ? 'desc' : 'asc')}, v.dispositivo_id, v.desde limit ${hasta}`
    : sql`offset 0`

/** What is known of a visit, with the reason why one that is over its limit is not stuck. Few containers are switched off. */
const VISITA = sql`v.dispositivo_id, v.desde, v.reloj_desde, v.causa_id, a.persona_id, a.nota, a.callado_hasta,
        case when c.id is not null then 'desactivado' when v.causa_id is not null then 'averia'
          when a.callado_hasta > now() then 'callado' end as motivo`
export const SUS_MOTIVOS = sql`${SU_ATASCO}
        left join dispositivo c on c.id = v.dispositivo_id and not c.activado`

/** The reasons that are of a container itself: those that are switched off or put off. Few, so that they are looked up by themselves. */
export const MARCADA = sql`marcada as materialized (
    select dispositivo_id from atasco where callado_hasta > now() union select id from dispositivo where not activado
  )`

export type Pasada = 'atascados' | 'aparte'

/**
 * The visits over the limit `h`: the stuck ones, or those with a known reason; null: all of them, whose reasons are then joined at once for
 * all limits. An index alone finds all but those marked.
 */
function overOf(que: Pasada | null, slice: Slice): RawBuilder<unknown> {
  if (!que) return sql`select v.* from visita_viva v where ${OVER} ${firstOf(slice)}`
  const unmarked =
    que === 'aparte'
      ? sql`v.causa_id is not null`
      : sql`v.causa_id is null and v.dispositivo_id not in (select dispositivo_id from marcada)`
  return sql`select * from (
      (select ${VISITA} from (select * from visita_viva v where ${OVER} and ${unmarked} ${firstOf(slice)}) v ${SUS_MOTIVOS})
      union all
      (select ${VISITA} from marcada k join visita_viva v on v.dispositivo_id = k.dispositivo_id ${SUS_MOTIVOS}
        where ${OVER} and v.causa_id is null)
    ) v where v.motivo is ${que === 'aparte' ? sql`not null` : sql`null`} ${firstOf(slice)}`
}

/**
 * Open visits over their time limit, with the known reason. `motivo` null: stuck.
 * @param que which of them; null: all
 */
export const PASADAS = (d: Donde, slice: Slice = null, que: Pasada | null = null) => sql`
  ${NOW(d)}, ${LIMITE(d)}, ${que ? sql`${MARCADA},` : sql``} pasada as (
    select ${que ? sql`v.*` : VISITA}, h.etapa_id, h.familia, h.empresa_id, h.ciclo_id, h.planta, h.s - v.reloj_desde as edad_s,
      h.limite_s, h.limite_de, h.euros_dia
    from limite h
    cross join lateral (${overOf(que, slice)}) v ${que ? sql`` : SUS_MOTIVOS}
  )`

/** Open visits. */
const OPEN = sql`
  from ahora h join visita_viva v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.hasta is null`

/** The last visits of containers that are not heard any more. */
const CALLADAS = (d: Donde) => sql`
  from ahora h join visita_viva v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.hasta is not null
    and ${DE_FAMILIA(d, sql`v.familia`)}`

/** What people see as the beginning and the length of a row. The indexes of `visita` are on these expressions. */
const CLAVES = {
  estancias: { desde: sql`v.desde`, horas: sql`(v.reloj_hasta - v.reloj_desde)` },
  pasos: { desde: sql`v.previa_hasta`, horas: sql`(v.desde - v.previa_hasta)` },
  vueltas: { desde: sql`v.vuelta_desde`, horas: sql`(v.desde - v.vuelta_desde)` },
} as const
type Acabada = keyof typeof CLAVES
export const isAcabada = (que: ListaCiclo): que is Acabada => que in CLAVES

/** The condition on a visit for each kind of finished row. */
const DE_CLASE: Record<Acabada, (d: Donde, e: EtapaVista) => RawBuilder<unknown>> = {
  estancias: (_, e) => sql`v.fin = 'paso' and v.hasta <= ${e.hecha}`,
  pasos: (d, e) => sql`v.previa_hasta is not null and v.previa_etapa_id <> v.etapa_id
    and (${d.etapa}::bigint is null or v.previa_etapa_id = ${d.etapa})
    and v.previa_etapa_id = any(${e.hermanas}::bigint[])`,
  vueltas: () => sql`v.vuelta_desde is not null`,
}

/** A measured stage: the window of its figures, and the other stages of its loop. */
export type EtapaVista = {
  etapa: number
  empresa: number
  ciclo: number
  planta: string
  desde: Date
  hecha: Date
  hermanas: number[]
}

/** Stages of the filter that have figures. A query of its own, so that the window is a known constant in the query for finished visits. */
export async function listVistas(db: Db, que: ListaCiclo, d: Donde, p: TimeRange): Promise<EtapaVista[]> {
  if (!isAcabada(que)) return []
  const { rows } = await sql<EtapaVista>`with ${NOW(stagesOf(que, d, p))}
    select h.etapa_id as etapa, h.empresa_id as empresa, h.ciclo_id as ciclo, h.planta, (m.datos ->> 'desde')::timestamptz as desde, m.hecha,
      array(select o.id from etapa o where o.ciclo_id = h.ciclo_id) as hermanas
    from ahora h join ciclo_medida m on m.ciclo_id = h.ciclo_id and m.familia = ''`.execute(db)
  return rows
}

/** Visits that ended in the window, stage by stage; those that ended after the measurement are left out. */
function endedOf(
  que: Acabada,
  vistas: readonly EtapaVista[],
  d: Donde,
  p: TimeRange,
  slice: Slice,
): RawBuilder<unknown> {
  const clave = slice && slice.por !== 'coste' ? CLAVES[que][slice.por] : null
  const orderBy = (key: RawBuilder<unknown>) =>
    sql`order by ${key} ${sql.raw(slice?.sentido ?? 'asc')}, v.dispositivo_id, v.desde`
  const columns = clave ? sql`v.dispositivo_id, v.desde, ${clave} as clave` : sql`v.*`
  const partes = vistas.map(
    (e) => sql`(select ${columns}, ${e.planta}::text as planta from visita v
      where v.etapa_id = ${e.etapa} and ${DE_FAMILIA(d, sql`v.familia`)}
        and v.desde >= ${p.desde ?? e.desde} and v.desde < ${p.hasta && p.hasta < e.hecha ? p.hasta : e.hecha}
        and ${DE_CLASE[que](d, e)} ${slice && clave ? sql`${orderBy(clave)} limit ${slice.hasta}` : sql``})`,
  )
  if (!partes.length) return sql`select v.*, '' as planta from visita v where false`
  const all = sql.join(partes, sql` union all `)
  if (!slice || !clave) return all
  const { desde, hasta } = slice
  // The rows before the page are walked through by their keys alone. By the name of its column a stage is known to be in that order already.
  const key = clave === CLAVES.estancias.desde ? clave : sql`v.clave`
  return sql`select v.*, k.planta from (
      select v.dispositivo_id, v.desde, v.planta from (${all}) v ${orderBy(key)} limit ${hasta - desde} offset ${desde}
    ) k join visita v on v.dispositivo_id = k.dispositivo_id and v.desde = k.desde`
}

const NADA = sql`null::float8 as limite_s, null::text as limite_de, null::bigint as persona_id, null::text as nota,
  null::timestamptz as callado_hasta, null::float8 as euros_dia, null::bigint as causa_id, null::text as motivo`

/** The stage of `pasos` is the one that they come from, but they are stored with the one that they lead to. */
const stagesOf = (que: ListaCiclo, d: Donde, p: TimeRange): Donde =>
  que === 'pasos' ? { ...d, etapa: p.a } : d

const EN_CURSO = sql`null::bigint as ubicacion_id, v.reloj_desde, v.desde, null::timestamptz as hasta, null::bigint as de_id,
    h.s - v.reloj_desde as dura_s`

/** How many of the first `hasta` rows those over their limit leave to the others. */
const leftOf = (hasta: number) => sql`(
      select greatest(${hasta} - count(*), 0) from (
        select from limite h cross join lateral (select from visita_viva v where ${OVER} offset 0) v limit ${hasta}
      ) x
    )`

/**
 * Visits in a stage that are within the limit, by their age. The list shows them after those over the limit, which mostly fill the page.
 */
const EN_PLAZO = (d: Donde, slice: Slice) => sql`
  select v.dispositivo_id, h.etapa_id, h.empresa_id, h.ciclo_id, h.planta, c.familia, ${EN_CURSO},
    c.limite_s, c.limite_de, a.persona_id, a.nota, a.callado_hasta, null::float8 as euros_dia, null::bigint as causa_id, null as motivo
  from ahora h
  cross join lateral (
    select f.valor as familia, l.limite_s, l.limite_de
    from ${distinctOf(sql`visita_viva v`, sql`v.familia`, sql`v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and v.hasta is null`)} f
    left join limite l on l.etapa_id = h.etapa_id and l.familia = f.valor
    where ${DE_FAMILIA(d, sql`f.valor`)}
  ) c
  cross join lateral (
    select v.dispositivo_id, v.desde, v.reloj_desde from visita_viva v
    where v.hasta is null and v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and v.familia = c.familia
      and v.reloj_desde >= coalesce(h.s - c.limite_s, '-infinity')
    ${firstOf(slice, slice && leftOf(slice.hasta))}
  ) v
  ${SU_ATASCO}`

/** The first visits of each stage by their age, within the limit or over it. */
const POR_HORAS = (d: Donde, slice: Slice) => sql`
  select v.dispositivo_id, h.etapa_id, h.empresa_id, h.ciclo_id, h.planta, v.familia, ${EN_CURSO},
    l.limite_s, l.limite_de, v.persona_id, v.nota, v.callado_hasta, l.euros_dia, o.causa_id, o.motivo
  from ahora h
  cross join lateral (
    select v.familia, ${VISITA} from visita_viva v ${SUS_MOTIVOS}
    where v.hasta is null and v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and ${DE_FAMILIA(d, sql`v.familia`)}
    ${firstOf(slice)}
  ) v
  left join limite l on l.etapa_id = h.etapa_id and l.familia = v.familia
  left join lateral (select v.causa_id, v.motivo where v.reloj_desde < h.s - l.limite_s) o on true`

const DE_PASADA = sql`dispositivo_id, etapa_id, empresa_id, ciclo_id, planta, familia, null::bigint as ubicacion_id, reloj_desde, desde,
  null::timestamptz as hasta, null::bigint as de_id, edad_s as dura_s, limite_s, limite_de, persona_id, nota, callado_hasta, euros_dia,
  causa_id, motivo`

/**
 * What turns the value of a clock into its moment, by the value from which on it holds: seconds since 1970, of stages where people said what a
 * day costs. Arrays, since thousands of rows look it up.
 */
const RELOJES = sql`relojes as materialized (
    select empresa_id, planta, array_agg(antes_s order by desde) as antes,
      array_agg(date_part('epoch', desde) - antes_s order by desde) as cerrado
    from reloj where (empresa_id, planta) in (select empresa_id, planta from limite where euros_dia is not null) group by 1, 2
  )`

/**
 * The containers behind a figure: common table expressions that end in `fila`. The count and the list both use these rows.
 * @param vistas of `listVistas`
 * @param slice enough rows for one page
 */
export function listOf(
  que: ListaCiclo,
  vistas: readonly EtapaVista[],
  d: Donde,
  p: TimeRange,
  slice: Slice = null,
): RawBuilder<unknown> {
  if (isAcabada(que)) {
    const horas = CLAVES[que].horas
    return sql`fila as (
      select v.dispositivo_id, v.etapa_id, v.empresa_id, v.ciclo_id, v.planta, v.familia, v.ubicacion_id, v.reloj_desde,
        ${CLAVES[que].desde} as desde, ${que === 'estancias' ? sql`v.hasta` : sql`v.desde`} as hasta,
        ${que === 'pasos' ? sql`v.previa_etapa_id` : sql`null::bigint`} as de_id,
        ${que === 'estancias' ? horas : sql`extract(epoch from ${horas})::float8`} as dura_s, ${NADA}
      from (${endedOf(que, vistas, d, p, slice)}) v
    )`
  }
  switch (que) {
    case 'atascados':
    case 'aparte':
      return sql`${PASADAS(d, slice, que)}, ${RELOJES}, fila as (select ${DE_PASADA} from pasada)`
    case 'dentro':
      return slice?.por === 'horas'
        ? sql`${NOW(d)}, ${LIMITE(d)}, ${RELOJES}, fila as (${POR_HORAS(d, slice)})`
        : sql`${PASADAS(d, slice)}, ${RELOJES}, fila as (select ${DE_PASADA} from pasada union all (${EN_PLAZO(d, slice)}))`
    case 'callan':
      return sql`${NOW(d)}, fila as (
        select v.dispositivo_id, v.etapa_id, h.empresa_id, h.ciclo_id, h.planta, v.familia, null::bigint as ubicacion_id, v.reloj_desde,
          v.desde, v.hasta, null::bigint as de_id, v.reloj_hasta - v.reloj_desde as dura_s, ${NADA} ${CALLADAS(d)}
      )`
  }
}

/** How many containers are in the stages, as counted when visits changed last. */
export const countInside = (d: Donde): RawBuilder<{ n: number }> => sql`
  select coalesce(sum(c.dentro), 0)::int as n from etapa_cuenta c join etapa t on t.id = c.etapa_id
  where (${d.empresa}::int is null or t.empresa_id = ${d.empresa}) and (${d.ciclo}::bigint is null or t.ciclo_id = ${d.ciclo})
    and (${d.etapa}::bigint is null or t.id = ${d.etapa}) and ${DE_FAMILIA(d, sql`c.familia`)}`

/** How many visits ended in the window of the figures, as the last measurement counted them. */
export function countMedidas(que: Acabada, d: Donde, p: TimeRange): RawBuilder<{ n: number }> {
  const suyas = sql`from ciclo_medida m
    where (${d.empresa}::int is null or m.empresa_id = ${d.empresa}) and (${d.ciclo}::bigint is null or m.ciclo_id = ${d.ciclo})
      and m.familia = ${d.familia ?? ''}`
  switch (que) {
    case 'estancias':
      return sql`select coalesce(sum((e.value ->> 'n')::int), 0)::int as n from (select datos -> 'etapas' as todas ${suyas}) x,
        jsonb_each(x.todas) e where ${d.etapa}::bigint is null or e.key = ${String(d.etapa)}`
    case 'pasos':
      return sql`select coalesce(sum((e.paso ->> 'n')::int), 0)::int as n from (select datos -> 'pasos' as todos ${suyas}) x,
        jsonb_array_elements(x.todos) e (paso) where (${d.etapa}::bigint is null or (e.paso ->> 'de')::bigint = ${d.etapa})
          and (${p.a}::bigint is null or (e.paso ->> 'a')::bigint = ${p.a})`
    case 'vueltas':
      return sql`select coalesce(sum((datos -> 'vueltas' ->> 'n')::int), 0)::int as n ${suyas}`
  }
}

/** Recounts how many containers are in each stage and how many fell silent there. */
export async function saveCuentas(tx: Db): Promise<void> {
  // A second writer would insert the same rows beside those that the first has not committed yet.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.etapas)}, 0)`.execute(tx)
  await sql`delete from etapa_cuenta`.execute(tx)
  await sql`
    with ${NOW(ALL)}
    insert into etapa_cuenta (etapa_id, familia, dentro, callan)
    select etapa_id, familia, sum(dentro), sum(callan) from (
      select v.etapa_id, v.familia, count(*) as dentro, 0 as callan ${OPEN} group by 1, 2
      union all
      select v.etapa_id, v.familia, 0, count(*) ${CALLADAS(ALL)} group by 1, 2
    ) x group by 1, 2`.execute(tx)
}
