import { type RawBuilder, sql } from 'kysely'
import type { OpcionesIncidencia, Ranking } from '#contract/oir/incidencias/incidencias'
import { arrivalsOf } from '../../parque/estancias/repo-llegadas'
import type { Db } from '../../platform/db/client'
import { distinctOf } from '../../platform/db/queries/distinct'
import { compareWords } from '../../platform/export/sort'
import { CONTADAS, DE_PENDIENTES, type Filter, GROUPS, ofFilter } from './repo-filter'
import { CON_LECTOR, ID_LUGAR, SIN_ANOTAR } from './repo-lugar'

export async function listRanking(
  db: Db,
  por: 'ubicacion' | 'lector',
  f: Filter & { desde: Date; hasta: Date },
  zona: string,
): Promise<Omit<Ranking['filas'][number], 'por_mil'>[]> {
  const { rows } = await sql<{ nombre: string; impactos: number; llegadas: number }>`
    with ${await arrivalsOf(db, por, f.empresa, f, zona)}, golpes as (
      select ${GROUPS[por]} as nombre from ${CONTADAS} where ${ofFilter(f)}
    )
    select nombre, sum(impactos)::int as impactos, sum(llegadas)::int as llegadas from (
      select nombre, count(*) as impactos, 0 as llegadas from golpes group by nombre
      union all
      select lugar, 0, n from llegada_lugar
    ) juntos group by nombre having sum(impactos) > 0 or sum(llegadas) > 0`.execute(db)
  return rows
}

const MAX_OPTIONS = 1000

/** Filter options for the incidents of a company, and its active users. */
export async function listOptions(db: Db, empresa: number | null): Promise<OpcionesIncidencia> {
  const suyas = sql`(${empresa}::int is null or i.empresa_id = ${empresa})`
  /** A query per company, because the indexes begin with the company. */
  const distinct = (column: RawBuilder<unknown>, where = sql`true`) => sql`
    select v.valor from empresa x
    cross join lateral ${distinctOf(sql`incidencia i`, column, sql`i.empresa_id = x.id and ${where}`)} v
    where ${empresa}::int is null or x.id = ${empresa}`
  const anyNull = (where: RawBuilder<unknown>) =>
    sql`(select null::bigint from incidencia i where ${suyas} and ${where} limit 1)`
  // Distinct places and readers first, then their names.
  const lugares = sql<{ p: string }>`
    select distinct ${GROUPS.ubicacion} as p from (
      ${distinct(sql`i.ubicacion_id`)}
      union select l.ubicacion_id from (${distinct(sql`i.lector_id`, SIN_ANOTAR)}) i left join dispositivo l on l.id = i.valor
      union ${anyNull(sql`i.ubicacion_id is null and (i.lat is not null or i.lector_id is null)`)}
    ) i left join ubicacion u on u.id = i.valor limit ${MAX_OPTIONS}`
  const subscribers = sql<{ p: string }>`
    select distinct ${GROUPS.lector} as p from (
      ${distinct(sql`i.lector_id`)} union ${anyNull(sql`i.lector_id is null`)}
    ) i left join dispositivo l on l.id = i.valor limit ${MAX_OPTIONS}`
  const [ubicaciones, lectores, piezas, personas] = await Promise.all([
    lugares.execute(db),
    subscribers.execute(db),
    // One container with an incident is enough for each family.
    sql<OpcionesIncidencia['piezas'][number]>`
      select f.valor as codigo, min(lt.descripcion) as descripcion from empresa x
      cross join lateral ${distinctOf(sql`dispositivo d`, sql`d.familia`, sql`d.empresa_id = x.id`)} f
      cross join lateral (
        select from dispositivo d where d.empresa_id = x.id and d.familia = f.valor
          and (select true from incidencia i where i.dispositivo_id = d.id and i.empresa_id = x.id limit 1) limit 1
      ) una
      left join lt on lt.empresa_id = x.id and lt.codigo = f.valor
      where ${empresa}::int is null or x.id = ${empresa}
      group by f.valor order by f.valor limit ${MAX_OPTIONS}`.execute(db),
    sql<OpcionesIncidencia['personas'][number]>`
      select id, nombre, empresa_id as empresa from usuario
      where activo and rol <> 'tercero' and (${empresa}::int is null or empresa_id = ${empresa})
      order by lower(nombre), id limit ${MAX_OPTIONS}`.execute(db),
  ])
  const sort = (filas: { p: string }[]) => filas.map((r) => r.p).sort(compareWords)
  return {
    ubicaciones: sort(ubicaciones.rows),
    lectores: sort(lectores.rows),
    piezas: piezas.rows,
    personas: personas.rows,
  }
}

/** Number of open incidents, and of those with a user in charge. */
export async function countOpen(db: Db, empresa: number | null, usuario: number) {
  const { rows } = await sql<{ abiertas: number; mias: number }>`
    select count(*)::int as abiertas, (count(*) filter (where lleva = ${usuario}))::int as mias from incidencia
    where not revisado and (${empresa}::int is null or empresa_id = ${empresa})`.execute(db)
  return rows[0] ?? { abiertas: 0, mias: 0 }
}

export type Pendientes = Record<'danio' | 'mias' | 'nadie' | 'antiguas', { lugar: string; n: number }[]>

/** Open incidents that need an action, by kind and place. */
export async function listPendientes(db: Db, empresa: number | null, usuario: number): Promise<Pendientes> {
  const { rows } = await sql<{ lugar: string } & Record<keyof Pendientes, number>>`
    with por_lugar as materialized (
      select ${ID_LUGAR} as lugar_id, count(*) filter (where i.hubo_danio) as danio,
        count(*) filter (where i.lleva = ${usuario}) as mias, count(*) filter (where ${DE_PENDIENTES.nadie}) as nadie,
        count(*) filter (where ${DE_PENDIENTES.antiguas}) as antiguas
      from incidencia i ${CON_LECTOR}
      where not i.revisado and (${empresa}::int is null or i.empresa_id = ${empresa})
      group by 1
    )
    select ${GROUPS.ubicacion} as lugar, sum(danio)::int as danio, sum(mias)::int as mias, sum(nadie)::int as nadie,
      sum(antiguas)::int as antiguas
    from por_lugar left join ubicacion u on u.id = lugar_id
    group by 1`.execute(db)
  const of = (clave: keyof Pendientes) =>
    rows.flatMap((r) => (r[clave] > 0 ? [{ lugar: r.lugar, n: r[clave] }] : []))
  return { danio: of('danio'), mias: of('mias'), nadie: of('nadie'), antiguas: of('antiguas') }
}
