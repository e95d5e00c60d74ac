import { sql } from 'kysely'
import type { FilaPerdida, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { type OrdenPerdida, PELDANOS, type Peldano } from '#contract/cuentas/perdidas/values'
import type { Db } from '../../platform/db/client'
import { readTogether, walkWithSums } from '../../platform/db/queries/cursor'
import { ofSearch } from '../../platform/db/queries/search'
import { isoPlanta } from '../../platform/time/time'
import { deQuien, PUEDE_BUSCAR, SIN_RESPONSABLE } from './busca/repo'
import { countJuntos } from './repo-together'
import { SE_OYE } from './repo-write'

/** Filters; null: no filter. */
export type Donde = { empresa: number | null; familia: string | null; zona: string }
export type List = Donde & {
  peldano: Peldano | null
  /** Place where they were last heard. */
  lugar: string | null
  /** Id of the user who searches for them; or those for which nobody does. */
  de: number | 'nadie' | null
  search: string | null
  orden: OrdenPerdida
  sentido: 'asc' | 'desc'
}

const ofDonde = ({
  empresa,
  familia,
}: Pick<Donde, 'empresa' | 'familia'>) => sql`(${empresa}::int is null or p.empresa_id = ${empresa})
  and (${familia}::text is null or p.familia = ${familia})`

type Euros = { centimos: number; sin_precio: number; esperada: number; sin_estimar: number }
type Suma = Euros & { peldano: Peldano; n: number }
const NADA: Euros = { centimos: 0, sin_precio: 0, esperada: 0, sin_estimar: 0 }

const EUROS = sql`coalesce(sum(p.centimos), 0)::float8 as centimos, count(*) filter (where p.centimos is null)::int as sin_precio,
  coalesce(sum(p.esperada), 0)::float8 as esperada, count(*) filter (where p.centimos is not null and p.esperada is null)::int as sin_estimar`

/**
 * The containers as the job counted them last: how many there are, and how many were ever heard.
 * @returns null: they were not counted yet
 */
export async function findParque(
  db: Db,
  { empresa, familia }: Pick<Donde, 'empresa' | 'familia'>,
): Promise<{ n: number; oidos: number } | null> {
  const { rows } = await sql<{ n: number; oidos: number; contado: boolean }>`
    select coalesce(sum(n), 0)::int as n, coalesce(sum(oidos), 0)::int as oidos,
      exists (select from parque p where ${ofDonde({ empresa, familia: null })}) or not exists (
        select from dispositivo p where ${ofDonde({ empresa, familia: null })} and p.tipo <> 'Reader' and p.eliminado is null
      ) as contado
    from parque p where ${ofDonde({ empresa, familia })}`.execute(db)
  const { contado, ...parque } = rows[0] as (typeof rows)[0]
  return contado ? parque : null
}

/** Number of containers on each rung, and their value. */
export async function sumPeldanos(db: Db, donde: Donde): Promise<Omit<Perdidas, 'familias' | 'lugares'>> {
  const { rows, parque, sin } = await readTogether(db, async (snapshot) => ({
    ...(await sql<Suma>`
      select p.peldano, count(*)::int as n, ${EUROS} from perdida p where ${ofDonde(donde)} group by 1`.execute(
      snapshot,
    )),
    parque: await findParque(snapshot, donde),
    sin: await sql<{ n: number }>`
      select count(*)::int as n from perdida p where ${ofDonde(donde)} and ${SIN_RESPONSABLE}`.execute(
      snapshot,
    ),
  }))
  const { n, oidos } = parque ?? { n: 0, oidos: 0 }
  const callados = rows.reduce((suma, r) => suma + r.n, 0)
  const visto: Suma = { peldano: 'visto', n: oidos - callados, ...NADA }
  return {
    contado: parque !== null,
    nunca_oidos: n - oidos,
    sin_responsable: sin.rows[0]?.n ?? 0,
    peldanos: PELDANOS.map((peldano) =>
      peldano === 'visto' ? visto : (rows.find((r) => r.peldano === peldano) ?? { peldano, n: 0, ...NADA }),
    ),
  }
}

/** Number of containers on a rung, by family. */
export async function countOn(
  db: Db,
  empresa: number | null,
  peldano: Peldano,
): Promise<{ familia: string; n: number }[]> {
  const { rows } = await sql<{ familia: string; n: number }>`
    select familia, count(*)::int as n from perdida p
    where ${ofDonde({ empresa, familia: null })} and peldano = ${peldano} group by 1 order by 1`.execute(db)
  return rows
}

export async function listFamilias(db: Db, empresa: number | null): Promise<string[]> {
  const { rows } = await sql<{ familia: string }>`
    select distinct familia from parque where familia <> '' and (${empresa}::int is null or empresa_id = ${empresa})
    order by 1 limit 10000`.execute(db)
  return rows.map((r) => r.familia)
}

/** Names of the places where silent containers were last heard. */
export async function listLugares(db: Db, empresa: number | null): Promise<string[]> {
  const { rows } = await sql<{ nombre: string }>`
    select distinct u.nombre from ubicacion u where (${empresa}::int is null or u.empresa_id = ${empresa})
      and exists (select from perdida p where p.empresa_id = u.empresa_id and p.ubicacion_id = u.id)
    order by 1 limit 10000`.execute(db)
  return rows.map((r) => r.nombre)
}

type Row = Vuelta & {
  id: number
  mac: string
  apodo: string | null
  familia: string | null
  empresa: number
  peldano: Peldano
  desde: Date
  se_oye: boolean
  ubicacion: string | null
  centimos: number | null
  etapa: string | null
  asiento: number | null
  clase: NonNullable<FilaPerdida['asiento']>['clase']
  recuento: number | null
  momento: Date
  persona_id: number | null
  persona: string | null
  lleva_id: number | null
  lleva: string | null
  nota: string | null
  por_silencio: boolean
  busca_id: number | null
  busca: string | null
}

/** Probability that a container returns, as stored. */
export type Vuelta = {
  vuelve: number | null
  vuelve_bajo: number
  vuelve_alto: number
  vuelve_n: number
  vuelve_propia: boolean
  esperada: number | null
}
export const VUELTA = sql`p.vuelve, p.vuelve_bajo, p.vuelve_alto, p.vuelve_n, p.vuelve_propia, p.esperada`
export const vueltaOf = (r: Vuelta): Pick<FilaPerdida, 'vuelve' | 'esperada'> => ({
  vuelve:
    r.vuelve === null
      ? null
      : {
          p: r.vuelve,
          bajo: r.vuelve_bajo,
          alto: r.vuelve_alto,
          silencios: r.vuelve_n,
          de_etapa: r.vuelve_propia,
        },
  esperada: r.esperada,
})

/** A user by id and name; a deleted user has no name. */
export const personaOf = (id: number | null, nombre: string | null) =>
  id === null ? null : { id, nombre: nombre ?? '' }

const present = (r: Row, zona: string): FilaPerdida => ({
  mac: r.mac,
  Apodo: r.apodo,
  Familia: r.familia,
  empresa: r.empresa,
  peldano: r.peldano,
  desde: isoPlanta(r.desde, zona),
  se_oye: r.se_oye,
  Ubicacion: r.ubicacion,
  centimos: r.centimos,
  etapa: r.etapa,
  ...vueltaOf(r),
  busca: personaOf(r.busca_id, r.busca),
  asiento:
    r.asiento === null
      ? null
      : {
          id: r.asiento,
          clase: r.clase,
          recuento: r.recuento,
          momento: isoPlanta(r.momento, zona),
          persona: personaOf(r.persona_id, r.persona),
          lleva: personaOf(r.lleva_id, r.lleva),
          nota: r.nota,
          por_silencio: r.por_silencio,
        },
})

const ORDER: Record<OrdenPerdida, string> = {
  desde: 'p.desde',
  euros: 'p.centimos',
  vuelve: 'p.vuelve',
  esperada: 'p.esperada',
  apodo: 'd.apodo',
}

/** The containers of a list. */
const ofList = (l: List) => sql`${ofDonde(l)} and (${l.peldano}::text is null or p.peldano = ${l.peldano})
  and (${l.lugar}::text is null or p.ubicacion_id in (select id from ubicacion where nombre = ${l.lugar}))
  and ${l.de === null ? sql`true` : deQuien(l.de)} and ${ofSearch(sql`p.dispositivo_id`, l.search)}`

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
    select d.id, d.mac, d.apodo, nullif(p.familia, '') as familia, p.empresa_id as empresa, p.peldano, p.desde, d.ubicacion, p.centimos,
      ${VUELTA}, t.nombre as etapa,
      s.id as asiento, s.clase, s.momento, s.persona_id, u.nombre as persona, s.lleva_id, w.nombre as lleva, s.nota, s.por_silencio,
      s.recuento_id as recuento, ${SE_OYE} as se_oye,
      v.id as busca_id, v.nombre as busca
    from pagina p join ajuste a on a.empresa_id = p.empresa_id join actual d on d.id = p.dispositivo_id left join perdida_asiento s on s.id = p.asiento_id
    left join usuario u on u.id = s.persona_id left join usuario w on w.id = s.lleva_id left join etapa t on t.id = p.etapa_id
    left join usuario v on v.id = p.lleva_id and ${PUEDE_BUSCAR}
    order by ${orden}`
}

export const findList = (db: Db, l: List, desde: number, cuantas: number) =>
  readTogether(db, async (snapshot) => {
    const { rows } = await queryOf(l, { desde, cuantas }).execute(snapshot)
    const sum = await sumList(snapshot, l)
    const ids = rows.map((r) => r.id)
    const juntos = await countJuntos(snapshot, ids)
    return { data: rows.map((r) => ({ ...present(r, l.zona), juntos: juntos.get(r.id) ?? null })), ...sum }
  })

export async function sumList(db: Db, l: List) {
  const { rows } = await sql<Euros & { total: number }>`
    select count(*)::int as total, ${EUROS} from perdida p where ${ofList(l)}`.execute(db)
  return rows[0] ?? { total: 0, ...NADA }
}

export const walkList = (db: Db, l: List) =>
  walkWithSums(
    db,
    (snapshot) => sumList(snapshot, l),
    () => queryOf(l, null),
    (r: Row) => present(r, l.zona),
  )
