import { type RawBuilder, sql } from 'kysely'

/**
 * Query of the price in cents (`centimos`) of a container of a family ('': without) on a day: the family's own price, else that of all
 * families without one; no row where there is neither. Used as a scalar subquery or a lateral join.
 */
export const priceOn = (
  empresa: RawBuilder<unknown>,
  familia: RawBuilder<unknown>,
  dia: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
    select f.centimos from familia_precio f
    where f.empresa_id = ${empresa} and f.familia in (${familia}, '') and f.desde <= ${dia}
    order by f.familia = '', f.desde desc, f.id desc limit 1
  )`
