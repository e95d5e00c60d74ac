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

const ofEmpresa = (columna: string, empresa: number | null) =>
  sql`(${empresa}::int is null or ${sql.ref(columna)} = ${empresa})`

/** The last thing said of each container that nobody took back. */
const DICHO = (empresa: number | null) => sql`dicho as materialized (
  select distinct on (s.dispositivo_id) s.* from perdida_asiento s
  where ${ofEmpresa('s.empresa_id', empresa)} and s.clase <> 'anulada'
    and not exists (select from perdida_asiento x where x.anula = s.id)
  order by s.dispositivo_id, s.id desc
)`

/**
 * The containers that are on a higher rung than the first, with the price of the day on which their silence began. Those that were heard of late,
 * most of a fleet, are left out by when they were heard alone, before anything else is asked of them.
 */
export const PERDIDAS = ({
  empresa,
  familia,
  zona,
}: Donde) => sql`${DICHO(empresa)}, callado as materialized (
  select e.dispositivo_id as id from dispositivo_estado e join ajuste a on a.empresa_id = e.empresa_id
  where ${ofEmpresa('e.empresa_id', empresa)} and e.ultimo_registro < now() - make_interval(mins => a.minutos_viejo)
  union select dispositivo_id from dicho
), perdida as materialized (
  select p.*, r.centimos from (
    select d.id, d.empresa_id, d.mac, d.apodo, d.familia, d.callado_desde as desde, s.id as asiento, s.clase, s.momento, s.persona_id,
      s.lleva_id, s.nota, peldano(d.callado_desde, d.lector_sin_senal, a.minutos_viejo, a.minutos_perdido, s.clase) as peldano
    from callado c join dispositivo_actual d on d.id = c.id join ajuste a on a.empresa_id = d.empresa_id
    left join dicho s on s.dispositivo_id = d.id and s.momento >= d.ultimo_registro
    where d.tipo <> 'Reader' and d.ultimo_registro is not null and (${familia}::text is null or d.familia = ${familia})
  ) p left join lateral (
    select f.centimos from familia_precio f
    where f.empresa_id = p.empresa_id and f.familia in (p.familia, '') and f.desde <= (p.desde at time zone ${zona})::date
    order by f.familia = '', f.desde desc, f.id desc limit 1
  ) r on true
  where p.peldano <> 'visto'
)`

type Suma = { peldano: Peldano; n: number; centimos: number; sin_precio: number }

/** How many there are on each rung, and what they are worth. */
export async function sumPeldanos(db: Db, donde: Donde): Promise<Omit<Perdidas, 'familias'>> {
  const { empresa, familia } = donde
  const { rows } = await sql<Suma>`with ${PERDIDAS(donde)}
    select peldano, count(*)::int as n, coalesce(sum(centimos), 0)::float8 as centimos,
      count(*) filter (where centimos is null)::int as sin_precio
    from perdida group by 1`.execute(db)
  const todos = await sql<{ n: number; oidos: number }>`
    select count(*)::int as n, count(e.dispositivo_id)::int as oidos
    from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id and e.ultimo_registro is not null
    where d.tipo <> 'Reader' and d.eliminado is null and ${ofEmpresa('d.empresa_id', empresa)}
      and (${familia}::text is null or d.familia = ${familia})`.execute(db)
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

/** From one to the next by the index. */
export async function listFamilias(db: Db, empresa: number | null): Promise<string[]> {
  const { rows } = await sql<{ familia: string }>`
    with recursive f as (
      select e.id as empresa_id, (select min(d.familia) from dispositivo d where d.empresa_id = e.id) as familia
      from empresa e where ${ofEmpresa('e.id', empresa)}
      union all
      select f.empresa_id, (select min(d.familia) from dispositivo d where d.empresa_id = f.empresa_id and d.familia > f.familia)
      from f where f.familia is not null
    ) select distinct familia from f where familia is not null order by 1 limit 10000`.execute(db)
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

const ORDER: Record<OrdenPerdida, string> = { desde: 'desde', euros: 'centimos', apodo: 'apodo' }

const isOf = ({ peldano, search }: List) => sql`(${peldano}::text is null or p.peldano = ${peldano})
  and (${search}::text is null or strpos(lower(coalesce(p.apodo, '') || chr(31) || p.mac), lower(${search ?? ''})) > 0)`

/** @param page null: all of it */
function queryOf(l: List, page: { desde: number; cuantas: number } | null) {
  const orden = (de: string) =>
    sql`${sql.ref(`${de}.${ORDER[l.orden]}`)} ${l.sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, ${sql.ref(`${de}.id`)}`
  return sql<Row>`with ${PERDIDAS(l)}, pagina as materialized (
      select * from perdida p where ${isOf(l)} order by ${orden('p')}
      ${page ? sql`limit ${page.cuantas} offset ${page.desde}` : sql``}
    ), lugar as materialized (select id, ubicacion from dispositivo_actual where id = any(array(select id from pagina)))
    select p.mac, p.apodo, p.familia, p.empresa_id as empresa, p.peldano, p.desde, l.ubicacion, p.centimos, p.asiento, p.clase, p.momento,
      p.persona_id, u.nombre as persona, p.lleva_id, v.nombre as lleva, p.nota
    from pagina p join lugar l on l.id = p.id left join usuario u on u.id = p.persona_id left join usuario v on v.id = p.lleva_id
    order by ${orden('p')}`
}

export async function findList(
  db: Db,
  l: List,
  desde: number,
  cuantas: number,
): Promise<{ data: FilaPerdida[]; total: number; centimos: number; sin_precio: number }> {
  const { rows } = await queryOf(l, { desde, cuantas }).execute(db)
  const suma = await sumList(db, l)
  return { data: rows.map((r) => present(r, l.zona)), ...suma }
}

export async function sumList(db: Db, l: List) {
  const { rows } = await sql<{ total: number; centimos: number; sin_precio: number }>`with ${PERDIDAS(l)}
    select count(*)::int as total, coalesce(sum(centimos), 0)::float8 as centimos,
      count(*) filter (where centimos is null)::int as sin_precio
    from perdida p where ${isOf(l)}`.execute(db)
  return rows[0] ?? { total: 0, centimos: 0, sin_precio: 0 }
}

export const walkList = (db: Db, l: List): AsyncGenerator<FilaPerdida[]> =>
  walkQuery(
    db,
    async () => queryOf(l, null),
    (r: Row) => present(r, l.zona),
  )
