import type pg from 'pg'

/** Not backed up, because it belongs to a moment or to this database: locks, sessions, exports under way, rejections, its own health. */
const PASAJERAS = [
  'migracion',
  'canal',
  'definicion',
  'ingesta_custodia',
  'restauracion',
  'salidas_retenidas',
  'ingesta_proceso',
  'carril',
  'mqtt_instalacion',
  'mqtt_proceso',
  'mqtt_sesion',
  'recado',
  'carril_memoria',
  'dispositivo_memoria',
  'sesion',
  'sesion_sso',
  'sso_intento',
  'exportacion',
  'freno',
  'plaza',
  'lector_rechazo',
  'pulso',
  'trabajo_resultado',
  'medida',
  'hoy_cuenta',
  'hoy_vuelta',
  // Derived from the stays, and queued again when those are restored.
  'reloj',
  'visita',
  'visita_viva',
  'visita_pendiente',
  'llegada',
  'llegada_cuenta',
  'etapa_medida',
  'etapa_cuenta',
  'ciclo_medida',
  // Learned again every hour.
  'silencio_vuelve',
  'pila_aprendido',
  // Counted again as the tags are restored.
  'pila_cuenta',
  // Updated every minute.
  'causa_detras',
  'perdida',
  'parque',
  'custodia_diferencia',
  'custodia_pendiente',
  'construccion_archivo',
  // Depends on this database's transaction ids.
  'dato_cambio',
  'evento_lote',
]
/** Limits of one read: rows, and characters (pieces of files have half a million each). */
const FILAS_POR_LECTURA = 2000
const LETRAS_POR_LECTURA = 4 << 20
const PRIMERAS = 8

export type Tabla = { nombre: string; columnas: string[] }

/** The tables to back up, each after those that it refers to, with their writable columns. */
export async function listTablas(client: pg.ClientBase): Promise<Tabla[]> {
  const { rows } = await client.query<Tabla & { refiere: string[] }>(
    `select c.relname as nombre,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columnas,
       (select coalesce(json_agg(f.confrelid::regclass::text), '[]') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refiere
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
     order by 1`,
    [PASAJERAS],
  )
  const nombres = new Set(rows.map((t) => t.nombre))
  const order: Tabla[] = []
  for (let faltan = rows; faltan.length; ) {
    const listas = new Set(order.map((t) => t.nombre))
    const sueltas = faltan.filter((t) => t.refiere.every((r) => listas.has(r) || !nombres.has(r)))
    // Tables that refer to each other in a circle: one has to be first (`allowPosteriores`).
    const libres = sueltas.length ? sueltas : faltan.slice(0, 1)
    order.push(...libres.map(({ nombre, columnas }) => ({ nombre, columnas })))
    faltan = faltan.filter((t) => !libres.includes(t))
  }
  return order
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ nombre: string }>('select nombre from migracion order by 1')
  return rows.map((r) => r.nombre)
}

/** Months with a partition of events or of changes, `YYYY-MM-01`. */
export async function listMonths(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ mes: string }>(
    `select distinct to_char(to_date(right(relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as mes from pg_class
     where relispartition and relname ~ '^(evento|cambio)_\\d{6}$' order by 1`,
  )
  return rows.map((r) => r.mes)
}

/** The rows of a table as JSON texts, in batches, within the caller's transaction. */
export async function* readRows(client: pg.ClientBase, tabla: string): AsyncGenerator<string[]> {
  const nombre = client.escapeIdentifier(tabla)
  await client.query(`declare filas no scroll cursor for select row_to_json(t)::text as f from ${nombre} t`)
  for (let cuantas = PRIMERAS; ; ) {
    const { rows } = await client.query<{ f: string }>(`fetch ${cuantas} from filas`)
    if (!rows.length) break
    const filas = rows.map((r) => r.f)
    yield filas
    const largo = filas.reduce((n, f) => n + f.length, 0) / filas.length
    cuantas = Math.min(FILAS_POR_LECTURA, Math.max(1, Math.floor(LETRAS_POR_LECTURA / largo)), 4 * cuantas)
  }
  await client.query('close filas')
}

