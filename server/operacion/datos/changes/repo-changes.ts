import { type RawBuilder, sql } from 'kysely'
import type { Conjunto } from '#contract/operacion/datos/values'
import type { Db } from '../../../platform/db/client'
import { cursorCaducado } from '../cursor'

/** The snapshot of `foto`. A replica does not show running transactions: its oldest horizon is used. */
export async function readSnapshot(foto: Db): Promise<string> {
  const { rows } = await sql<{ visto: string }>`
    select case when pg_is_in_recovery() then x || ':' || x || ':' else pg_current_snapshot()::text end as visto
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as x) y`.execute(foto)
  return (rows[0] as { visto: string }).visto
}

/**
 * Identity of the database in which transaction ids count: of its cluster; of its timeline, which a restored cluster and a promoted replica
 * begin anew, since they may give ids of lost transactions again; of the database; and of its log of changes, which a restored copy makes anew.
 */
export async function readBase(primaria: Db): Promise<string> {
  const { rows } = await sql<{ base: string }>`
    select md5(concat_ws(' ', c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid, 'dato_cambio'::regclass::oid)) as base
    from pg_control_system() c, pg_database d where d.datname = current_database()`.execute(primaria)
  return (rows[0] as { base: string }).base
}

/** Row versions have the lower half of a transaction id, and are compared over half of its range. */
const XID_RANGE = 2n ** 31n

/**
 * Throws 410 if changes since the snapshot `visto` cannot be told in a database that has come to `now`: the snapshot is ahead of it, or is so
 * old that row versions have begun anew.
 */
export function reviewSnapshot(visto: string, now: string): void {
  const [oldest = 0n, next = 0n] = visto.split(':', 2).map(BigInt)
  const end = BigInt(now.split(':')[1] ?? 0)
  if (next > end || end - oldest >= XID_RANGE) throw cursorCaducado()
}

const isUnseen = (xid: RawBuilder<unknown>, visto: string) =>
  sql`not pg_visible_in_snapshot(${xid}, ${visto}::pg_snapshot)`

const unseen = (visto: string) =>
  sql`l.xid >= pg_snapshot_xmin(${visto}::pg_snapshot) and ${isUnseen(sql`l.xid`, visto)}`

const ofSet = (conjunto: string, visto: string) =>
  sql`select l.xid, l.id, l.n, l.t, l.empresa_id from dato_cambio l where l.conjunto = ${conjunto} and ${unseen(visto)}`

/**
 * Containers that changed: those that a trigger names, those whose reader or place it names, and those whose state has another row version. A log of
 * states would cost as much as they do; to compare the versions of all states takes about 20 ms for each 100,000. A version that was written
 * inside a savepoint is not known to a snapshot: no state is written so. They are numbered by container.
 */
function changesOfContenedores(visto: string): RawBuilder<unknown> {
  const oldest = sql`pg_snapshot_xmin(${visto}::pg_snapshot)`
  return sql`
    select l.xid, l.n as id, l.n, null::timestamptz as t, l.empresa_id from (${ofSet('contenedores', visto)}) l
    union all
    select e.xid, d.id, d.id, null, d.empresa_id from (
      select l.xid, e.dispositivo_id from (${ofSet('lectores', visto)}) l join dispositivo_estado e on e.lector_id = l.n
      union all
      select l.xid, e.dispositivo_id from (${ofSet('lugares', visto)}) l join dispositivo_estado e on l.n in (e.ubicacion_id, e.segunda_id)
      union all
      select l.xid, coalesce(e.dispositivo_id, s.id) from (${ofSet('lugares', visto)}) l join dispositivo s on s.ubicacion_id = l.n
        left join dispositivo_estado e on e.lector_id = s.id
      union all
      select v.xid, v.dispositivo_id from (
        select dispositivo_id, (${oldest}::text::bigint + (select age(${oldest}::xid)) - age(xmin))::text::xid8 as xid
        from dispositivo_estado where age(xmin) between 0 and (select age(${oldest}::xid)) offset 0
      ) v where ${isUnseen(sql`v.xid`, visto)}
    ) e
    join dispositivo d on d.id = e.dispositivo_id and d.tipo <> 'Reader' and d.eliminado is null`
}

/** Changes that a snapshot did not include, with the number that they are sorted by. */
export function changesOf(conjunto: Conjunto, visto: string): RawBuilder<unknown> {
  if (conjunto === 'contenedores') return changesOfContenedores(visto)
  if (conjunto === 'eventos')
    return sql`select l.xid, l.id * 1000 + x.o as id, x.n::text as n, x.t, null::int as empresa_id
      from evento_lote l cross join lateral unnest(l.ids, l.tiempos) with ordinality as x(n, t, o) where ${unseen(visto)}`
  if (conjunto !== 'estancias') return ofSet(conjunto, visto)
  // When a reader was moved, its open stays changed too; a stay that ended since has a change of its own.
  return sql`${ofSet(conjunto, visto)} union all
    select l.xid, l.id, e.dispositivo_id, e.lector_desde, e.empresa_id from dato_cambio l join dispositivo_estado e on e.lector_id = l.n
    where l.conjunto = 'traslados' and e.lector_desde is not null and ${unseen(visto)}`
}
