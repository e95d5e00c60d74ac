import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** How a role is marked that this database's Retorna has made: roles are of the whole server, which may hold other databases. */
const marca = sql`'Retorna, esquema bi de ' || current_database()`

export type Limites = { conexiones: number; minutos: number }

/** Whether the role that Retorna logs in with may make others; its name. */
export async function readMaker(db: Db): Promise<{ rol: string; puede: boolean }> {
  const { rows } = await sql<{ rol: string; puede: boolean }>`
    select rolname as rol, rolcreaterole or rolsuper as puede from pg_roles where rolname = current_user`.execute(
    db,
  )
  return rows[0] as { rol: string; puede: boolean }
}

/** Null: there is no such role; else whether it is one of ours. */
export async function findRol(db: Db, rol: string): Promise<{ propio: boolean } | null> {
  const { rows } = await sql<{ propio: boolean }>`
    select coalesce(shobj_description(oid, 'pg_authid') = ${marca}, false) as propio from pg_roles where rolname = ${rol}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A statement that names the present database, which no parameter can. */
async function runHere(tx: Db, statement: (base: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ base: string }>`select current_database() as base`.execute(tx)
  await statement(sql.id(rows[0]?.base ?? '')).execute(tx)
}

/**
 * A role that logs in and reads the schema `bi`, of one company or of all. What PostgreSQL gives everybody beside that, tables of one's own in this
 * database, is taken from everybody: its owner keeps it.
 */
export async function createRol(tx: Db, rol: string, verifier: string, limites: Limites): Promise<void> {
  const id = sql.id(rol)
  await sql`create role ${id} login connection limit ${sql.lit(limites.conexiones)} password ${sql.lit(verifier)}`.execute(
    tx,
  )
  const { rows } = await sql<{ marca: string }>`select ${marca} as marca`.execute(tx)
  await sql`comment on role ${id} is ${sql.lit(rows[0]?.marca ?? '')}`.execute(tx)
  const settings = {
    default_transaction_read_only: 'on',
    statement_timeout: `${limites.minutos}min`,
    idle_in_transaction_session_timeout: '5min',
    idle_session_timeout: '30min',
    search_path: 'bi',
  }
  for (const [name, value] of Object.entries(settings))
    await runHere(
      tx,
      (base) => sql`alter role ${id} in database ${base} set ${sql.id(name)} = ${sql.lit(value)}`,
    )
  await runHere(tx, (base) => sql`grant connect on database ${base} to ${id}`)
  await sql`grant usage on schema bi to ${id}`.execute(tx)
  await runHere(tx, (base) => sql`revoke temporary on database ${base} from public`)
  await sql`revoke create on schema public from public`.execute(tx)
}

/** What a role reaches beyond the schema `bi`, in words of SQL: nothing, where all is as it should be. */
export async function listReach(tx: Db, rol: string): Promise<string[]> {
  const { rows } = await sql<{ que: string }>`
    with s as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    select 'TEMPORARY ON DATABASE ' || quote_ident(current_database()) as que where has_database_privilege(${rol}, current_database(), 'temporary')
    union all
    select 'CREATE ON DATABASE ' || quote_ident(current_database()) where has_database_privilege(${rol}, current_database(), 'create')
    union all
    select 'CREATE ON SCHEMA ' || quote_ident(nspname) from s where has_schema_privilege(${rol}, oid, 'create')
    union all
    select 'ALL ON ' || c.oid::regclass from pg_class c join s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(${rol}, s.oid, 'usage')
      and (has_table_privilege(${rol}, c.oid, 'insert, update, delete, truncate, trigger, references')
        or s.nspname <> 'bi' and has_any_column_privilege(${rol}, c.oid, 'select'))
    union all
    select 'EXECUTE ON FUNCTION ' || p.oid::regprocedure from pg_proc p join s on s.oid = p.pronamespace
    where p.prosecdef and has_schema_privilege(${rol}, s.oid, 'usage') and has_function_privilege(${rol}, p.oid, 'execute')`.execute(
    tx,
  )
  return rows.map((r) => r.que)
}

/** Of which company a role is; null: of all. */
export async function bindRol(tx: Db, rol: string, empresa: number | null): Promise<void> {
  await tx.insertInto('bi_rol').values({ rol, empresa_id: empresa }).execute()
}

export async function setVerifier(db: Db, rol: string, verifier: string): Promise<void> {
  await sql`alter role ${sql.id(rol)} password ${sql.lit(verifier)}`.execute(db)
}

/** Nobody logs in with it any more. */
export async function closeRol(db: Db, rol: string): Promise<void> {
  await sql`alter role ${sql.id(rol)} nologin`.execute(db)
}

/** Who is logged in with it is logged out, of every database of the server: only a member of a role may do that. */
export async function endSessions(db: Db, rol: string): Promise<void> {
  await sql`grant ${sql.id(rol)} to current_user`.execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${rol}`.execute(db)
}

/** Also where it had its company no more. */
export async function removeRol(tx: Db, rol: string): Promise<void> {
  await tx.deleteFrom('bi_rol').where('rol', '=', rol).execute()
  await sql`drop owned by ${sql.id(rol)}`.execute(tx)
  await sql`drop role ${sql.id(rol)}`.execute(tx)
}

export type Rol = {
  rol: string
  /** Null: of none, or of all where `todas`. */
  empresa: string | null
  todas: boolean
  conexiones: number
  abiertas: number
}

/** Roles of this database, also of a company that is gone. */
export async function listRoles(db: Db): Promise<Rol[]> {
  const { rows } = await sql<Rol>`
    select p.rolname as rol, e.id || ' ' || e.nombre as empresa, b.rol is not null and b.empresa_id is null as todas, p.rolconnlimit as conexiones,
      (select count(*)::int from pg_stat_activity a where a.usename = p.rolname) as abiertas
    from pg_roles p left join bi_rol b on b.rol = p.rolname left join empresa e on e.id = b.empresa_id
    where shobj_description(p.oid, 'pg_authid') = ${marca} order by 1`.execute(db)
  return rows
}
