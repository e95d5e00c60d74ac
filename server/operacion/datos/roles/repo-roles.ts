import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** Comment on roles that this database's Retorna created: roles belong to the whole server, which may hold other databases. */
const marca = sql`'Retorna, esquema bi de ' || current_database()`

/** How long a session may pause within a transaction, and outside of one. */
const PAUSA = '5min'
const OCIO_MIN = 30

export type Limites = { conexiones: number; minutos: number }

/** Name of the role that Retorna logs in with, and whether it may create roles. */
export async function readMaker(db: Db): Promise<{ rol: string; puede: boolean }> {
  const { rows } = await sql<{ rol: string; puede: boolean }>`
    select rolname as rol, rolcreaterole or rolsuper as puede from pg_roles where rolname = current_user`.execute(
    db,
  )
  return rows[0] as { rol: string; puede: boolean }
}

/** Whether the role was created by this Retorna; null: it does not exist. */
export async function findRol(db: Db, rol: string): Promise<{ propio: boolean } | null> {
  const { rows } = await sql<{ propio: boolean }>`
    select coalesce(shobj_description(oid, 'pg_authid') = ${marca}, false) as propio from pg_roles where rolname = ${rol}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Runs a statement that names the current database, which cannot be a parameter. */
async function runHere(tx: Db, statement: (base: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ base: string }>`select current_database() as base`.execute(tx)
  await statement(sql.id(rows[0]?.base ?? '')).execute(tx)
}

/**
 * Creates a login role that reads the schema `bi`, of one company or of all. PostgreSQL also lets every role create temporary tables in
 * this database: that right is revoked from PUBLIC, and the owner keeps it.
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
    idle_in_transaction_session_timeout: PAUSA,
    idle_session_timeout: `${OCIO_MIN}min`,
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

/** What a role can access beyond the schema `bi`, in SQL terms; empty if all is as it should be. */
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

/** Sets the company of a role (null: all companies) and the minutes that its statements may take. */
export async function bindRol(tx: Db, rol: string, empresa: number | null, minutos: number): Promise<void> {
  await tx.insertInto('bi_rol').values({ rol, empresa_id: empresa, minutos }).execute()
}

export async function setVerifier(db: Db, rol: string, verifier: string): Promise<void> {
  await sql`alter role ${sql.id(rol)} password ${sql.lit(verifier)}`.execute(db)
}

/** Disables logging in with the role. */
export async function closeRol(db: Db, rol: string): Promise<void> {
  await sql`alter role ${sql.id(rol)} nologin`.execute(db)
}

/** Only a member of a role sees what its sessions do, and may end them. */
const join = (db: Db, rol: string) => sql`grant ${sql.id(rol)} to current_user`.execute(db)

/** Ends the sessions of a role in every database of the server. */
export async function endSessions(db: Db, rol: string): Promise<void> {
  await join(db, rol)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${rol}`.execute(db)
}

/** Whether there are such roles; a database that is being prepared may not even have their table. */
export async function hasRoles(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    hay: boolean
  }>`select to_regclass('public.bi_rol') is not null as hay`.execute(db)
  return Boolean(rows[0]?.hay) && (await sql`select from bi_rol limit 1`.execute(db)).rows.length > 0
}

/** Roles with sessions on this database that the role of Retorna is no member of. */
export async function listUnseen(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rol: string }>`
    select p.rolname as rol from pg_roles p join bi_rol b on b.rol = p.rolname
    where not pg_has_role(p.oid, 'usage')
      and exists (select from pg_stat_activity a where a.usesysid = p.oid and a.datname = current_database())`.execute(
    db,
  )
  return rows.map((r) => r.rol)
}

/** @returns false: the role of Retorna may not become a member */
export async function joinRol(db: Db, rol: string): Promise<boolean> {
  return join(db, rol).then(
    () => true,
    (e) => {
      if (e?.code === '42501') return false
      throw e
    },
  )
}

/**
 * Ends the sessions of roles on this database with a statement, or a pause within a transaction or without one, that takes longer than the
 * role may.
 * @returns how many
 */
export async function endLong(db: Db, ocioMin = OCIO_MIN): Promise<number> {
  const { rows } = await sql`
    with plazo as materialized (
      select p.oid, coalesce(make_interval(mins => b.minutos), (
          select split_part(c, '=', 2)::interval from pg_db_role_setting s cross join unnest(s.setconfig) as c
          where s.setrole = p.oid and s.setdatabase = (select oid from pg_database where datname = current_database())
            and c ~ '^statement_timeout=[0-9]+(s|min|h|d)$'
        )) as dura
      from pg_roles p join bi_rol b on b.rol = p.rolname where pg_has_role(p.oid, 'usage')
    )
    select pg_terminate_backend(a.pid) from pg_stat_activity a join plazo z on z.oid = a.usesysid
    where a.datname = current_database() and case a.state
      when 'active' then clock_timestamp() - a.query_start > z.dura
      when 'idle in transaction' then clock_timestamp() - a.state_change > greatest(z.dura, ${PAUSA}::interval)
      when 'idle in transaction (aborted)' then clock_timestamp() - a.state_change > greatest(z.dura, ${PAUSA}::interval)
      when 'idle' then clock_timestamp() - a.state_change > make_interval(mins => ${ocioMin})
    end`.execute(db)
  return rows.length
}

/**
 * Ends the sessions of roles on this database that hold or await an advisory lock. Any role may take one, sees their numbers in `pg_locks`,
 * and the work of all companies waits for some of them.
 * @returns how many
 */
export async function endLocking(db: Db): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a join bi_rol b on b.rol = a.usename
    where a.datname = current_database() and pg_has_role(a.usesysid, 'usage')
      and a.pid in (select pid from pg_locks where locktype = 'advisory')`.execute(db)
  return rows.length
}

/** Also removes a role that has lost its company. */
export async function removeRol(tx: Db, rol: string): Promise<void> {
  await tx.deleteFrom('bi_rol').where('rol', '=', rol).execute()
  await sql`drop owned by ${sql.id(rol)}`.execute(tx)
  await sql`drop role ${sql.id(rol)}`.execute(tx)
}

export type Rol = {
  rol: string
  /** Null: no company, or all if `todas`. */
  empresa: string | null
  todas: boolean
  conexiones: number
  abiertas: number
}

/** Roles of this database, including those of a deleted company. */
export async function listRoles(db: Db): Promise<Rol[]> {
  const { rows } = await sql<Rol>`
    select p.rolname as rol, e.id || ' ' || e.nombre as empresa, b.rol is not null and b.empresa_id is null as todas, p.rolconnlimit as conexiones,
      (select count(*)::int from pg_stat_activity a where a.usename = p.rolname) as abiertas
    from pg_roles p left join bi_rol b on b.rol = p.rolname left join empresa e on e.id = b.empresa_id
    where shobj_description(p.oid, 'pg_authid') = ${marca} order by 1`.execute(db)
  return rows
}