/** Writes rows of a table as `readRows` returned them. */
export async function writeRows(client: pg.ClientBase, t: Tabla, filas: string[]): Promise<void> {
  const nombre = client.escapeIdentifier(t.nombre)
  const columnas = t.columnas.map((c) => client.escapeIdentifier(c)).join(', ')
  await client.query(
    `insert into ${nombre} (${columnas}) overriding system value
     select ${columnas} from json_populate_recordset(null::${nombre}, $1::json)`,
    [`[${filas.join(',')}]`],
  )
}

/** Whether the database is empty, is Retorna's without data (`vacia`) or with data, or belongs to another program. */
export async function readContenido(client: pg.ClientBase): Promise<'nada' | 'vacia' | 'datos' | 'ajena'> {
  const { rows } = await client.query<{ nuestra: boolean; tablas: number }>(
    `select to_regclass('public.migracion') is not null as nuestra,
       (select count(*) from pg_tables where schemaname = 'public')::int as tablas`,
  )
  const { nuestra, tablas } = rows[0] as { nuestra: boolean; tablas: number }
  if (!nuestra) return tablas ? 'ajena' : 'nada'
  for (const t of ['usuario', 'dispositivo', 'evento']) {
    const tabla = await client.query<{ hay: boolean }>(`select to_regclass($1) is not null as hay`, [
      `public.${t}`,
    ])
    if (tabla.rows[0]?.hay && (await client.query(`select from ${t} limit 1`)).rowCount) return 'datos'
  }
  return 'vacia'
}

/** Whether Retorna runs on this database: each process listens on a channel all the time. */
export async function isEnMarcha(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'retorna-escucha%'`,
  )
  return Boolean(rowCount)
}

/** Drops everything that Retorna has created in the database. */
export async function dropTodo(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$ declare x text; begin
    for x in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
      execute 'drop table if exists public.' || x || ' cascade';
    end loop;
    for x in select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') loop
      execute 'drop function if exists ' || x || ' cascade';
    end loop;
  end $$`)
}

/** Allows replacing the append-only audit log by a restored one, until the transaction ends. */
export async function allowReemplazo(client: pg.ClientBase, si: boolean): Promise<void> {
  await client.query("select set_config('retorna.restaurar', $1, true)", [si ? 'si' : 'no'])
}

/** Empties the tables and creates the partitions that the restore needs. */
export async function clearTablas(client: pg.ClientBase, tablas: Tabla[], months: string[]): Promise<void> {
  await client.query(`truncate ${tablas.map((t) => client.escapeIdentifier(t.nombre)).join(', ')} cascade`)
  for (const month of months) await client.query('select crear_particion_evento($1::date)', [month])
}

/**
 * Lets rows refer to rows that are written later, of the same table or of one later in the order. Such references are checked at the end.
 * @param tablas in the order in which they are written
 * @returns checks them, and restores the check of each row; rejects if a reference leads nowhere
 */
export async function allowPosteriores(
  client: pg.ClientBase,
  tablas: readonly Tabla[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ tabla: string; nombre: string }>(
    `select t.nombre as tabla, f.conname as nombre
     from pg_constraint f
     join unnest($1::text[]) with ordinality as t(nombre, puesto) on f.conrelid = format('public.%I', t.nombre)::regclass
     join unnest($1::text[]) with ordinality as r(nombre, puesto) on f.confrelid = format('public.%I', r.nombre)::regclass
     where f.contype = 'f' and not f.condeferrable and r.puesto >= t.puesto`,
    [tablas.map((t) => t.nombre)],
  )
  const setModo = async (como: string) => {
    for (const { tabla, nombre } of rows)
      await client.query(
        `alter table ${client.escapeIdentifier(tabla)} alter constraint ${client.escapeIdentifier(nombre)} ${como}`,
      )
  }
  await setModo('deferrable initially deferred')
  return async () => {
    await client.query('set constraints all immediate')
    await setModo('not deferrable')
  }
}

/** Sets the id sequences above the ids in use. */
export async function resetNumbers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ tabla: string; columna: string }>(
    `select format('%I', table_name) as tabla, format('%I', column_name) as columna
     from information_schema.columns where table_schema = 'public'
       and (is_identity = 'YES' or column_default like 'nextval(%') and table_name !~ '_\\d{6}$'`,
  )
  for (const { tabla, columna } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('${tabla}', '${columna}'), coalesce(max(${columna}), 1), max(${columna}) is not null) from ${tabla}`,
    )
}

/** Updates the planner statistics of the database (ANALYZE). */
export async function countTodo(client: pg.ClientBase): Promise<void> {
  await client.query('analyze')
}
