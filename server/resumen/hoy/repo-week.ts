import { type RawBuilder, sql } from 'kysely'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { ClaveCifra } from '#contract/resumen/hoy/semana-values'
import { CON_LUGAR } from '../../oir/incidencias/repo-lugar'
import type { Db } from '../../platform/db/client'

/** `hasta` is exclusive. */
export type Tramo = { desde: Date; hasta: Date }

const LUGAR = sql`coalesce(u.nombre, ${SIN_UBICACION})`
const SIN_FAMILIA = 'Sin familia'
const FAMILIA = sql`coalesce(d.familia, ${SIN_FAMILIA})`

/** Which facts of a source are read, and the page that limits them. */
type Part = { tramo: Tramo; empresa: number | null; page: { page: number; per_page: number } | null }

/**
 * The facts of a table; with a page, only its rows are chosen by index before their names are joined.
 * @param moment column to sort by
 * @param key columns that distinguish facts of the same moment
 */
const rowsOf = (
  tabla: string,
  { moment, key, cual }: { moment: string; key: RawBuilder<unknown>; cual: RawBuilder<unknown> },
  { tramo, empresa, page }: Part,
) => sql`(
  select * from ${sql.table(tabla)} x where ${cual} and x.${sql.ref(moment)} >= ${tramo.desde} and x.${sql.ref(moment)} < ${tramo.hasta}
    and ${empresa === null ? sql`true` : sql`x.empresa_id = ${empresa}`}
  ${page ? sql`order by x.${sql.ref(moment)} desc, ${key} limit ${page.per_page} offset ${(page.page - 1) * page.per_page}` : sql``}
)`

type Source = {
  /** One row for each thing that the figure counts. */
  rows: (p: Part) => RawBuilder<unknown>
  /** The same rows with names. */
  named: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
}

const DEL_DISPOSITIVO = sql`x.dispositivo_id`

/** Visits of stages that begin or end in the period, with their location. */
const visitas = (moment: 'desde' | 'hasta', cual: RawBuilder<unknown>): Source => ({
  rows: (p) => rowsOf('visita', { moment, key: DEL_DISPOSITIVO, cual }, p),
  named: (rows) => sql`
    select v.empresa_id, v.dispositivo_id, v.${sql.ref(moment)}, ${LUGAR}, ${FAMILIA}, null::bigint, null::bigint
    from ${rows} v left join dispositivo d on d.id = v.dispositivo_id left join ubicacion u on u.id = v.ubicacion_id`,
})

/** Containers whose state changed, with their present place. Readers do not have these states. */
const cambios = (cual: RawBuilder<unknown>): Source => ({
  rows: (p) =>
    rowsOf(
      'cambio',
      { moment: 'tiempo', key: DEL_DISPOSITIVO, cual: sql`x.clase = 'estado' and ${cual}` },
      p,
    ),
  named: (rows) => sql`
    select c.empresa_id, c.dispositivo_id, c.tiempo, ${LUGAR}, ${FAMILIA}, null::bigint, null::bigint
    from ${rows} c left join dispositivo d on d.id = c.dispositivo_id
    left join dispositivo_estado s on s.dispositivo_id = d.id
    left join dispositivo l on l.id = s.lector_id
    left join ubicacion u on u.id = coalesce(s.ubicacion_id, l.ubicacion_id, d.ubicacion_id)`,
})

const SOURCES: Record<ClaveCifra, Source> = {
  llegadas: visitas('desde', sql`true`),
  salidas: visitas('hasta', sql`x.fin <> 'baja'`),
  vueltas: visitas('desde', sql`x.vuelta_desde is not null`),
  impactos: {
    rows: (p) => rowsOf('incidencia', { moment: 'tiempo', key: DEL_DISPOSITIVO, cual: sql`true` }, p),
    named: (rows) => sql`
      select i.empresa_id, i.dispositivo_id, i.tiempo, ${LUGAR}, ${FAMILIA}, i.id, null::bigint
      from ${rows} i left join dispositivo d on d.id = i.dispositivo_id ${CON_LUGAR}`,
  },
  extravios: cambios(sql`x.a = 'Posible extravío'`),
  recuperados: cambios(sql`x.de = 'Posible extravío' and x.a <> 'Sin registro'`),
  averias: {
    rows: (p) =>
      rowsOf('causa', { moment: 'desde', key: sql`x.lector_id, x.id`, cual: sql`x.padre_id is null` }, p),
    named: (rows) => sql`
      select c.empresa_id, c.lector_id, c.desde, ${LUGAR}, coalesce(d.apodo, d.mac, 'Varios lectores'), null::bigint, c.id
      from ${rows} c left join dispositivo d on d.id = c.lector_id left join ubicacion u on u.id = d.ubicacion_id`,
  },
}

const hechosOf = (clave: ClaveCifra, p: Part) =>
  sql`hecho (empresa_id, dispositivo_id, momento, lugar, segunda, incidencia, causa) as (${SOURCES[clave].named(SOURCES[clave].rows(p))})`

export type Cuenta = { empresa: number; lugar: string; segunda: string; n: number }

/** The number by company, place and family (for causes: the reader). */
export async function countCifra(db: Db, clave: ClaveCifra, tramo: Tramo): Promise<Cuenta[]> {
  const { rows } = await sql<Cuenta>`with ${hechosOf(clave, { tramo, empresa: null, page: null })}
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

const ORDER = sql`momento desc, dispositivo_id, incidencia, causa`

/** The facts behind a figure, newest first, and their total. */
export async function listCifra(
  db: Db,
  clave: ClaveCifra,
  tramo: Tramo,
  f: CifraFilter,
  page: { page: number; per_page: number },
): Promise<{ filas: CifraRow[]; total: number }> {
  const all: Part = { tramo, empresa: f.empresa, page: null }
  const byName = f.lugar !== undefined || f.segunda !== undefined
  const cuales = sql`(${f.lugar ?? null}::text is null or lugar = ${f.lugar ?? null})
    and (${f.segunda ?? null}::text is null or segunda = ${f.segunda ?? null})`
  // Without a filter by name, names are joined only for the rows of the page.
  const pagina = byName
    ? sql`${hechosOf(clave, all)}, pagina as (select * from hecho where ${cuales} order by ${ORDER}
        limit ${page.per_page} offset ${(page.page - 1) * page.per_page})`
    : sql`${hechosOf(clave, { ...all, page })}, pagina as (select * from hecho)`
  const total = byName
    ? sql<{ n: number }>`with ${hechosOf(clave, all)} select count(*)::int as n from hecho where ${cuales}`
    : sql<{ n: number }>`select count(*)::int as n from ${SOURCES[clave].rows(all)} x`
  const [filas, cuenta] = await Promise.all([
    sql<CifraRow>`with ${pagina}
      select p.momento, d.mac, d.apodo, coalesce(d.tipo = 'Reader', false) as es_lector, p.lugar, p.segunda, p.incidencia,
        p.causa, p.empresa_id as empresa
      from pagina p left join dispositivo d on d.id = p.dispositivo_id order by ${ORDER}`.execute(db),
    total.execute(db),
  ])
  return { filas: filas.rows, total: cuenta.rows[0]?.n ?? 0 }
}

/** The first moment of each company in a table, found by index. */
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

/** Since when each company has facts of a figure; a company without any is missing. */
export async function listComienzos(db: Db, clave: ClaveCifra): Promise<Map<number, Date>> {
  const { rows } = await COMIENZOS[clave].execute(db)
  return new Map(rows.map((r) => [r.empresa, r.desde]))
}
