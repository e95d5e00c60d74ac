import { type RawBuilder, sql } from 'kysely'

/**
 * A query of the distinct values of a column, `valor`, without null: from one to the next by an index that begins with what `where` fixes and goes on with the
 * column. For few values among many rows.
 * @param tabla its alias included, where `column` and `where` name one
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
