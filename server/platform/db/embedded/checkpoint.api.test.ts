import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { needs } from '../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { createPool } from '../client'
import { checkpointLong } from './checkpoint'

const MIB = 1 << 20
const OF_EMBEDDED = needs(Boolean(inject('base').parametros), 'son del PostgreSQL integrado')

describe.runIf(inject('base').hay)('checkpoints', OF_EMBEDDED, () => {
  let p: Prueba
  let pool: pg.Pool
  beforeAll(async () => {
    p = await startPrueba()
    pool = createPool(p.url)
  })
  afterAll(async () => {
    await pool.end()
    await p.stop()
  })

  test('are made once much was written, and a server that is killed has little to replay', async () => {
    await pool.query('create table escrito as select md5(n::text) as que from generate_series(1, 200000) n')
    const { rows } = await pool.query<{ at: string }>('select pg_current_wal_lsn() as at')
    // Another test of this server may have had one made a moment ago: of the log there is always some.
    expect(await checkpointLong(pool, 1)).toBe(true)
    const covered = await pool.query('select redo_lsn >= $1::pg_lsn as yes from pg_control_checkpoint()', [
      rows[0]?.at,
    ])
    expect(covered.rows).toEqual([{ yes: true }])
    expect(await checkpointLong(pool, 4096 * MIB)).toBe(false)
  })
})
