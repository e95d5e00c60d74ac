import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../../testing/retorna'

/** Tables of some hundred rows at most, which a deletion reads whole in no time. */
const SMALL = [
  'bi_rol.empresa_id',
  'cambio_por_avisar.dispositivo_id',
  'cambio_por_avisar.empresa_id',
  'carril_memoria.empresa_id',
  'credencial.empresa_id',
  'envio_vista.de_empresa',
  'paseo.empresa_id',
]

/** Foreign keys without an index that begins with their columns, over all rows or over those that refer to something. */
const WITHOUT_INDEX = `
select c.conrelid::regclass || '.' || string_agg(a.attname, ',' order by k.ord) as clave
from pg_constraint c join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
cross join unnest(c.conkey) with ordinality k (n, ord)
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n
where c.contype = 'f' and c.conparentid = 0 and not exists (
  select from pg_index i where i.indrelid = c.conrelid
    and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
    and coalesce(pg_get_expr(i.indpred, i.indrelid) = (
      select '(' || f.attname || ' IS NOT NULL)' from pg_attribute f where f.attrelid = c.conrelid and f.attnum = c.conkey[1]
    ), i.indpred is null))
group by c.oid, c.conrelid order by 1`

describe.runIf(inject('base').hay)('what refers to a row is found by an index where it is deleted', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('each foreign key has one, but for small tables', async () => {
    const { rows } = await p.servidor.pool.query<{ clave: string }>(WITHOUT_INDEX)
    expect(rows.map((r) => r.clave)).toEqual(SMALL)
  })
})
