import type pg from 'pg'
import { COLUMNA_DE_ESTADO } from './cuentas'
import { RELOJ_MAQUINA } from './evento'
import { NOMBRES, SUMA_DIA, SUMA_LECTOR } from './repo-write'

const sumsOf = (key: string) =>
  `select empresa_id, ${key}, ${COLUMNA_DE_ESTADO.map((_, i) => `sum(n) filter (where estado = ${i})`)
    .map((s) => `coalesce(${s}, 0)::bigint`)
    .join(', ')} from movida group by empresa_id, ${key} order by ${key}`

const REDATE = `
with futuro as materialized (
  select id, tiempo from evento where tiempo > to_timestamp($1::float8 / 1000) + interval '5 minutes'
), hecho as (
  update evento e set tiempo = least(e.tiempo - $2::float8 * interval '1 ms', to_timestamp($1::float8 / 1000)),
    valor = jsonb_build_object('${RELOJ_MAQUINA}', to_char(e.tiempo at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || e.valor
  from futuro f where e.id = f.id and e.tiempo = f.tiempo
  returning e.empresa_id, e.dispositivo_id, e.lector_id, e.estado, e.tiempo as ahora, f.tiempo as antes
), movida as materialized (
  select empresa_id, dispositivo_id, lector_id, estado, (antes at time zone $3)::date as dia, -1 as n from hecho
  union all
  select empresa_id, dispositivo_id, lector_id, estado, (ahora at time zone $3)::date, 1 from hecho
), por_dia as (
  insert into evento_cuenta_dia (empresa_id, dia, dispositivo_id, ${NOMBRES}) ${sumsOf('dia, dispositivo_id')}
  ${SUMA_DIA}
), por_lector as (
  insert into evento_cuenta_lector (empresa_id, dia, lector_id, ${NOMBRES}) ${sumsOf('dia, lector_id')}
  ${SUMA_LECTOR}
)
select count(*)::int as n from hecho`

/**
 * Date back events of the future, which were written while the clock was ahead, with their counts; each is marked with what it was dated.
 * @param ahead how far the clock was ahead, ms
 * @param now Unix ms
 * @param zona time zone of the plant, for the day that an event counts for
 * @returns how many there were
 */
export async function redateEventos(
  client: pg.ClientBase,
  { now, ahead }: { now: number; ahead: number },
  zona: string,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(REDATE, [now, ahead, zona])
  return rows[0]?.n ?? 0
}
