import { type RawBuilder, sql } from 'kysely'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { CON_LUGAR } from '../../oir/incidencias/repo-lugar'
import { DUDOSO } from '../../parque/dispositivos/repo'
import { estanciasPorLugar, iniciosPorLugar, SALIDA } from '../../parque/estancias/repo'
import type { Db } from '../../platform/db/client'
import type { Filter } from './filter'

const deFleet = (f: Filter) => sql`eliminado is null and tipo <> 'Reader'
  and (${f.empresa}::int is null or empresa_id = ${f.empresa})
  and (${f.familia}::text is null or familia = ${f.familia})`

/** Containers of the charts. */
export const fleet = (f: Filter) =>
  sql`flota as (select id, empresa_id, mac, apodo, creado from dispositivo where ${deFleet(f)})`

/** Only those that stand at the filter's place now, for charts about containers and not about their stays. */
const fleetNow = (f: Filter) => sql`flota as (
  select id, empresa_id, mac, apodo, creado from dispositivo
  where ${deFleet(f)} and (${f.ubicacion}::text is null or id in (
    select id from dispositivo_actual where coalesce(ubicacion, ${SIN_UBICACION}) = ${f.ubicacion}
  ))
)`

const lugar = (tabla: string) => sql`coalesce(${sql.ref(`${tabla}.nombre`)}, ${SIN_UBICACION})`
const enLugar = (f: Filter, expresion: RawBuilder<unknown>) =>
  sql`(${f.ubicacion}::text is null or ${expresion} = ${f.ubicacion})`

/** Impacts of the period with their places. */
const impactos = (f: Filter) => sql`impactos as (
  select i.*, ${lugar('u')} as lugar
  from incidencia i join flota on flota.id = i.dispositivo_id
  ${CON_LUGAR}
  where i.tiempo >= ${f.desde} and i.tiempo < ${f.hasta} and ${enLugar(f, lugar('u'))}
)`

