import { type RawBuilder, sql } from 'kysely'
import { SIN_UBICACION } from '#contract/valores/inventario'
import type { ClaveCifra } from '#contract/valores/semana'
import type { Db } from '../../platform/db/client'
import { CON_LUGAR } from '../incidencias/repo-lugar'

/** The last left out. */
export type Tramo = { desde: Date; hasta: Date }

const LUGAR = sql`coalesce(u.nombre, ${SIN_UBICACION})`
const SIN_FAMILIA = 'Sin familia'
const FAMILIA = sql`coalesce(d.familia, ${SIN_FAMILIA})`

// What only names a row is joined from the left: where nobody asks for the names, the database leaves it out.

/** Visits of stages that begin or end then, with the location where they were. */
const visitas = (moment: RawBuilder<unknown>, cual: RawBuilder<unknown>, t: Tramo) => sql`
  select v.empresa_id, v.dispositivo_id, ${moment}, ${LUGAR}, ${FAMILIA}, null::bigint, null::bigint
  from visita v left join dispositivo d on d.id = v.dispositivo_id left join ubicacion u on u.id = v.ubicacion_id
  where ${cual} and ${moment} >= ${t.desde} and ${moment} < ${t.hasta}`

/** Containers that became something else, with the place where they are known to be now. Readers never become these. */
const cambios = (cual: RawBuilder<unknown>, t: Tramo) => sql`
  select c.empresa_id, c.dispositivo_id, c.tiempo, ${LUGAR}, ${FAMILIA}, null::bigint, null::bigint
  from cambio c left join dispositivo d on d.id = c.dispositivo_id
  left join dispositivo_estado s on s.dispositivo_id = d.id
  left join dispositivo l on l.id = s.lector_id
  left join ubicacion u on u.id = coalesce(s.ubicacion_id, l.ubicacion_id, d.ubicacion_id)
  where c.clase = 'estado' and ${cual} and c.tiempo >= ${t.desde} and c.tiempo < ${t.hasta}`

/** What each figure counts, a row each: the list of a figure is these rows, and the figure how many there are. */
const FUENTES: Record<ClaveCifra, (t: Tramo) => RawBuilder<unknown>> = {
  llegadas: (t) => visitas(sql`v.desde`, sql`true`, t),
  salidas: (t) => visitas(sql`v.hasta`, sql`v.fin <> 'baja'`, t),
  vueltas: (t) => visitas(sql`v.desde`, sql`v.vuelta_desde is not null`, t),
  impactos: (t) => sql`
    select i.empresa_id, i.dispositivo_id, i.tiempo, ${LUGAR}, ${FAMILIA}, i.id, null::bigint
    from incidencia i left join dispositivo d on d.id = i.dispositivo_id ${CON_LUGAR}
    where i.tiempo >= ${t.desde} and i.tiempo < ${t.hasta}`,
  extravios: (t) => cambios(sql`c.a = 'Posible extravío'`, t),
  recuperados: (t) => cambios(sql`c.de = 'Posible extravío' and c.a <> 'Sin registro'`, t),
  averias: (t) => sql`
    select c.empresa_id, c.lector_id, c.desde, ${LUGAR}, coalesce(d.apodo, d.mac, 'Varios lectores'), null::bigint, c.id
    from causa c left join dispositivo d on d.id = c.lector_id left join ubicacion u on u.id = d.ubicacion_id
    where c.padre_id is null and c.desde >= ${t.desde} and c.desde < ${t.hasta}`,
}

const hechosOf = (clave: ClaveCifra, t: Tramo) =>
  sql`hecho (empresa_id, dispositivo_id, momento, lugar, segunda, incidencia, causa) as (${FUENTES[clave](t)})`

export type Cuenta = { empresa: number; lugar: string; segunda: string; n: number }

/** How many there are, by company, place and family (of faults: the reader). */
export async function countCifra(db: Db, clave: ClaveCifra, t: Tramo): Promise<Cuenta[]> {
  const { rows } = await sql<Cuenta>`with ${hechosOf(clave, t)}
    select empresa_id as empresa, lugar, segunda, count(*)::int as n from hecho group by 1, 2, 3`.execute(db)
  return rows
}

export type CifraFilter = { empresa: number | null; lugar?: string; segunda?: string }

export type CifraRow = {
  momento: Date
  mac: string | null
  apodo: string | null
  es_lector: boolean
  lugar: string
  segunda: string
  incidencia: number | null
  causa: number | null
  empresa: number
}

/** What a figure was counted from, newest first, and how many there are. */
export async function listCifra(
  db: Db,
  clave: ClaveCifra,
  t: Tramo,
  f: CifraFilter,
  page: { page: number; per_page: number },
): Promise<{ filas: CifraRow[]; total: number }> {
  const de = sql`from hecho h where (${f.empresa}::int is null or h.empresa_id = ${f.empresa})
    and (${f.lugar ?? null}::text is null or h.lugar = ${f.lugar ?? null})
    and (${f.segunda ?? null}::text is null or h.segunda = ${f.segunda ?? null})`
  const [filas, cuenta] = await Promise.all([
    sql<CifraRow>`with ${hechosOf(clave, t)}, pagina as (
        select * ${de} order by momento desc, dispositivo_id, incidencia, causa
        limit ${page.per_page} offset ${(page.page - 1) * page.per_page}
      )
      select p.momento, d.mac, d.apodo, coalesce(d.tipo = 'Reader', false) as es_lector, p.lugar, p.segunda, p.incidencia,
        p.causa, p.empresa_id as empresa
      from pagina p left join dispositivo d on d.id = p.dispositivo_id
      order by p.momento desc, p.dispositivo_id, p.incidencia, p.causa`.execute(db),
    sql<{ n: number }>`with ${hechosOf(clave, t)} select count(*)::int as n ${de}`.execute(db),
  ])
  return { filas: filas.rows, total: cuenta.rows[0]?.n ?? 0 }
}

/** The first moment of each company's rows of a table, looked up in its index. */
const firstOf = (tabla: string, column: string, cuales = sql`true`) => sql<{ empresa: number; desde: Date }>`
  select e.id as empresa, x.desde from empresa e cross join lateral (
    select t.${sql.ref(column)} as desde from ${sql.table(tabla)} t where t.empresa_id = e.id and ${cuales}
    order by t.${sql.ref(column)} limit 1
  ) x`
const DE_VISITAS = firstOf('visita', 'desde')
const DE_CAMBIOS = firstOf('cambio', 'tiempo', sql`t.clase = 'estado'`)
const COMIENZOS: Record<ClaveCifra, typeof DE_CAMBIOS> = {
  llegadas: DE_VISITAS,
  salidas: DE_VISITAS,
  vueltas: DE_VISITAS,
  impactos: firstOf('incidencia', 'tiempo'),
  extravios: DE_CAMBIOS,
  recuperados: DE_CAMBIOS,
  averias: DE_CAMBIOS,
}

/** Since when each company's facts of a figure are known; a company that has none is missing. */
export async function listComienzos(db: Db, clave: ClaveCifra): Promise<Map<number, Date>> {
  const { rows } = await COMIENZOS[clave].execute(db)
  return new Map(rows.map((r) => [r.empresa, r.desde]))
}
