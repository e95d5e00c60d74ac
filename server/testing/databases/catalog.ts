import type pg from 'pg'

/** Objects that a month's partition or an extension makes are left out. */
const OURS = "n.nspname = 'public' and not c.relispartition and c.relname !~ '^definicion'"

/** What a schema consists of, a line each; duplicate lines count once. Monthly partitions are left out. */
const PARTS: Record<string, string> = {
  tables: `select c.relname, c.relkind, c.relpersistence, c.reloptions::text, pg_get_partkeydef(c.oid)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p', 'S', 'v')`,
  // Column numbers differ where a column was dropped before; the order of the columns does not.
  columns: `select c.relname, row_number() over (partition by c.oid order by a.attnum)::text, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull::text, a.attidentity, a.attgenerated, a.attstorage, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  // NOT NULL is reported with the columns: PostgreSQL 18 makes it a named constraint, 15 does not.
  constraints: `select c.relname, k.conname, k.contype, pg_get_constraintdef(k.oid), k.condeferrable::text, k.condeferred::text, k.convalidated::text
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and k.contype <> 'n'`,
  indexes: `select c.relname, i.relname, pg_get_indexdef(x.indexrelid) from pg_index x join pg_class i on i.oid = x.indexrelid
    join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  triggers: `select c.relname, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not t.tgisinternal`,
  views: `select c.relname, pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'v'`,
  functions: `select p.oid::regprocedure::text, pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`,
  sequences: `select sequencename, data_type::text, start_value::text, min_value::text, max_value::text, increment_by::text, cycle::text
    from pg_sequences where schemaname = 'public'`,
}

/** The schema `public` of a database, from its catalogs, in an order that is the same for any two databases. */
export async function readCatalog(pool: pg.Pool): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {}
  for (const [part, text] of Object.entries(PARTS)) {
    const { rows } = await pool.query({ text, rowMode: 'array' })
    catalog[part] = rows.map((r) => r.join(' | ')).sort()
  }
  return catalog
}
