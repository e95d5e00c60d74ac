import { type RawBuilder, sql } from 'kysely'
import type { ListaCiclo } from '#contract/valores/ciclos/cuadro'
import type { Db } from '../../platform/db/client'
import { distinctOf } from '../../platform/db/distinct'

/** Which containers: null: of all companies, loops, stages and families. */
export type Donde = {
  empresa: number | null
  ciclo: number | null
  etapa: number | null
  familia: string | null
}

/** The same of what ended, from and before when it began (legs and rounds: ended); null: the window that the figures are of. */
export type TimeRange = { a: number | null; desde: Date | null; hasta: Date | null }

/** Stages with what their open clock shows now, and what is known of causes and of who deals with what is stuck. */
const NOW = (d: Donde) => sql`
  ahora as materialized (
    select t.id as etapa_id, t.empresa_id, t.ciclo_id, k.planta, lee_reloj(t.empresa_id, k.planta, now()) as s
    from etapa t join etapa_reloj k on k.etapa_id = t.id
    where (${d.empresa}::int is null or t.empresa_id = ${d.empresa}) and (${d.ciclo}::bigint is null or t.ciclo_id = ${d.ciclo})
      and (${d.etapa}::bigint is null or t.id = ${d.etapa})
  ), averia as materialized (
    select * from causa_lector where hasta is null
  )`

const DE_FAMILIA = (d: Donde, column: RawBuilder<unknown>) =>
  sql`(${d.familia}::text is null or ${column} = ${d.familia})`

/** What people said of a container during this visit, whether or not it is over its limit yet. */
const SU_ATASCO = sql`
    left join atasco a on a.dispositivo_id = v.dispositivo_id and a.etapa_id = v.etapa_id and a.momento >= v.desde`

/** Visits that go on over their time limit, with what is known of why. `motivo` null: stuck. */
export const PASADAS = (d: Donde) => sql`
  ${NOW(d)}, pasada as (
    select v.dispositivo_id, v.desde, v.etapa_id, v.familia, v.ubicacion_id, h.empresa_id, h.ciclo_id, h.planta,
      h.s - v.reloj_desde as edad_s, v.reloj_desde, l.limite_s, l.de as limite_de, a.persona_id, a.nota, a.callado_hasta, k.id as causa_id,
      case when c.id is not null then 'desactivado' when k.id is not null then 'averia'
        when a.callado_hasta > now() then 'callado' end as motivo
    from ahora h
    join etapa_limite l on l.etapa_id = h.etapa_id and l.limite_s is not null and ${DE_FAMILIA(d, sql`l.familia`)}
    cross join lateral (
      select dispositivo_id, desde, etapa_id, familia, ubicacion_id, reloj_desde from visita
      where hasta is null and empresa_id = h.empresa_id and etapa_id = h.etapa_id and familia = l.familia
        and reloj_desde < h.s - l.limite_s offset 0
    ) v
    join ajuste j on j.empresa_id = h.empresa_id
    -- Those that are switched off are few, and who was heard last by whom is looked up only while something is broken. Not from the side of what
    -- is broken: behind it may be all containers.
    left join dispositivo c on c.id = v.dispositivo_id and not c.activado
    left join dispositivo_estado s on s.dispositivo_id = v.dispositivo_id and exists (select from averia)
    left join averia k on k.lector_id = s.lector_id
      and tras_causa(s.ultimo_registro, k.desde, null, j.minutos_lector_sin_senal)
    ${SU_ATASCO}
  )`

/** Visits that go on. */
const OPEN = (d: Donde) => sql`
  from ahora h join visita v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.hasta is null and ${DE_FAMILIA(d, sql`v.familia`)}`

/** The last visits of containers that are not heard any more. */
const CALLADAS = (d: Donde) => sql`
  from ahora h join visita v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.fin = 'silencio'
    and ${DE_FAMILIA(d, sql`v.familia`)}
    and not exists (select from visita w where w.dispositivo_id = v.dispositivo_id and w.desde > v.desde)`

/**
 * Which rows of a list are wanted: the first `hasta` by a column that an index has. Of each stage as many are read, so that no list is read whole for
 * a page of it. Null: all rows, in any order.
 */
export type LifeTableRow = { por: 'desde' | 'horas'; sentido: 'asc' | 'desc'; hasta: number } | null

/** What people see as the beginning of a row, and for how long it lasted. The indexes of `visita` are on these expressions. */
const CLAVES = {
  estancias: { desde: sql`v.desde`, horas: sql`(v.reloj_hasta - v.reloj_desde)` },
  pasos: { desde: sql`v.previa_hasta`, horas: sql`(v.desde - v.previa_hasta)` },
  vueltas: { desde: sql`v.vuelta_desde`, horas: sql`(v.desde - v.vuelta_desde)` },
} as const
type Acabada = keyof typeof CLAVES
export const isAcabada = (que: ListaCiclo): que is Acabada => que in CLAVES

