import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import type { Prevision } from '../../platform/math/prevision'
import type { ModelSelection } from '../../platform/math/rolling-origin'
import type { Ensayo } from './calcular'
import type { Base, Cuenta } from './series'

/** Companies whose containers have visited stages, and which have no forecast yet. */
export async function listUnforecast(db: Db): Promise<number[]> {
  const { rows } = await sql<{ empresa: number }>`
    select distinct c.empresa_id as empresa from ciclo c
    where exists (select from visita where empresa_id = c.empresa_id)
      and not exists (select from prevision_serie where empresa_id = c.empresa_id)
    order by 1 limit 1000`.execute(db)
  return rows.map((r) => r.empresa)
}

export type EtapaPrevista = { etapa: number; ciclo: number; empresa: number; planta: string }

/** Every stage of every loop, by company, with the plant whose calendar applies. */
export async function listEtapas(db: Db): Promise<EtapaPrevista[]> {
  const { rows } = await sql<EtapaPrevista>`
    select e.id as etapa, e.ciclo_id as ciclo, e.empresa_id as empresa, r.planta
    from etapa e join etapa_reloj r on r.etapa_id = e.id order by e.empresa_id, e.ciclo_id, e.orden`.execute(
    db,
  )
  return rows
}

/**
 * Arrivals and departures of a company's stages by hour, since a moment. @param zona the plants' time zone, by which full hours are counted
 */
export async function listCuentas(db: Db, empresa: number, desde: Date, zona: string): Promise<Cuenta[]> {
  const { rows } = await sql<Cuenta>`
    select etapa_id as etapa, familia, extract(epoch from hora)::float8 * 1000 as hora,
      sum(entra)::int as entran, sum(sale)::int as salen
    from (
      select etapa_id, familia, date_trunc('hour', desde, ${zona}) as hora, 1 as entra, 0 as sale
      from visita where empresa_id = ${empresa} and desde >= ${desde}
      union all
      select etapa_id, familia, date_trunc('hour', hasta, ${zona}), 0, 1
      from visita where empresa_id = ${empresa} and hasta >= ${desde}
    ) x group by 1, 2, hora`.execute(db)
  return rows
}

/** The stock of a company's stages at a moment. */
export async function listBases(db: Db, empresa: number, moment: Date): Promise<Base[]> {
  const { rows } = await sql<Base>`
    select etapa_id as etapa, familia, count(*)::int as n from visita
    where empresa_id = ${empresa} and desde < ${moment} and (hasta is null or hasta >= ${moment})
    group by 1, 2`.execute(db)
  return rows
}

/** How many containers of a company went from one stage to another since a moment. */
export async function listPasos(
  db: Db,
  empresa: number,
  desde: Date,
): Promise<{ de: number; a: number; n: number }[]> {
  const { rows } = await sql<{ de: number; a: number; n: number }>`
    select previa_etapa_id as de, etapa_id as a, count(*)::int as n from visita
    where empresa_id = ${empresa} and desde >= ${desde} and previa_etapa_id is not null group by 1, 2`.execute(
    db,
  )
  return rows
}

/** Number of containers of each loop and family. */
export async function listPoblacion(
  db: Db,
  empresa: number,
): Promise<{ ciclo: number; familia: string; n: number }[]> {
  const { rows } = await sql<{ ciclo: number; familia: string; n: number }>`
    select ciclo_id as ciclo, familia, count(*)::int as n from contenedor_ciclo
    where empresa_id = ${empresa} and eliminado is null group by 1, 2`.execute(db)
  return rows
}

export async function listMinimos(
  db: Db,
  empresa: number,
): Promise<{ etapa: number; familia: string; minimo: number }[]> {
  const { rows } = await sql<{ etapa: number; familia: string; minimo: number }>`
    select etapa_id as etapa, familia, minimo from etapa_meta
    where empresa_id = ${empresa} and minimo is not null`.execute(db)
  return rows
}

export type SerieGuardada = {
  id: number
  etapa: number
  familia: string
  eleccion: ModelSelection | null
  /** When the method was chosen, Unix ms. */
  elegida: number | null
  minimo: number | null
  /** The hour of the last forecast, Unix ms. */
  emitida: number | null
}

export async function listSeries(db: Db, empresa: number): Promise<SerieGuardada[]> {
  const { rows } = await sql<SerieGuardada>`
    select id, etapa_id as etapa, familia, eleccion, extract(epoch from elegida)::float8 * 1000 as elegida, minimo,
      (select extract(epoch from max(emitida))::float8 * 1000 from prevision where serie_id = s.id) as emitida
    from prevision_serie s where empresa_id = ${empresa}`.execute(db)
  return rows
}

/** Deletes series that no longer exist, with their forecasts. */
export async function keepSeries(tx: Db, empresa: number, claves: readonly string[]): Promise<void> {
  await sql`
    delete from prevision_serie
    where empresa_id = ${empresa} and etapa_id || ':' || familia <> all (${claves}::text[])`.execute(tx)
}

export type SerieVista = {
  empresa: number
  etapa: number
  familia: string
  familias: string[]
  momento: Date
  stock: number
  minimo: number | null
  /** Departures in 8 weeks. */
  salidas: number
}

