import type pg from 'pg'
import { jsons, numbers, texts } from '../../platform/db/queries/columns'
import { COLUMNA_DE_ESTADO, countColumns, countEventos } from './cuentas'
import type { NewEvento } from './evento'
import { idDeEvento } from './identidad'
import { type Day, ensurePartitions, forgetPartitions, listDays } from './repo-partitions'

/** The rows of a batch by column, as INSERT and COPY read them. */
const columnsOf = (eventos: NewEvento[]) => [
  `{${eventos.map(idDeEvento).join(',')}}`,
  numbers(eventos, (e) => e.empresa),
  numbers(eventos, (e) => e.dispositivo),
  numbers(eventos, (e) => e.lector),
  numbers(eventos, (e) => e.tiempo),
  numbers(eventos, (e) => e.estado),
  texts(eventos, (e) => e.etiqueta),
  numbers(eventos, (e) => e.bateria),
  numbers(eventos, (e) => e.temperatura),
  jsons(eventos, (e) => e.valor),
]

const ROWS = `
  select id, e, d, l, to_timestamp(t / 1000) as t, s, et, b, te, v from unnest(
    $1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::float8[], $6::smallint[], $7::text[], $8::real[],
    $9::real[], $10::jsonb[]) as x(id, e, d, l, t, s, et, b, te, v)`

const COLUMNS =
  'id, empresa_id, dispositivo_id, lector_id, tiempo, estado, etiqueta, bateria, temperatura, valor'

const sumaEn = (tabla: string) =>
  COLUMNA_DE_ESTADO.map((c) => `${c} = ${tabla}.${c} + excluded.${c}`).join(', ')
const SUMA_DISPOSITIVO = `on conflict (dispositivo_id, lector_id) do update set ${sumaEn('evento_cuenta')}`
/** How counts of a day are added to those that there are. */
export const SUMA_DIA = `on conflict (dia, dispositivo_id) do update set ${sumaEn('evento_cuenta_dia')}`
export const SUMA_LECTOR = `on conflict (empresa_id, dia, lector_id) do update set ${sumaEn('evento_cuenta_lector')}`

/** The columns of a count, one for each state. */
export const NOMBRES = COLUMNA_DE_ESTADO.join(', ')

/** Usual case: all rows are new. They are inserted with counts computed beforehand; a row that exists makes the statement fail. */
const INSERT_NEW = `
with escrito as (
  insert into evento (${COLUMNS}) ${ROWS}
), por_dispositivo as (
  insert into evento_cuenta (empresa_id, dispositivo_id, lector_id, ${NOMBRES})
  select * from unnest($11::int[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[])
  ${SUMA_DISPOSITIVO}
), por_dia as (
  insert into evento_cuenta_dia (empresa_id, dia, dispositivo_id, ${NOMBRES})
  select * from unnest($17::int[], $18::date[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[])
  ${SUMA_DIA}
)
insert into evento_cuenta_lector (empresa_id, dia, lector_id, ${NOMBRES})
select * from unnest($23::int[], $24::date[], $25::bigint[], $26::bigint[], $27::bigint[], $28::bigint[])
${SUMA_LECTOR}`

const SUMS = COLUMNA_DE_ESTADO.map((c) => `sum(${c})::bigint`).join(', ')
const POR_ESTADO = COLUMNA_DE_ESTADO.map(
  (c, i) => `(count(*) filter (where estado = ${i}))::bigint as ${c}`,
).join(', ')

/** Some rows exist: only the rows that the database reports as inserted are counted. */
const INSERT_FALTAN = `
with escrito as (
  insert into evento (${COLUMNS}) ${ROWS}
  on conflict do nothing
  returning empresa_id, dispositivo_id, lector_id, estado, tiempo
), grupo as materialized (
  select empresa_id, (tiempo at time zone $11)::date as dia, dispositivo_id, lector_id, ${POR_ESTADO}
  from escrito group by 1, 2, 3, 4
), por_dispositivo as (
  insert into evento_cuenta (empresa_id, dispositivo_id, lector_id, ${NOMBRES})
  select empresa_id, dispositivo_id, lector_id, ${SUMS} from grupo group by 1, 2, 3 order by 2, 3
  ${SUMA_DISPOSITIVO}
), por_dia as (
  insert into evento_cuenta_dia (empresa_id, dia, dispositivo_id, ${NOMBRES})
  select empresa_id, dia, dispositivo_id, ${SUMS} from grupo group by 1, 2, 3 order by 2, 3
  ${SUMA_DIA}
), por_lector as (
  insert into evento_cuenta_lector (empresa_id, dia, lector_id, ${NOMBRES})
  select empresa_id, dia, lector_id, ${SUMS} from grupo group by 1, 2, 3 order by 1, 2, 3
  ${SUMA_LECTOR}
)
select count(*) as n from escrito`

