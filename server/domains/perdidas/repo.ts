import { sql } from 'kysely'
import type { FilaPerdida, Perdidas } from '#contract/dispositivos/perdidas'
import { type OrdenPerdida, PELDANOS, type Peldano } from '#contract/valores/dispositivos/perdidas'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/cursor'
import { isoPlanta } from '../../platform/time/time'

/** What is looked at; null: not narrowed. */
export type Donde = { empresa: number | null; familia: string | null; zona: string }
export type List = Donde & {
  peldano: Peldano | null
  search: string | null
  orden: OrdenPerdida
  sentido: 'asc' | 'desc'
}

const ofDonde = ({ empresa, familia }: Donde) => sql`(${empresa}::int is null or p.empresa_id = ${empresa})
  and (${familia}::text is null or p.familia = ${familia})`

type Suma = { peldano: Peldano; n: number; centimos: number; sin_precio: number }

/** How many there are on each rung, and what they are worth. */
export async function sumPeldanos(db: Db, donde: Donde): Promise<Omit<Perdidas, 'familias'>> {
  const { rows } = await sql<Suma>`
    select p.peldano, count(*)::int as n, coalesce(sum(p.centimos), 0)::float8 as centimos,
      count(*) filter (where p.centimos is null)::int as sin_precio
    from perdida p where ${ofDonde(donde)} group by 1`.execute(db)
  const todos = await sql<{ n: number; oidos: number }>`
    select coalesce(sum(n), 0)::int as n, coalesce(sum(oidos), 0)::int as oidos from parque p where ${ofDonde(donde)}`.execute(
    db,
  )
  const { n = 0, oidos = 0 } = todos.rows[0] ?? {}
  const callados = rows.reduce((suma, r) => suma + r.n, 0)
  const visto: Suma = { peldano: 'visto', n: oidos - callados, centimos: 0, sin_precio: 0 }
  return {
    nunca_oidos: n - oidos,
    peldanos: PELDANOS.map((peldano) =>
      peldano === 'visto'
        ? visto
        : (rows.find((r) => r.peldano === peldano) ?? { peldano, n: 0, centimos: 0, sin_precio: 0 }),
    ),
  }
}

export async function listFamilias(db: Db, empresa: number | null): Promise<string[]> {
  const { rows } = await sql<{ familia: string }>`
    select distinct familia from parque where familia <> '' and (${empresa}::int is null or empresa_id = ${empresa})
    order by 1 limit 10000`.execute(db)
  return rows.map((r) => r.familia)
}

type Row = {
  mac: string
  apodo: string | null
  familia: string | null
  empresa: number
  peldano: Peldano
  desde: Date
  ubicacion: string | null
  centimos: number | null
  asiento: number | null
  clase: NonNullable<FilaPerdida['asiento']>['clase']
  momento: Date
  persona_id: number | null
  persona: string | null
  lleva_id: number | null
  lleva: string | null
  nota: string | null
}

const present = (r: Row, zona: string): FilaPerdida => ({
  mac: r.mac,
  Apodo: r.apodo,
  Familia: r.familia,
  empresa: r.empresa,
  peldano: r.peldano,
  desde: isoPlanta(r.desde, zona),
  Ubicacion: r.ubicacion,
  centimos: r.centimos,
  asiento:
    r.asiento === null
      ? null
      : {
          id: r.asiento,
          clase: r.clase,
          momento: isoPlanta(r.momento, zona),
          persona: r.persona_id === null ? null : { id: r.persona_id, nombre: r.persona ?? '' },
          lleva: r.lleva_id === null ? null : { id: r.lleva_id, nombre: r.lleva ?? '' },
          nota: r.nota,
        },
})

const ORDER: Record<OrdenPerdida, string> = { desde: 'p.desde', euros: 'p.centimos', apodo: 'd.apodo' }

/** The containers of a list. */
const ofList = (l: List) => sql`${ofDonde(l)} and (${l.peldano}::text is null or p.peldano = ${l.peldano})
  and (${l.search}::text is null or exists (
    select from dispositivo d where d.id = p.dispositivo_id and strpos(d.buscable, lower(${l.search ?? ''})) > 0))`

/** @param page null: all of it */
function queryOf(l: List, page: { desde: number; cuantas: number } | null) {
  const porApodo = l.orden === 'apodo'
  const orden = sql`${sql.ref(ORDER[l.orden])} ${l.sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, p.dispositivo_id`
  return sql<Row>`with pagina as materialized (
      select p.* from perdida p ${porApodo ? sql`join dispositivo d on d.id = p.dispositivo_id` : sql``}
      where ${ofList(l)} order by ${orden} ${page ? sql`limit ${page.cuantas} offset ${page.desde}` : sql``}
    ), actual as materialized (
      select id, mac, apodo, ubicacion from dispositivo_actual where id = any(array(select dispositivo_id from pagina))
    )
    select d.mac, d.apodo, nullif(p.familia, '') as familia, p.empresa_id as empresa, p.peldano, p.desde, d.ubicacion, p.centimos,
      s.id as asiento, s.clase, s.momento, s.persona_id, u.nombre as persona, s.lleva_id, v.nombre as lleva, s.nota
    from pagina p join actual d on d.id = p.dispositivo_id left join perdida_asiento s on s.id = p.asiento_id
    left join usuario u on u.id = s.persona_id left join usuario v on v.id = s.lleva_id
    order by ${orden}`
}

export async function findList(db: Db, l: List, desde: number, cuantas: number) {
  const { rows } = await queryOf(l, { desde, cuantas }).execute(db)
  return { data: rows.map((r) => present(r, l.zona)), ...(await sumList(db, l)) }
}

export async function sumList(db: Db, l: List) {
  const { rows } = await sql<{ total: number; centimos: number; sin_precio: number }>`
    select count(*)::int as total, coalesce(sum(p.centimos), 0)::float8 as centimos,
      count(*) filter (where p.centimos is null)::int as sin_precio from perdida p where ${ofList(l)}`.execute(
    db,
  )
  return rows[0] ?? { total: 0, centimos: 0, sin_precio: 0 }
}

export const walkList = (db: Db, l: List): AsyncGenerator<FilaPerdida[]> =>
  walkQuery(
    db,
    async () => queryOf(l, null),
    (r: Row) => present(r, l.zona),
  )
