import { sql } from 'kysely'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { distinctOf } from '../../platform/db/queries/distinct'
import { isoPlanta } from '../../platform/time/time'

export type Filter = {
  empresa: number | null
  search: string | undefined
  entidad: string | undefined
  accion: Anotacion['accion'] | undefined
  /** `hasta` is exclusive. */
  desde: Date | null
  hasta: Date | null
}

type Row = Omit<Anotacion, 'momento'> & { momento: Date }

const ofFilter = (f: Filter) => {
  const search = f.search ?? null
  return sql`(${f.empresa}::int is null or empresa_id = ${f.empresa})
    and (${f.entidad ?? null}::text is null or entidad = ${f.entidad ?? null})
    and (${f.accion ?? null}::text is null or accion = ${f.accion ?? null})
    and (${f.desde}::timestamptz is null or momento >= ${f.desde})
    and (${f.hasta}::timestamptz is null or momento < ${f.hasta})
    and (${search}::text is null or strpos(buscable, lower(${search})) > 0 or entidad_id = ${search})`
}

const query = (f: Filter) => sql<Row>`
  select id, momento, username, direccion, empresa_id as empresa, accion, entidad, entidad_id, nombre, antes, despues
  from auditoria where ${ofFilter(f)} order by momento desc, id desc`

const present = (f: Row, zona: string): Anotacion => ({ ...f, momento: isoPlanta(f.momento, zona) })

const MAX_ENTIDADES = 100

/** Kinds of things that have entries. */
async function listEntidades(db: Db, empresa: number | null): Promise<string[]> {
  const where = empresa === null ? sql`true` : sql`empresa_id = ${empresa}`
  const { rows } = await sql<{ valor: string }>`
    select valor from ${distinctOf(sql`auditoria`, sql`entidad`, where)} e limit ${MAX_ENTIDADES}`.execute(db)
  return rows.map((r) => r.valor)
}

/** A page of entries, newest first, their total, and the kinds of things that have entries. */
export async function listAnotaciones(db: Db, f: Filter, offset: number, limite: number, zona: string) {
  const [filas, cuenta, tipos] = await Promise.all([
    sql<Row>`${query(f)} limit ${limite} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from auditoria where ${ofFilter(f)}`.execute(db),
    listEntidades(db, f.empresa),
  ])
  return {
    data: filas.rows.map((r) => present(r, zona)),
    total: cuenta.rows[0]?.n ?? 0,
    entidades: tipos,
  }
}

/** All entries, newest first, from one snapshot. */
export const walkAnotaciones = (db: Db, f: Filter, zona: string): AsyncGenerator<Anotacion[]> =>
  walkQuery(
    db,
    async () => query(f),
    (r) => present(r, zona),
  )

export type Nota = {
  accion: Anotacion['accion']
  entidad: string
  id: string
  nombre: string
  /** Undefined: an entry of the installation, not of a company. */
  empresa?: number
  antes?: Record<string, unknown>
  despues?: Record<string, unknown>
}

/** Adds an entry about something that is not a table row. Its author is the one set in the transaction. */
export async function addNota(tx: Db, n: Nota): Promise<void> {
  await sql`insert into auditoria
      (usuario_id, username, direccion, empresa_id, accion, entidad, entidad_id, nombre, antes, despues)
    select (autor ->> 'id')::bigint, autor ->> 'username', autor ->> 'direccion', ${n.empresa ?? null}::int, ${n.accion}, ${n.entidad}, ${n.id},
      ${n.nombre}, ${n.antes ? JSON.stringify(n.antes) : null}::jsonb, ${n.despues ? JSON.stringify(n.despues) : null}::jsonb
    from (select current_setting('retorna.autor')::jsonb as autor) a`.execute(tx)
}

/** @returns the user name of the last change of this row, if it was within the last seconds */
export async function findCambioTras(
  db: Db,
  entidad: string,
  id: number,
  haceS: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    select username from auditoria
    where entidad = ${entidad} and entidad_id = ${String(id)} and momento > now() - make_interval(secs => ${haceS})
    order by momento desc limit 1`.execute(db)
  return rows[0]?.username
}
