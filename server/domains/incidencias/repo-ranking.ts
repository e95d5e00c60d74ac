import { sql } from 'kysely'
import type { OpcionesIncidencia, Ranking } from '#contract/eventos/incidencias'
import { SIN_LECTOR } from '#contract/valores/eventos/incidencias'
import type { Db } from '../../platform/db/client'
import { llegadasPorLugar } from '../estancias/repo'
import { CONTADAS, DE_PENDIENTES, type Filter, GROUPS, ofFilter, WORDS } from './repo-filter'
import { CON_LECTOR, ID_LUGAR, SIN_ANOTAR } from './repo-lugar'

/** Stays that begin within the times: by place, readers that stand in one place as one; or by the reader that heard them first. */
function llegadasOf(por: 'ubicacion' | 'lector', p: { desde: Date; hasta: Date }) {
  if (por === 'lector')
    return sql`llegada as (
      select coalesce(l.apodo, l.mac) as lugar from estancia_toda e
      join flota on flota.id = e.dispositivo_id and flota.empresa_id = e.empresa_id join dispositivo l on l.id = e.lector_id
      where e.desde >= ${p.desde} and e.desde < ${p.hasta} and e.acaba >= ${p.desde}
    )`
  return llegadasPorLugar(p)
}

export async function listRanking(
  db: Db,
  por: 'ubicacion' | 'lector',
  f: Filter & { desde: Date; hasta: Date },
): Promise<Omit<Ranking['filas'][number], 'por_mil'>[]> {
  const { rows } = await sql<{ nombre: string; impactos: number; llegadas: number }>`
    with flota as (
      select id, empresa_id from dispositivo
      where tipo <> 'Reader' and ${f.empresa === null ? sql`true` : sql`empresa_id = ${f.empresa}`}
    ), ${llegadasOf(por, f)}, golpes as (
      select ${GROUPS[por]} as nombre from ${CONTADAS} where ${ofFilter(f)}
    )
    select nombre, sum(impactos)::int as impactos, sum(llegadas)::int as llegadas from (
      select nombre, count(*) as impactos, 0 as llegadas from golpes group by nombre
      union all
      select lugar, 0, count(*) from llegada group by lugar
    ) juntos group by nombre`.execute(db)
  return rows
}

const MAX_OPTIONS = 1000

/** What the incidents of a company can be distinguished by, and its active users. */
export async function listOptions(db: Db, empresa: number | null): Promise<OpcionesIncidencia> {
  const suyas = sql`(${empresa}::int is null or i.empresa_id = ${empresa})`
  // First the places and readers that differ, then what each of them is called: there are few of them among many incidents.
  const lugares = sql<{ p: string }>`
    select distinct ${GROUPS.ubicacion} as p from (
      select distinct i.ubicacion_id, case when ${SIN_ANOTAR} then i.lector_id end as lector_id
      from incidencia i where ${suyas}
    ) i left join ubicacion u
      on u.id = coalesce(i.ubicacion_id, (select l.ubicacion_id from dispositivo l where l.id = i.lector_id)) limit ${MAX_OPTIONS}`
  const subscribers = sql<{ p: string }>`
    select distinct coalesce((select ${WORDS.ApodoLector} from dispositivo l where l.id = i.lector_id), ${SIN_LECTOR}) as p
    from (select distinct lector_id from incidencia i where ${suyas}) i limit ${MAX_OPTIONS}`
  const [ubicaciones, lectores, piezas, personas] = await Promise.all([
    lugares.execute(db),
    subscribers.execute(db),
    // Of each family one container with an incident is enough.
    sql<OpcionesIncidencia['piezas'][number]>`
      select f.familia as codigo, min(lt.descripcion) as descripcion from (
        select distinct familia, empresa_id from dispositivo i where familia is not null and ${suyas}
      ) f left join lt on lt.empresa_id = f.empresa_id and lt.codigo = f.familia
      where exists (select from dispositivo d join incidencia i on i.dispositivo_id = d.id
        where d.empresa_id = f.empresa_id and d.familia = f.familia and i.empresa_id = f.empresa_id)
      group by f.familia order by f.familia limit ${MAX_OPTIONS}`.execute(db),
    sql<OpcionesIncidencia['personas'][number]>`
      select id, nombre, empresa_id as empresa from usuario
      where activo and (${empresa}::int is null or empresa_id = ${empresa})
      order by lower(nombre), id limit ${MAX_OPTIONS}`.execute(db),
  ])
  const sort = (filas: { p: string }[]) =>
    filas.map((r) => r.p).sort((a, b) => a.localeCompare(b, 'es', { numeric: true }))
  return {
    ubicaciones: sort(ubicaciones.rows),
    lectores: sort(lectores.rows),
    piezas: piezas.rows,
    personas: personas.rows,
  }
}

/** Open incidents of all time, and those that somebody is on. */
export async function countOpen(db: Db, empresa: number | null, usuario: number) {
  const { rows } = await sql<{ abiertas: number; mias: number }>`
    select count(*)::int as abiertas, (count(*) filter (where lleva = ${usuario}))::int as mias from incidencia
    where not revisado and (${empresa}::int is null or empresa_id = ${empresa})`.execute(db)
  return rows[0] ?? { abiertas: 0, mias: 0 }
}

export type Pendientes = Record<'danio' | 'mias' | 'nadie' | 'antiguas', { lugar: string; n: number }[]>

/** Open incidents of all time of each kind that somebody has to do something about, by place. */
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