/** What each kind of what ended asks of a visit. */
const DE_CLASE: Record<Acabada, (d: Donde, e: EtapaVista) => RawBuilder<unknown>> = {
  estancias: (_, e) => sql`v.fin = 'paso' and v.hasta <= ${e.hecha}`,
  pasos: (d, e) => sql`v.previa_hasta is not null and v.previa_etapa_id <> v.etapa_id
    and (${d.etapa}::bigint is null or v.previa_etapa_id = ${d.etapa})
    and v.previa_etapa_id = any(${e.hermanas}::bigint[])`,
  vueltas: () => sql`v.vuelta_desde is not null`,
}

/** A stage whose figures have been measured: of what span, and the other stages of its loop. */
export type EtapaVista = {
  etapa: number
  empresa: number
  ciclo: number
  planta: string
  desde: Date
  hecha: Date
  hermanas: number[]
}

/** Stages of the filter that have figures. Read apart, so that the times are known when what ended in them is looked for. */
export async function listVistas(db: Db, que: ListaCiclo, d: Donde, p: TimeRange): Promise<EtapaVista[]> {
  if (!isAcabada(que)) return []
  const { rows } = await sql<EtapaVista>`with ${NOW(stagesOf(que, d, p))}
    select h.etapa_id as etapa, h.empresa_id as empresa, h.ciclo_id as ciclo, h.planta, (m.datos ->> 'desde')::timestamptz as desde, m.hecha,
      array(select o.id from etapa o where o.ciclo_id = h.ciclo_id) as hermanas
    from ahora h join ciclo_medida m on m.ciclo_id = h.ciclo_id and m.familia = ''`.execute(db)
  return rows
}

/** What ended in the span, stage by stage; nothing later than the figures is among it. */
function endedOf(
  que: Acabada,
  vistas: readonly EtapaVista[],
  d: Donde,
  p: TimeRange,
  lifeTableRow: LifeTableRow,
): RawBuilder<unknown> {
  const order = lifeTableRow
    ? sql`order by ${CLAVES[que][lifeTableRow.por]} ${sql.raw(lifeTableRow.sentido)}, v.dispositivo_id limit ${lifeTableRow.hasta}`
    : sql``
  const partes = vistas.map(
    (e) => sql`(select v.*, ${e.planta}::text as planta from visita v
      where v.etapa_id = ${e.etapa} and ${DE_FAMILIA(d, sql`v.familia`)}
        and v.desde >= ${p.desde ?? e.desde} and v.desde < ${p.hasta && p.hasta < e.hecha ? p.hasta : e.hecha}
        and ${DE_CLASE[que](d, e)} ${order})`,
  )
  return partes.length
    ? sql.join(partes, sql` union all `)
    : sql`select v.*, '' as planta from visita v where false`
}

const NADA = sql`null::float8 as limite_s, null::text as limite_de, null::bigint as persona_id, null::text as nota,
  null::timestamptz as callado_hasta, null::bigint as causa_id, null::text as motivo`
const DE_VISITA = sql`v.dispositivo_id, v.etapa_id, h.empresa_id, h.ciclo_id, h.planta, v.familia, v.ubicacion_id, v.reloj_desde`

/** `pasos` name the stage that they come from; they are found by the one that they lead to. */
const stagesOf = (que: ListaCiclo, d: Donde, p: TimeRange): Donde =>
  que === 'pasos' ? { ...d, etapa: p.a } : d

/**
 * Those in a stage that are not over a limit, the longest there first or last: they stand behind those that are. All of it is in the index of open
 * visits, where they stand is not.
 */
const EN_PLAZO = (d: Donde, lifeTableRow: LifeTableRow) => sql`
  select v.dispositivo_id, h.etapa_id, h.empresa_id, h.ciclo_id, h.planta, c.familia, null::bigint as ubicacion_id, v.reloj_desde, v.desde,
    null::timestamptz as hasta, null::bigint as de_id, h.s - v.reloj_desde as dura_s,
    c.limite_s, c.de as limite_de, a.persona_id, a.nota, a.callado_hasta, null::bigint as causa_id, null::text as motivo
  from ahora h
  cross join lateral (
    select f.valor as familia, l.limite_s, l.de
    from ${distinctOf(sql`visita v`, sql`v.familia`, sql`v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and v.hasta is null`)} f
    left join etapa_limite l on l.etapa_id = h.etapa_id and l.familia = f.valor
    where ${DE_FAMILIA(d, sql`f.valor`)}
  ) c
  cross join lateral (
    select dispositivo_id, desde, etapa_id, reloj_desde from visita v
    where v.hasta is null and v.empresa_id = h.empresa_id and v.etapa_id = h.etapa_id and v.familia = c.familia
      and v.reloj_desde >= coalesce(h.s - c.limite_s, '-infinity')
    order by v.reloj_desde ${sql.raw(lifeTableRow?.sentido === 'asc' ? 'desc' : 'asc')} limit ${lifeTableRow?.hasta ?? null}
  ) v
  ${SU_ATASCO}`

