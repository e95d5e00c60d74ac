import type pg from 'pg'
import { rebuildCuentas } from '#server/oir/eventos/repo-write'
import { EMPRESA } from './planta'

export const ZONA = 'Europe/Madrid'
export const DAYS = 90

/** Indexes are created after the rows: that makes a load of this size fastest. */
async function withoutIndexes(pool: pg.Pool, load: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ nombre: string; definicion: string }>(
    `select c.relname as nombre, pg_get_indexdef(i.indexrelid) as definicion
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'evento'::regclass and not i.indisprimary`,
  )
  for (const { nombre } of rows) await pool.query(`drop index ${nombre}`)
  await load()
  for (const { definicion } of rows) await pool.query(definicion.replace(' ON ONLY ', ' ON '))
}

/**
 * Events of the last 90 days in order of time, of any device, nearly always heard by its own reader, most of them at rest; and their
 * counts. Similar to real data, but made in minutes instead of months.
 * @param first first ids of tags and readers
 */
export async function seedEventos(
  pool: pg.Pool,
  eventos: number,
  first: { tag: number; lector: number },
  plantas: { tags: number; lectores: number },
): Promise<void> {
  await pool.query(
    `select crear_particion_evento((date_trunc('month', now()) - make_interval(months => m))::date)
     from generate_series(-1, ${Math.ceil(DAYS / 28)}) m`,
  )
  await withoutIndexes(pool, async () => {
    await pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, lector_id, tiempo, estado, etiqueta, bateria, temperatura, valor)
       select i, $1, $2 + tag, $3 + case when i % 20 = 0 then (tag + i) % $5 else tag * $5 / $4 end,
         date_trunc('milliseconds', now() - make_interval(days => ${DAYS}) * (1 - i::float8 / $6)),
         case when i % 400 = 7 then 2 when i % 6 = 0 then 1 else 0 end,
         case when i % 9 = 0 then '-1' end, 100 - (i * 31 % 600) / 10.0, 18 + (i * 17 % 80) / 10.0,
         jsonb_build_object('rssi', -50 - i % 40, 'nombre', 'S1', 'humedad', 55.5)
       from (select i, ((i * 48271) % 2147483647) % $4 as tag from generate_series(1::bigint, $6::bigint) i) g`,
      [EMPRESA, first.tag, first.lector, plantas.tags, plantas.lectores, eventos],
    )
  })
  const client = await pool.connect()
  await rebuildCuentas(client, ZONA)
  client.release()
  await pool.query('vacuum analyze')
}
