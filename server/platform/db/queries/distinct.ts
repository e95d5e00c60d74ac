import { type RawBuilder, sql } from 'kysely'

/**
 * Query of the distinct values of a column, as `valor`, without null. It jumps from one value to the next by an index that begins with what
 * `where` fixes, followed by the column. For few values among many rows.
 * @param tabla with its alias, if `column` and `where` use one
 */
export const distinctOf = (
  tabla: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  with recursive distinto (valor) as (
    (select ${column} from ${tabla} where ${where} and ${column} is not null order by ${column} limit 1)
    union all
    select (select ${column} from ${tabla} where ${where} and ${column} > distinto.valor order by ${column} limit 1) from distinto where distinto.valor is not null
  )
  select valor from distinto where valor is not null
)`