/** @returns its id */
export async function saveSerie(tx: Db, s: SerieVista): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into prevision_serie (empresa_id, etapa_id, familia, familias, momento, stock, minimo, salidas)
    values (${s.empresa}, ${s.etapa}, ${s.familia}, ${s.familias}, ${s.momento}, ${s.stock}, ${s.minimo},
      ${s.salidas})
    on conflict (etapa_id, familia) do update set familias = excluded.familias, momento = excluded.momento,
      stock = excluded.stock, minimo = excluded.minimo, salidas = excluded.salidas
    returning id`.execute(tx)
  return rows[0]?.id as number
}

export async function saveModelSelection(
  tx: Db,
  id: number,
  e: ModelSelection,
  ensayo: Ensayo | null,
): Promise<void> {
  await sql`
    update prevision_serie set eleccion = ${JSON.stringify(e)}::jsonb, ensayo = ${JSON.stringify(ensayo)}::jsonb, elegida = now()
    where id = ${id}`.execute(tx)
}

/** Saves the forecast of an hour; until it is scored, one with another minimum replaces it. @param horas the 24 hours ahead, Unix ms */
export async function savePrevision(
  tx: Db,
  serie: number,
  s: SerieVista,
  horas: readonly number[],
  p: Prevision,
): Promise<void> {
  const falta =
    p.horaFalta === null ? null : p.horaFalta === 0 ? s.momento : new Date(horas[p.horaFalta - 1] as number)
  await sql`
    insert into prevision (serie_id, emitida, horas, stock, minimo, q10, q50, q90, p_falta, p_horas, hora_falta, metodo, fiable)
    values (${serie}, ${s.momento}, ${horas.map((h) => new Date(h))}::timestamptz[], ${s.stock}, ${s.minimo}, ${p.q10}::real[],
      ${p.q50}::real[], ${p.q90}::real[], ${p.pFalta}, ${p.pHoras}::real[], ${falta}, ${p.metodo}, ${p.fiable})
    on conflict (serie_id, emitida) do update set minimo = excluded.minimo, p_falta = excluded.p_falta,
      p_horas = excluded.p_horas, hora_falta = excluded.hora_falta where prevision.juzgada is null`.execute(
    tx,
  )
}

export type PorJuzgar = Pick<Prevision, 'q10' | 'q50' | 'q90'> & {
  serie: number
  /** Unix ms, like `horas`. */
  emitida: number
  horas: number[]
  stock: number
  minimo: number | null
}

/** Forecasts whose hours have passed and that were not scored yet. */
export async function listPorJuzgar(db: Db, empresa: number, now: Date): Promise<PorJuzgar[]> {
  const { rows } = await sql<PorJuzgar>`
    select p.serie_id as serie, extract(epoch from p.emitida)::float8 * 1000 as emitida, p.stock, p.minimo, p.q10, p.q50, p.q90,
      array(select extract(epoch from h)::float8 * 1000 from unnest(p.horas) h) as horas
    from prevision p join prevision_serie s on s.id = p.serie_id
    where s.empresa_id = ${empresa} and p.juzgada is null and p.horas[24] < ${now}
    order by p.emitida limit 5000`.execute(db)
  return rows
}

export type Juzgada = {
  serie: number
  emitida: number
  falto: number | null
  pinball: number
  pinballUltimo: number
  dentro: number
  juzgadas: number
}

export async function saveJuicios(tx: Db, juicios: readonly Juzgada[]): Promise<void> {
  await sql`
    update prevision p set juzgada = now(), falto = to_timestamp(x.falto / 1000), pinball = x.pinball,
      pinball_ultimo = x."pinballUltimo", dentro = x.dentro, juzgadas = x.juzgadas
    from json_to_recordset(${JSON.stringify(juicios)}::json)
      as x(serie bigint, emitida float8, falto float8, pinball real, "pinballUltimo" real, dentro int, juzgadas int)
    where p.serie_id = x.serie and p.emitida = to_timestamp(x.emitida / 1000)`.execute(tx)
}

/** A series with the result of its last forecast, and its open warning. */
export type Situacion = {
  serie: number
  etapa: string
  familia: string
  momento: Date
  stock: number
  minimo: number | null
  p: number | null
  hora: Date | null
  fiable: boolean
  aviso: number | null
  bien: Date | null
  lugares: number[]
}

export async function listSituaciones(db: Db, empresa: number): Promise<Situacion[]> {
  const { rows } = await sql<Situacion>`
    select s.id as serie, e.nombre as etapa, s.familia, s.momento, s.stock, s.minimo, p.p_falta as p, p.hora_falta as hora,
      coalesce(p.fiable, false) as fiable, a.id as aviso, a.bien,
      array(select ubicacion_id from etapa_lugar where etapa_id = s.etapa_id) as lugares
    from prevision_serie s join etapa e on e.id = s.etapa_id
    left join prevision p on p.serie_id = s.id and p.emitida = s.momento
    left join prevision_aviso a on a.serie_id = s.id and a.hasta is null
    where s.empresa_id = ${empresa} and (s.minimo is not null or a.id is not null)`.execute(db)
  return rows
}

/** @returns its id */
export async function openAviso(tx: Db, serie: number, desde: Date, ya: boolean): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into prevision_aviso (serie_id, desde, ya) values (${serie}, ${desde}, ${ya}) returning id`.execute(
    tx,
  )
  return rows[0]?.id as number
}

/** @param bien since when there is no sign of a shortage; null: there is one */
export async function keepAviso(tx: Db, id: number, bien: Date | null): Promise<void> {
  await sql`update prevision_aviso set bien = ${bien} where id = ${id} and bien is distinct from ${bien}`.execute(
    tx,
  )
}

export async function closeAviso(tx: Db, id: number, hasta: Date): Promise<void> {
  await sql`update prevision_aviso set hasta = ${hasta} where id = ${id}`.execute(tx)
}

/** Deletes forecasts older than a moment. */
export async function prunePrevisiones(db: Db, hasta: Date): Promise<void> {
  await sql`delete from prevision where emitida < ${hasta}`.execute(db)
}
