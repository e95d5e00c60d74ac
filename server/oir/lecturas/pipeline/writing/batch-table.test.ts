import { expect, test } from 'vitest'
import { createBatchTable, flag, json, later, number, reals, text, time } from './batch-table'

type Row = {
  id: number
  at: number | null
  label: string | null
  on: boolean
  g: number[] | null
  more: object
}

const TABLE = createBatchTable<Row>(
  number('id', 'bigint', (r) => r.id),
  time('at', (r) => r.at),
  text('label', (r) => r.label),
  flag('active', (r) => r.on),
  reals('g', (r) => r.g),
  json('more', (r) => r.more),
)

test('names, parameters and arrays of a batch are in one order', () => {
  expect(TABLE.names).toBe('id, at, label, active, g, more')
  expect(TABLE.values).toBe('id, to_timestamp(at / 1000), label, active, g::real[], more')
  expect(TABLE.rows).toBe(
    'unnest($1::bigint[], $2::float8[], $3::text[], $4::boolean[], $5::text[], $6::jsonb[]) as x(id, at, label, active, g, more)',
  )
  expect(
    TABLE.encode([
      { id: 7, at: 1000, label: 'a "b"', on: true, g: [1, 2.5], more: { a: 'é"' } },
      { id: 8, at: null, label: null, on: false, g: null, more: {} },
    ]),
  ).toEqual([
    '{7,8}',
    '{1000,NULL}',
    '{"a \\"b\\"",NULL}',
    '{"t","f"}',
    '{"{1,2.5}",NULL}',
    '{"{\\"a\\":\\"é\\\\\\"\\"}","{}"}',
  ])
})

test('what is there already becomes what was to be inserted, but for its key and where said otherwise', () => {
  expect(TABLE.updates(['id'], { at: later('at', 't') })).toBe(
    `at = ${later('at', 't')}, label = excluded.label, active = excluded.active, g = excluded.g, more = excluded.more`,
  )
})