const DE_PASADA = sql`dispositivo_id, etapa_id, empresa_id, ciclo_id, planta, familia, ubicacion_id, reloj_desde, desde,
  null::timestamptz as hasta, null::bigint as de_id, edad_s as dura_s, limite_s, limite_de, persona_id, nota, callado_hasta, causa_id, motivo`

/**
 * The containers behind a figure: common table expressions that end in `fila`. What the figure counts and what the list shows are these rows.
 * @param vistas of `listVistas`
 * @param corte of `dentro` and of what ended: enough of the rows for a page
 */
export function listOf(
  que: ListaCiclo,
  vistas: readonly EtapaVista[],
  d: Donde,
  p: TimeRange,
  lifeTableRow: LifeTableRow = null,
): RawBuilder<unknown> {
  if (isAcabada(que)) {
    const horas = CLAVES[que].horas
    return sql`fila as (
      select v.dispositivo_id, v.etapa_id, v.empresa_id, v.ciclo_id, v.planta, v.familia, v.ubicacion_id, v.reloj_desde,
        ${CLAVES[que].desde} as desde, ${que === 'estancias' ? sql`v.hasta` : sql`v.desde`} as hasta,
        ${que === 'pasos' ? sql`v.previa_etapa_id` : sql`null::bigint`} as de_id,
        ${que === 'estancias' ? horas : sql`extract(epoch from ${horas})::float8`} as dura_s, ${NADA}
      from (${endedOf(que, vistas, d, p, lifeTableRow)}) v
    )`
  }
  switch (que) {
    case 'atascados':
    case 'aparte':
      return sql`${PASADAS(d)}, fila as (select ${DE_PASADA} from pasada where (motivo is null) = ${que === 'atascados'})`
    case 'dentro':
      return sql`${PASADAS(d)}, fila as (select ${DE_PASADA} from pasada union all (${EN_PLAZO(d, lifeTableRow)}))`
    case 'callan':
      return sql`${NOW(d)}, fila as (
        select ${DE_VISITA}, v.desde, v.hasta, null::bigint as de_id, v.reloj_hasta - v.reloj_desde as dura_s, ${NADA} ${CALLADAS(d)}
      )`
  }
}

/** How many are in the stages now. */
export const countInside = (d: Donde): RawBuilder<{ n: number }> =>
  sql`with ${NOW(d)} select count(*)::int as n ${OPEN(d)}`

/** How many visits ended in the window of the figures, as the last measure counted them. */
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

const TODO: Donde = { empresa: null, ciclo: null, etapa: null, familia: null }

/** Count anew how many are in each stage and silent since it. */
export async function saveCuentas(tx: Db): Promise<void> {
  await sql`delete from etapa_cuenta`.execute(tx)
  await sql`
    with ${NOW(TODO)}
    insert into etapa_cuenta (etapa_id, familia, dentro, callan)
    select etapa_id, familia, sum(dentro), sum(callan) from (
      select v.etapa_id, v.familia, count(*) as dentro, 0 as callan ${OPEN(TODO)} group by 1, 2
      union all
      select v.etapa_id, v.familia, 0, count(*) ${CALLADAS(TODO)} group by 1, 2
    ) x group by 1, 2`.execute(tx)
}

/** How many are in each stage, without a limit there, and silent since it, as last counted, and over their time there now with and without a known reason. */
export const cuentasOf = (d: Donde): RawBuilder<unknown> => sql`
  ${PASADAS(d)}, contados as (
    select c.etapa_id, sum(c.dentro)::int as dentro, sum(c.callan)::int as callan,
      coalesce(sum(c.dentro) filter (where l.limite_s is null), 0)::int as sin_limite
    from ahora h join etapa_cuenta c on c.etapa_id = h.etapa_id and ${DE_FAMILIA(d, sql`c.familia`)}
    left join etapa_limite l on l.etapa_id = c.etapa_id and l.familia = c.familia group by 1
  ), pasan as (
    select etapa_id, (count(*) filter (where motivo is null))::int as atascados, (count(motivo))::int as aparte
    from pasada group by 1
  )`
