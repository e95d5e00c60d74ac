import { type RawBuilder, sql } from 'kysely'
import type { FilaMerma, Merma } from '#contract/cuentas/perdidas/merma'
import { type PorMerma, type QueMerma, SIN_CLAVE } from '#contract/cuentas/perdidas/merma-values'
import type { Db } from '../../../platform/db/client'
import { walkQuery } from '../../../platform/db/queries/cursor'
import { isoPlanta } from '../../../platform/time/time'
import { personaOf } from '../repo'

/** A calendar year of a company (null: of all), or the part of it that has passed; `hasta` is exclusive. */
export type Ano = { empresa: number | null; desde: Date; hasta: Date; zona: string }
export type ListMerma = Ano & { por: PorMerma; clave: string | null; que: QueMerma }

/** When the first container was registered; null: there is none. */
export async function findPrimero(db: Db, empresa: number | null): Promise<Date | null> {
  const { rows } = await sql<{ primero: Date | null }>`
    select min(creado) as primero from dispositivo where tipo <> 'Reader' and (${empresa}::int is null or empresa_id = ${empresa})`.execute(
    db,
  )
  return rows[0]?.primero ?? null
}

const CLAVE: Record<PorMerma, RawBuilder<unknown>> = {
  familia: sql`coalesce(nullif(p.familia, ''), ${SIN_CLAVE})`,
  etapa: sql`coalesce(p.etapa_id::text, ${SIN_CLAVE})`,
  tercero: sql`coalesce(p.tercero_id::text, ${SIN_CLAVE})`,
}

/** The declarations of loss of the year that were not taken back. */
const ofAno = ({ empresa, desde, hasta }: Ano) =>
  sql`(${empresa}::int is null or p.empresa_id = ${empresa}) and p.momento >= ${desde} and p.momento < ${hasta}`

type Suma = Pick<Merma['total'], 'declarados' | 'recuperados' | 'perdidos' | 'centimos'>

/** Sums of the declared losses, by key. */
export async function sumDeclaradas(db: Db, ano: Ano, por: PorMerma) {
  const { rows } = await sql<Suma & { clave: string }>`
    select ${CLAVE[por]} as clave, count(*)::int as declarados, count(recuperada)::int as recuperados,
      (count(*) filter (where recuperada is null))::int as perdidos,
      coalesce(sum(centimos) filter (where recuperada is null), 0)::float8 as centimos
    from perdida_declarada p where ${ofAno(ano)} group by 1 order by 1`.execute(db)
  return rows
}

/** Names of stages or partners by key. */
export async function listNombres(db: Db, empresa: number | null, por: 'etapa' | 'tercero') {
  const { rows } = await sql<{ clave: string; nombre: string }>`
    select t.id::text as clave, t.nombre || case when ${empresa}::int is null then ' · ' || e.nombre else '' end as nombre
    from ${sql.table(por)} t join empresa e on e.id = t.empresa_id where ${empresa}::int is null or t.empresa_id = ${empresa}`.execute(
    db,
  )
  return new Map(rows.map((r) => [r.clave, r.nombre]))
}

type Row = {
  mac: string
  apodo: string | null
  familia: string
  empresa: number
  momento: Date
  persona_id: number | null
  persona: string | null
  visto: Date | null
  lugar: string | null
  etapa: string | null
  tercero: string | null
  centimos: number | null
  recuperada: Date | null
}
const present = (r: Row, zona: string): FilaMerma => ({
  mac: r.mac,
  Apodo: r.apodo,
  Familia: r.familia || null,
  empresa: r.empresa,
  declarado: isoPlanta(r.momento, zona),
  persona: personaOf(r.persona_id, r.persona),
  visto: isoPlanta(r.visto, zona),
  Ubicacion: r.lugar,
  etapa: r.etapa,
  tercero: r.tercero,
  centimos: r.centimos,
  recuperado: isoPlanta(r.recuperada, zona),
})

const OF_QUE: Record<QueMerma, RawBuilder<unknown>> = {
  declarados: sql`true`,
  recuperados: sql`p.recuperada is not null`,
  perdidos: sql`p.recuperada is null`,
}
const ofList = (l: ListMerma) =>
  sql`${ofAno(l)} and ${OF_QUE[l.que]} and (${l.clave}::text is null or ${CLAVE[l.por]} = ${l.clave})`

/** @param page null: all of it */
const queryOf = (l: ListMerma, page: { desde: number; cuantas: number } | null) => sql<Row>`
  with pagina as materialized (
    select p.* from perdida_declarada p where ${ofList(l)} order by p.momento desc, p.asiento_id desc
    ${page ? sql`limit ${page.cuantas} offset ${page.desde}` : sql``}
  )
  select d.mac, d.apodo, p.familia, p.empresa_id as empresa, p.momento, s.persona_id, u.nombre as persona, p.visto, l.nombre as lugar,
    t.nombre as etapa, q.nombre as tercero, p.centimos, p.recuperada
  from pagina p join dispositivo d on d.id = p.dispositivo_id join perdida_asiento s on s.id = p.asiento_id
  left join usuario u on u.id = s.persona_id left join ubicacion l on l.id = p.ubicacion_id
  left join etapa t on t.id = p.etapa_id left join tercero q on q.id = p.tercero_id
  order by p.momento desc, p.asiento_id desc`

export async function findMerma(db: Db, l: ListMerma, desde: number, cuantas: number) {
  const [{ rows }, total] = await Promise.all([queryOf(l, { desde, cuantas }).execute(db), countMerma(db, l)])
  return { data: rows.map((r) => present(r, l.zona)), total }
}

export async function countMerma(db: Db, l: ListMerma): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from perdida_declarada p where ${ofList(l)}`.execute(db)
  return rows[0]?.n ?? 0
}

export const walkMerma = (db: Db, l: ListMerma): AsyncGenerator<FilaMerma[]> =>
  walkQuery(
    db,
    async () => queryOf(l, null),
    (r: Row) => present(r, l.zona),
  )
