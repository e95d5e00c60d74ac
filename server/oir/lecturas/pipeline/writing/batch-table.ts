import { jsons, numbers, texts } from '../../../../platform/db/queries/columns'
import { machineClock } from '../../../../platform/time/machine-clock'

/** A column that a batch writes: its name, and how the value of a row gets there. */
export type Column<Row> = {
  name: string
  /** SQL type of the elements of the array parameter. */
  type: string
  /** SQL that turns an element into the value of the column. */
  sql: string
  encode(rows: readonly Row[]): string
}

export const number = <Row>(
  name: string,
  type: 'smallint' | 'int' | 'bigint' | 'real' | 'float8',
  value: (row: Row) => number | null,
): Column<Row> => ({ name, type, sql: name, encode: (rows) => numbers(rows, value) })

/** A `timestamptz` from Unix ms. */
export const time = <Row>(name: string, value: (row: Row) => number | null): Column<Row> => ({
  name,
  type: 'float8',
  sql: `to_timestamp(${name} / 1000)`,
  encode: (rows) => numbers(rows, value),
})

export const text = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  type: 'text',
  sql: name,
  encode: (rows) => texts(rows, value),
})

export const flag = <Row>(name: string, value: (row: Row) => boolean): Column<Row> => ({
  name,
  type: 'boolean',
  sql: name,
  encode: (rows) => texts(rows, (row) => (value(row) ? 't' : 'f')),
})

export const json = <Row>(name: string, value: (row: Row) => unknown): Column<Row> => ({
  name,
  type: 'jsonb',
  sql: name,
  encode: (rows) => jsons(rows, value),
})

/** An array of numbers, sent as text: an array of arrays would need the same length in each row. */
export const reals = <Row>(name: string, value: (row: Row) => readonly number[] | null): Column<Row> => ({
  name,
  type: 'text',
  sql: `${name}::real[]`,
  encode: (rows) =>
    texts(rows, (row) => {
      const v = value(row)
      return v && `{${v}}`
    }),
})

/**
 * The columns of a statement that writes a batch. Its SQL and its parameters are both made from them: parameter n is the array of column n.
 */
export function createBatchTable<Row>(...columns: Column<Row>[]) {
  const names = columns.map((c) => c.name)
  return {
    /** For `insert into t (…)`. */
    names: names.join(', '),
    /** The same columns as SQL over `rows`. */
    values: columns.map((c) => c.sql).join(', '),
    /** For `from`: a row for each row of the batch. */
    rows: `unnest(${columns.map((c, i) => `$${i + 1}::${c.type}[]`).join(', ')}) as x(${names.join(', ')})`,
    /**
     * For `do update set …`: each column but those of the key takes the value that was to be inserted.
     * @param otherwise by column name: SQL of another value
     */
    updates: (key: readonly string[], otherwise: Readonly<Record<string, string>> = {}): string =>
      names
        .filter((name) => !key.includes(name))
        .map((name) => `${name} = ${otherwise[name] ?? `excluded.${name}`}`)
        .join(', '),
    encode: (rows: readonly Row[]): string[] => columns.map((c) => c.encode(rows)),
  }
}

/**
 * When a batch is written: column `recibido`. By the clock of this process, as all else in it: that of the database may be another, or have
 * jumped.
 */
export const writtenAt = <Row>(): Column<Row> => time('recibido', () => machineClock.now())

/**
 * The later of two times. A stored time more than 5 minutes ahead of the batch is ignored: our clock was wrong then.
 * @param arrival SQL of when the batch arrived or was written
 */
export const later = (column: string, prior: string, arrival = 'excluded.recibido') =>
  `case when ${prior}.${column} > ${arrival} + interval '5 minutes' then excluded.${column}
    else greatest(${prior}.${column}, excluded.${column}) end`
