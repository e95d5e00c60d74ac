import { type RawBuilder, sql } from 'kysely'
import {
  DE_FAMILIA,
  type Donde,
  LIMITE,
  MARCADA,
  NOW,
  OVER,
  type Pasada,
  SUS_MOTIVOS,
} from '../repo-contenedores'

/** How many visits over the limit `h` are not behind a cause, and how many are. For one of them alone there is an index. */
function countOver(que: Pasada | null): RawBuilder<unknown> {
  const over = sql`from visita_viva v where ${OVER}`
  switch (que) {
    case 'atascados':
      return sql`select count(*) as atascados, 0 as aparte ${over} and v.causa_id is null`
    case 'aparte':
      return sql`select 0 as atascados, count(*) as aparte ${over} and v.causa_id is not null`
    case null:
      return sql`select count(*) filter (where v.causa_id is null) as atascados, count(v.causa_id) as aparte ${over}`
  }
}

/**
 * How many visits are over their limit by stage, stuck and with a known reason: by an index, and the few that are marked.
 * @param que which of them are asked for; null: both
 */
const PASAN = (d: Donde, que: Pasada | null) => sql`
  ${NOW(d)}, ${LIMITE(d)}, ${MARCADA}, pasan as (
    select etapa_id, sum(atascados)::int as atascados, sum(aparte)::int as aparte from (
      select h.etapa_id, x.atascados, x.aparte from limite h cross join lateral (${countOver(que)}) x
      union all
      select h.etapa_id, -1, 1 from marcada k join visita_viva v on v.dispositivo_id = k.dispositivo_id
      join limite h on ${OVER} ${SUS_MOTIVOS} where v.causa_id is null and (c.id is not null or a.callado_hasta > now())
    ) x group by 1
  )`

/**
 * Per stage, as last counted: containers in it, without a limit, and silent since. Counted now: over the limit, with and without a reason.
 */
export const cuentasOf = (d: Donde): RawBuilder<unknown> => sql`
  ${PASAN(d, null)}, contados as (
    select c.etapa_id, sum(c.dentro)::int as dentro, sum(c.callan)::int as callan,
      coalesce(sum(c.dentro) filter (where l.limite_s is null), 0)::int as sin_limite
    from ahora h join etapa_cuenta c on c.etapa_id = h.etapa_id and ${DE_FAMILIA(d, sql`c.familia`)}
    left join etapa_limite l on l.etapa_id = c.etapa_id and l.familia = c.familia group by 1
  )`

/** How many visits are over their limit. */
export const countPasadas = (que: Pasada, d: Donde): RawBuilder<{ n: number }> => sql`
  with ${PASAN(d, que)} select coalesce(sum(${sql.ref(que)}), 0)::int as n from pasan`
