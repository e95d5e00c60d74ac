import { type RawBuilder, sql } from 'kysely'
import type { ListaCiclo } from '#contract/valores/cuadro'
import type { Db } from '../db/cliente'

/** Which containers: null: of all companies, loops, stages and families. */
export type Donde = {
  empresa: number | null
  ciclo: number | null
  etapa: number | null
  familia: string | null
}

/** The same of what ended, from and before when it began (legs and rounds: ended); null: the window that the figures are of. */
export type Lapso = { a: number | null; desde: Date | null; hasta: Date | null }

/** Stages with what their open clock shows now, and what is known of causes and of who deals with what is stuck. */
const AHORA = (d: Donde) => sql`
  ahora as materialized (
    select t.id as etapa_id, t.empresa_id, t.ciclo_id, k.planta, lee_reloj(t.empresa_id, k.planta, now()) as s
    from etapa t join etapa_reloj k on k.etapa_id = t.id
    where (${d.empresa}::int is null or t.empresa_id = ${d.empresa}) and (${d.ciclo}::bigint is null or t.ciclo_id = ${d.ciclo})
      and (${d.etapa}::bigint is null or t.id = ${d.etapa})
  ), averia as materialized (
    select * from causa_lector where hasta is null
  )`

const DE_FAMILIA = (d: Donde, columna: RawBuilder<unknown>) =>
  sql`(${d.familia}::text is null or ${columna} = ${d.familia})`

/** What people said of a container during this visit, whether or not it is over its limit yet. */
const SU_ATASCO = sql`
    left join atasco a on a.dispositivo_id = v.dispositivo_id and a.etapa_id = v.etapa_id and a.momento >= v.desde`

/** Visits that go on over their time limit, with what is known of why. `motivo` null: stuck. */
export const PASADAS = (d: Donde) => sql`
  ${AHORA(d)}, pasada as (
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
const ABIERTAS = (d: Donde) => sql`
  from ahora h join visita v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.hasta is null and ${DE_FAMILIA(d, sql`v.familia`)}`

/** The last visits of containers that are not heard any more. */
const CALLADAS = (d: Donde) => sql`
  from ahora h join visita v on v.etapa_id = h.etapa_id and v.empresa_id = h.empresa_id and v.fin = 'silencio'
    and ${DE_FAMILIA(d, sql`v.familia`)}
    and not exists (select from visita w where w.dispositivo_id = v.dispositivo_id and w.desde > v.desde)`

/** What ended in the span, of the stages: each kind asks for something more. Nothing later than the figures is among it. */
const ENDED = (d: Donde, p: Lapso, mas: RawBuilder<unknown>) => sql`
  from ahora h
  join ciclo_medida m on m.ciclo_id = h.ciclo_id and m.familia = ''
  join visita v on v.etapa_id = h.etapa_id and ${DE_FAMILIA(d, sql`v.familia`)} and v.desde < m.hecha
    and v.desde >= coalesce(${p.desde}::timestamptz, (m.datos ->> 'desde')::timestamptz)
    and v.desde < coalesce(${p.hasta}::timestamptz, m.hecha) and ${mas}`

const NADA = sql`null::float8 as limite_s, null::text as limite_de, null::bigint as persona_id, null::text as nota,
  null::timestamptz as callado_hasta, null::bigint as causa_id, null::text as motivo`
const DE_VISITA = sql`v.dispositivo_id, v.etapa_id, h.empresa_id, h.ciclo_id, h.planta, v.familia, v.ubicacion_id, v.reloj_desde`

/** `pasos` name the stage that they come from; they are found by the one that they lead to. */
const HACIA = (d: Donde, p: Lapso): Donde => ({ ...d, etapa: p.a })

/**
 * The containers behind a figure: common table expressions that end in `fila`. What the figure counts and what the list shows are these rows.
 */
export function listaOf(que: ListaCiclo, d: Donde, p: Lapso): RawBuilder<unknown> {
  switch (que) {
    case 'atascados':
    case 'aparte':
      return sql`${PASADAS(d)}, fila as (
        select dispositivo_id, desde, null::timestamptz as hasta, etapa_id, null::bigint as de_id, empresa_id, ciclo_id, planta, familia, ubicacion_id,
          reloj_desde, edad_s as dura_s, limite_s, limite_de, persona_id, nota, callado_hasta, causa_id, motivo
        from pasada where (motivo is null) = ${que === 'atascados'}
      )`
    case 'dentro':
      return sql`${PASADAS(d)}, fila as (
        select ${DE_VISITA}, v.desde, v.hasta, null::bigint as de_id, h.s - v.reloj_desde as dura_s,
          l.limite_s, l.de as limite_de, a.persona_id, a.nota, a.callado_hasta, p.causa_id, p.motivo
        ${ABIERTAS(d)}
        left join etapa_limite l on l.etapa_id = v.etapa_id and l.familia = v.familia
        left join pasada p on p.dispositivo_id = v.dispositivo_id
        ${SU_ATASCO}
      )`
    case 'callan':
      return sql`${AHORA(d)}, fila as (
        select ${DE_VISITA}, v.desde, v.hasta, null::bigint as de_id, v.reloj_hasta - v.reloj_desde as dura_s, ${NADA} ${CALLADAS(d)}
      )`
    case 'estancias':
      return sql`${AHORA(d)}, fila as (
        select ${DE_VISITA}, v.desde, v.hasta, null::bigint as de_id, v.reloj_hasta - v.reloj_desde as dura_s, ${NADA}
        ${ENDED(d, p, sql`v.fin = 'paso' and v.hasta <= m.hecha`)}
      )`
    case 'pasos':
      return sql`${AHORA(HACIA(d, p))}, fila as (
        select ${DE_VISITA}, v.previa_hasta as desde, v.desde as hasta, v.previa_etapa_id as de_id,
          extract(epoch from v.desde - v.previa_hasta)::float8 as dura_s, ${NADA}
        ${ENDED(
          d,
          p,
          sql`v.previa_etapa_id <> v.etapa_id and (${d.etapa}::bigint is null or v.previa_etapa_id = ${d.etapa})
          and exists (select from etapa o where o.id = v.previa_etapa_id and o.ciclo_id = h.ciclo_id)`,
        )}
      )`
    case 'vueltas':
      return sql`${AHORA(d)}, fila as (
        select ${DE_VISITA}, v.vuelta_desde as desde, v.desde as hasta, null::bigint as de_id,
          extract(epoch from v.desde - v.vuelta_desde)::float8 as dura_s, ${NADA}
        ${ENDED(d, p, sql`v.vuelta_desde is not null`)}
      )`
  }
}

const TODO: Donde = { empresa: null, ciclo: null, etapa: null, familia: null }

/** Count anew how many are in each stage and silent since it. */
export async function saveCuentas(tx: Db): Promise<void> {
  await sql`delete from etapa_cuenta`.execute(tx)
  await sql`
    with ${AHORA(TODO)}
    insert into etapa_cuenta (etapa_id, familia, dentro, callan)
    select etapa_id, familia, sum(dentro), sum(callan) from (
      select v.etapa_id, v.familia, count(*) as dentro, 0 as callan ${ABIERTAS(TODO)} group by 1, 2
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
