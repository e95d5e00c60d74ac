import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COLUMNAS_ANTIGUAS, COLUMNAS_POC } from '#contract/parque/dispositivos/inventario-values'
import type { Db } from '../../../platform/db/client'
import type { Schema } from '../../../platform/db/schema'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { type Filter, listIds, listPage } from './repo-inventario'

const EMPRESA = 1
const ALL = { limit: 1000, offset: 0 }
const ORDERS = [...new Set([...COLUMNAS_POC, ...COLUMNAS_ANTIGUAS])].flatMap((orden) =>
  (['asc', 'desc'] as const).map((sentido) => ({ orden, sentido })),
)
/** A company with few values in most columns, and none in some rows: ties and gaps in every order. */
const FILTERS: Filter[] = [
  { empresa: EMPRESA },
  { empresa: null },
  { empresa: EMPRESA, activado: true },
  { empresa: EMPRESA, bateria: 'Alta' },
  { empresa: EMPRESA, familia: 'ninguna' },
]

describe.runIf(inject('base').hay)('pages of the inventory', () => {
  let p: Prueba
  const sql = (text: string) => p.servidor.pool.query(text)

  beforeAll(async () => {
    p = await startPrueba()
    await sql(
      `insert into dispositivo (empresa_id, mac, apodo, tipo, activado, etiqueta, eliminado)
       select 1 + (n % 10 = 0)::int, 'AE' || lpad(n::text, 10, '0'), case when n % 4 > 0 then 'P' || n % 5 || '-' || n end,
         (array['SmartBle', 'iBeacon', 'Reader'])[1 + n % 3], n % 7 > 0, case when n % 2 = 0 then 'E' || n % 3 end, case when n % 9 = 0 then now() end
       from generate_series(1, 83) n`,
    )
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, estado, bateria, lector_id)
       select id, empresa_id, now() - make_interval(mins => (id % 4 * 2000)::int), now(), id % 3, id % 5 * 20,
         (select min(l.id) + d.id % 2 * 3 from dispositivo l where l.tipo = 'Reader')
       from dispositivo d where id % 5 > 0`,
    )
  })
  afterAll(() => p.stop())

  async function readPages(f: Filter, order: (typeof ORDERS)[number], per_page: number) {
    const first = await listPage(p.servidor.db, f, order, { page: 1, per_page })
    const pages = [first]
    for (let page = 2; page <= Math.ceil(first.total / per_page) + 1; page++)
      pages.push(await listPage(p.servidor.db, f, order, { page, per_page }))
    return { ids: pages.flatMap((x) => x.filas.map((r) => r.id)), totals: pages.map((x) => x.total) }
  }

  test.each(ORDERS)(
    'by $orden $sentido: together they are the list, from whichever end they are read',
    async (order) => {
      for (const f of FILTERS) {
        const list = await listIds(p.servidor.db, f, order, ALL)
        for (const per_page of [9, 20]) {
          const { ids, totals } = await readPages(f, order, per_page)
          expect(ids).toEqual(list)
          expect(new Set(totals)).toEqual(new Set([list.length]))
        }
      }
    },
  )

  /** A database in which somebody does this right after the devices of a page were counted. */
  function createMeanwhile(doIt: () => Promise<unknown>): Db {
    const connect = async () => {
      const client = await p.servidor.pool.connect()
      const query = async (what: string | { text: string }, values: unknown[]) => {
        const res = await client.query(what as string, values)
        if ((typeof what === 'string' ? what : what.text).includes('count(*)')) await doIt()
        return res
      }
      return { query, release: () => client.release() } as unknown as pg.PoolClient
    }
    return new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
    })
  }

  test('a page near the end has no row twice and misses none where devices come while it is read', async () => {
    const order = { orden: 'Dispositivo', sentido: 'asc' } as const
    const f = { empresa: EMPRESA }
    const list = await listIds(p.servidor.db, f, order, ALL)
    let n = 0
    const meanwhile = createMeanwhile(() =>
      sql(
        `insert into dispositivo (empresa_id, mac, tipo) values (1, 'AF00000000' || lpad('${n++}', 2, '0'), 'iBeacon')`,
      ),
    )
    try {
      const per_page = 7
      const page = Math.floor(list.length / per_page)
      const { filas, total } = await listPage(meanwhile, f, order, { page, per_page })
      expect(total).toBe(list.length)
      expect(filas.map((r) => r.id)).toEqual(list.slice((page - 1) * per_page, page * per_page))
      expect(n).toBe(1)
    } finally {
      await sql("delete from dispositivo where mac like 'AF00000000%'")
    }
  })
})