export async function countImpactosPorDia(db: Db, f: Filter) {
  const { rows } = await sql<{ dia: string; lugar: string; n: number }>`
    with ${fleet(f)}, ${impactos(f)}
    select (tiempo at time zone ${f.zona})::date as dia, lugar, count(*) as n from impactos group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

export async function countImpactosPorHora(db: Db, f: Filter) {
  const { rows } = await sql<{ hora: number; n: number }>`
    with ${fleet(f)}, ${impactos(f)}
    select extract(hour from tiempo at time zone ${f.zona})::int as hora, count(*) as n from impactos group by 1`.execute(
    db,
  )
  return rows
}

export async function listPeores(db: Db, f: Filter, limite: number) {
  const { rows } = await sql<{
    nombre: string
    n: number
    golpes: number
    sin_mirar: number
    danios: number
    pico: number | null
    dice: number
  }>`
    with ${fleet(f)}, ${impactos(f)}
    select coalesce(flota.apodo, flota.mac) as nombre, count(*) as n,
      count(*) filter (where hubo_golpe_real) as golpes,
      count(*) filter (where not (mirado or hubo_golpe_real or hubo_danio)) as sin_mirar, count(*) filter (where hubo_danio) as danios,
      max(pico_g) as pico, coalesce(max(s.acel_dice), 0) as dice
    from impactos join flota on flota.id = impactos.dispositivo_id
    left join dispositivo_estado s on s.dispositivo_id = flota.id
    group by flota.id, flota.apodo, flota.mac order by n desc, pico desc nulls last limit ${limite}`.execute(
    db,
  )
  return rows
}

/** Hours of the stays that ended in the period. */
export async function sumEstancias(db: Db, f: Filter) {
  const { rows } = await sql<{ lugar: string; n: number; mediana: number; p90: number }>`
    with ${fleet(f)}, ${estanciasPorLugar(f)}, horas as (
      select lugar, extract(epoch from hasta - desde) / 3600 as h from estancias
      where hasta >= ${f.desde} and hasta < ${f.hasta} and ${enLugar(f, sql`lugar`)}
    )
    select lugar, count(*) as n, percentile_cont(0.5) within group (order by h)::float8 as mediana,
      percentile_cont(0.9) within group (order by h)::float8 as p90
    from horas group by 1 order by mediana desc`.execute(db)
  return rows
}

/**
 * Cycles: from one arrival of a container at a place to its next arrival there. The place is the one of the filter. Without one it is,
 * among the places that nearly all containers visit, the one with the fewest arrivals: once per round.
 */
export async function sumCiclos(db: Db, f: Filter) {
  const { rows } = await sql<{
    lugar: string
    dia: string
    n: number
    contenedores: number
    mediana: number
    p90: number
  }>`
    with ${fleet(f)}, ${iniciosPorLugar(f)}, visitas as (
      select lugar, count(distinct dispositivo_id) as contenedores, count(*) as veces from inicios
      where ${enLugar(f, sql`lugar`)} and lugar <> ${SIN_UBICACION} group by 1
    ), referencia as (
      select lugar from visitas where contenedores >= 0.8 * (select max(contenedores) from visitas)
      order by veces::float8 / contenedores, lugar limit 1
    ), llegadas as (
      select dispositivo_id, lugar, desde, lag(desde) over (partition by dispositivo_id order by desde) as previa
      from inicios where lugar = (select lugar from referencia)
    ), ciclos as (
      select *, extract(epoch from desde - previa) / 3600 as h from llegadas
      where previa is not null and desde >= ${f.desde} and desde < ${f.hasta}
    )
    select min(lugar) as lugar, date_trunc('week', desde at time zone ${f.zona})::date as dia, count(*) as n,
      count(distinct dispositivo_id) as contenedores,
      percentile_cont(0.5) within group (order by h)::float8 as mediana,
      percentile_cont(0.9) within group (order by h)::float8 as p90
    from ciclos group by 2 order by 2`.execute(db)
  return rows
}

/** Arrivals minus departures by place and local day, as of noon; earlier stock counts for the first day. */
export async function sumOcupacion(db: Db, f: Filter) {
  const mediodia = (t: string) =>
    sql`case when (${sql.ref(t)} at time zone ${f.zona})::time <= '12:00' then (${sql.ref(t)} at time zone ${f.zona})::date
      else (${sql.ref(t)} at time zone ${f.zona})::date + 1 end`
  const { rows } = await sql<{ dia: string; lugar: string; n: number }>`
    with ${fleet(f)}, ${estanciasPorLugar(f, SALIDA)}, cambios as (
      select lugar, greatest(${mediodia('desde')}, ${f.dias.desde}::date) as dia, 1 as n from estancias
      where hasta is null or ${mediodia('hasta')} > ${f.dias.desde}::date
      union all
      select lugar, ${mediodia('hasta')}, -1 from estancias
      where hasta is not null and ${mediodia('hasta')} > ${f.dias.desde}::date
    )
    select dia, lugar, sum(n)::int as n from cambios
    where dia <= ${f.dias.hasta}::date and ${enLugar(f, sql`lugar`)} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Containers counted at a place now that may not be there: in doubt, or behind a silent reader. */
export async function countInciertos(db: Db, f: Filter) {
  const { rows } = await sql<{ dudosos: number; tras_lector: number }>`
    select (count(*) filter (where ${DUDOSO}))::int as dudosos,
      (count(*) filter (where situacion = 'lector_mudo'))::int as tras_lector
    from dispositivo_actual
    where tipo <> 'Reader' and (${f.empresa}::int is null or empresa_id = ${f.empresa})
      and (${f.familia}::text is null or familia = ${f.familia}) and ${enLugar(f, sql`coalesce(ubicacion, ${SIN_UBICACION})`)}`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Containers that arrived at another place, by local day; with a place in the filter, only those there now. */
export async function countMovidos(db: Db, f: Filter) {
  const { rows } = await sql<{ dia: string; n: number }>`
    with ${fleetNow(f)}, ${iniciosPorLugar(f, SALIDA)}
    select (desde at time zone ${f.zona})::date as dia, count(distinct dispositivo_id) as n from inicios
    where desde >= ${f.desde} and desde < ${f.hasta} group by 1`.execute(db)
  return rows
}

/** Whole days from the last reading of a container until it counts as lost. */
const DIAS_PERDIDO = sql`ceil(minutos_perdido / 1440.0)::int + 1`

/** The least and the greatest number of these days among the companies of the filter. */
async function findDiasPerdido(db: Db, f: Filter): Promise<{ menos: number; mas: number }> {
  const { rows } = await sql<{ menos: number; mas: number }>`
    select coalesce(min(${DIAS_PERDIDO}), 0) as menos, coalesce(max(${DIAS_PERDIDO}), 0) as mas
    from ajuste where ${f.empresa}::int is null or empresa_id = ${f.empresa}`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/**
 * Registered, seen, and lost containers by local day. Lost: not heard for more whole days than the company's limit. Sums per day are
 * computed once (`materialized`). Bounds are numbers that the planner knows, so that days are read in index order; the limit of each
 * company is checked only for the few gaps.
 */
export async function countVistos(db: Db, f: Filter) {
  const plazo = await findDiasPerdido(db, f)
  const { rows } = await sql<{ dia: string; registrados: number; vistos: number; perdidos: number }>`
    with ${fleetNow(f)}, dias as (
      select generate_series(${f.dias.desde}::date, least(${f.dias.hasta}::date, (now() at time zone ${f.zona})::date),
        interval '1 day')::date as dia
    ), vistos as (
      select c.dia, c.dispositivo_id, lead(c.dia) over (partition by c.dispositivo_id order by c.dia) as siguiente
      from evento_cuenta_dia c join flota on flota.id = c.dispositivo_id
      where c.dia >= ${f.dias.desde}::date - 60 - ${plazo.mas}::int and c.dia <= ${f.dias.hasta}::date
    ), por_dia as (
      select dia, count(*) as n from vistos group by 1
    ), huecos as (
      select v.dia + ${DIAS_PERDIDO} as perdido, v.siguiente
      from vistos v join flota on flota.id = v.dispositivo_id join ajuste a on a.empresa_id = flota.empresa_id
      where coalesce(v.siguiente, 'infinity') > v.dia + ${plazo.menos}::int
    ), perdidas as materialized (
      select dia, sum(n) as n from (
        select perdido as dia, 1 as n from huecos where coalesce(siguiente, 'infinity') > perdido
        union all
        select siguiente, -1 from huecos where siguiente > perdido
      ) c group by 1
    ), altas as materialized (
      select (creado at time zone ${f.zona})::date as dia, count(*) as n from flota group by 1
    )
    select d.dia, (select coalesce(sum(n), 0) from altas a where a.dia <= d.dia)::int as registrados,
      coalesce(v.n, 0)::int as vistos,
      (select coalesce(sum(n), 0) from perdidas p where p.dia <= d.dia)::int as perdidos
    from dias d left join por_dia v on v.dia = d.dia order by 1`.execute(db)
  return rows
}

/** Battery now, and at the first event of the last 30 days that has it. */
export async function listBaterias(db: Db, f: Filter) {
  const { rows } = await sql<{ ahora: number | null; antes: number | null; dias: number | null }>`
    with ${fleetNow(f)}
    select s.bateria as ahora, e.bateria as antes,
      extract(epoch from s.ultimo_registro - e.tiempo)::float8 / 86400 as dias
    from flota left join dispositivo_estado s on s.dispositivo_id = flota.id
    left join lateral (
      select tiempo, bateria from evento
      where dispositivo_id = flota.id and tiempo >= now() - interval '30 days' and bateria is not null
      order by tiempo limit 1
    ) e on true`.execute(db)
  return rows
}

export async function countEventosPorDia(db: Db, f: Filter) {
  const { rows } = await sql<{ dia: string; parado: number; movimiento: number; impacto: number }>`
    with ${fleetNow(f)}
    select dia, sum(parado)::int as parado, sum(movimiento)::int as movimiento, sum(impacto)::int as impacto
    from evento_cuenta_dia c join flota on flota.id = c.dispositivo_id
    where dia between ${f.dias.desde}::date and ${f.dias.hasta}::date group by 1 order by 1`.execute(db)
  return rows
}

/** The last 48 hours of the period, counted from rows because the stored counts have days only. */
export async function countEventosPorHora(db: Db, f: Filter) {
  const { rows } = await sql<{ hora: Date; n: number }>`
    with ${fleetNow(f)}
    select date_trunc('hour', tiempo) as hora, count(*) as n from evento
    where tiempo >= least(${f.hasta}::timestamptz, now()) - interval '48 hours' and tiempo < ${f.hasta}
      and (${f.empresa}::int is null or empresa_id = ${f.empresa})
      and (coalesce(${f.familia}::text, ${f.ubicacion}::text) is null or dispositivo_id in (select id from flota))
    group by 1 order by 1`.execute(db)
  return rows
}

export async function listMensajesDeLectores(db: Db, f: Filter) {
  const { rows } = await sql<{
    nombre: string
    lugar: string
    ultimo_registro: Date | null
    desfase_s: number | null
    estado: string
    n: number
  }>`
    select coalesce(d.apodo, d.mac) as nombre, coalesce(d.ubicacion, ${SIN_UBICACION}) as lugar, d.ultimo_registro,
      d.desfase_s, d.posible_estado as estado,
      coalesce((select sum(c.n) from evento_cuenta_lector c where c.empresa_id = d.empresa_id and c.lector_id = d.id
        and c.dia between ${f.dias.desde}::date and ${f.dias.hasta}::date), 0)::int as n
    from dispositivo_actual d
    where d.tipo = 'Reader' and (${f.empresa}::int is null or d.empresa_id = ${f.empresa})
      and ${enLugar(f, sql`coalesce(d.ubicacion, ${SIN_UBICACION})`)}
    order by d.ultimo_registro nulls first, 1 limit 1000`.execute(db)
  return rows
}

export async function listOptions(db: Db, empresa: number | null) {
  const { rows } = await sql<{ familias: string[] | null; ubicaciones: string[] | null }>`
    select (select array_agg(distinct familia order by familia) from dispositivo
        where eliminado is null and tipo <> 'Reader' and familia is not null
          and (${empresa}::int is null or empresa_id = ${empresa})) as familias,
      (select array_agg(distinct nombre order by nombre) from ubicacion
        where (${empresa}::int is null or empresa_id = ${empresa})) as ubicaciones`.execute(db)
  return { familias: rows[0]?.familias ?? [], ubicaciones: rows[0]?.ubicaciones ?? [] }
}