const REPETIDO = '23505'
const NO_PARTITION = '23514'
const SIN_TRANSACCION = '25P01'
const codigoOf = (e: unknown) => (e as { code?: string }).code

/**
 * Writes events with their counts in the caller's transaction, one statement per batch. @returns how many were new
 * @param base identity of the database (its pool), for the cache of partitions and days
 */
export async function insertEventos(
  client: pg.ClientBase,
  base: object,
  eventos: NewEvento[],
  zona: string,
): Promise<number> {
  if (!eventos.length) return 0
  const times = eventos.map((e) => e.tiempo)
  await ensurePartitions(client, base, times)
  const columns = columnsOf(eventos)
  try {
    const days = await listDays(client, base, zona, times)
    if (await insertNew(client, eventos, days, columns)) return eventos.length
    const values = [...columns, zona]
    const { rows } = await client.query({ name: 'insert-faltan', text: INSERT_FALTAN, values })
    return rows[0].n
  } catch (e) {
    if (codigoOf(e) === NO_PARTITION) forgetPartitions(base)
    throw e
  }
}

/** @returns false if a row existed; then nothing was written */
async function insertNew(
  client: pg.ClientBase,
  eventos: NewEvento[],
  days: Day[],
  columns: string[],
): Promise<boolean> {
  const c = countEventos(eventos, days)
  const values = [
    ...columns,
    ...countColumns(c.porDispositivo, ['dispositivo', 'lector']),
    ...countColumns(c.porDia, ['dia', 'dispositivo']),
    ...countColumns(c.porLector, ['dia', 'lector']),
  ]
  const inside = await openPoint(client)
  try {
    await client.query({ name: 'insert-nuevos', text: INSERT_NEW, values })
    if (inside) await client.query('release savepoint eventos')
    return true
  } catch (e) {
    if (codigoOf(e) !== REPETIDO) throw e
    // It would stay open, and what the caller writes afterwards would be written inside it.
    if (inside) await client.query('rollback to savepoint eventos; release savepoint eventos')
    return false
  }
}

/** @returns false outside a transaction, where a failed statement rolls itself back */
async function openPoint(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('savepoint eventos')
    return true
  } catch (e) {
    if (codigoOf(e) !== SIN_TRANSACCION) throw e
    return false
  }
}

const COPIA = `
insert into evento (${COLUMNS})
${ROWS}
on conflict do nothing`

/**
 * Writes many old events without their counts, for imports into a database that is not in use yet. `rebuildCuentas` must follow in the same
 * transaction.
 */
export async function importEventos(
  client: pg.ClientBase,
  base: object,
  eventos: NewEvento[],
): Promise<void> {
  await ensurePartitions(
    client,
    base,
    eventos.map((e) => e.tiempo),
  )
  await client.query({ name: 'import-eventos', text: COPIA, values: columnsOf(eventos) })
}

/** Rebuilds all counts of events, by local day of the plant. Rows of a day lie together, as when they are written on that day. */
export async function rebuildCuentas(client: pg.ClientBase, zona: string): Promise<void> {
  await client.query('truncate evento_cuenta, evento_cuenta_dia, evento_cuenta_lector')
  for (const [tabla, claves] of [
    ['evento_cuenta', 'dispositivo_id, lector_id'],
    ['evento_cuenta_dia', 'dia, dispositivo_id'],
    ['evento_cuenta_lector', 'dia, lector_id'],
  ])
    await client.query(
      `insert into ${tabla} (empresa_id, ${claves}, ${NOMBRES})
       select empresa_id, ${claves}, ${POR_ESTADO}
       from (select *, (tiempo at time zone $1)::date as dia from evento) e
       group by empresa_id, ${claves} order by ${claves}`,
      [zona],
    )
}
