import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Schema } from '../../platform/db/schema'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { readSnapshot } from './changes/repo-changes'
import { ELIMINADO, findPart, listColumns, readPart } from './repo'

const CONTAINERS = 6500

describe.runIf(inject('base').hay)('reading a whole set in parts', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('C30000000EE1', 'Reader', 'LEC-EE1')
    const insert = `insert into dispositivo (empresa_id, mac, apodo, tipo)
      select 1, 'EE' || lpad(to_hex(i), 10, '0'), '999-' || i, 'SmartBle' from generate_series(1, ${CONTAINERS}) i`
    await p.servidor.pool.query(insert)
    // Registered after the containers: to find them takes no walk through all containers.
    await p.register('C30000000EE2', 'Reader', 'LEC-EE2')
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado, estado_desde, lector_id)
       select id, 1, now(), 0, now(), (select id from dispositivo where apodo = 'LEC-EE' || 1 + d.id % 2) from dispositivo d
       where mac like 'EE%'`,
    )
    await p.servidor.pool.query('vacuum analyze dispositivo, dispositivo_estado')
  })
  afterAll(() => p.stop())

  /** Rows of the set, and the statements that read them. */
  async function read() {
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: p.servidor.pool }),
      log: (e) => void statements.push(e.query),
    })
    const columns = [...(await listColumns(db, 'contenedores')), ELIMINADO]
    const begin = {
      conjunto: 'contenedores',
      empresa: 1,
      base: '',
      momento: 0,
      desde: null,
      clave: null,
      hasta: null,
      hastaMomento: null,
      cambio: '0',
    } as const
    const { part } = await findPart(db, { ...begin, visto: await readSnapshot(db) }, CONTAINERS * 2)
    statements.length = 0
    const rows: { contenedor_id: number }[] = []
    for await (const texts of readPart(db, part, columns))
      for (const text of texts)
        rows.push(
          ...text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
        )
    return { ids: rows.map((r) => r.contenedor_id), statements }
  }

  const pages = async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    const { rows } = await p.servidor.pool.query(`explain (analyze, buffers, format json) ${sql}`, [
      ...parameters,
    ])
    const plan = rows[0]['QUERY PLAN'][0].Plan
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }

  test('takes two statements for each thousand containers, each container once, in order', async () => {
    const { ids, statements } = await read()
    const { rows } = await p.servidor.pool.query(
      `select id from dispositivo where empresa_id = 1 and tipo <> 'Reader' order by id`,
    )
    expect(ids).toEqual(rows.map((r) => r.id))
    expect(ids.length).toBeGreaterThanOrEqual(CONTAINERS)
    expect(statements.length).toBeLessThanOrEqual(2 * Math.ceil(ids.length / 1000))
  })

  test('reads as many pages for its last thousand as for its first', async () => {
    const reads = (await read()).statements.filter((s) => s.sql.includes('string_agg'))
    const [first, ...others] = await Promise.all(reads.slice(0, -1).map(pages))
    expect(others.length).toBeGreaterThanOrEqual(5)
    expect(Math.max(...others)).toBeLessThan(1.5 * (first ?? 0))
  })
})
