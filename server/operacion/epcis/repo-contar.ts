import { sql } from 'kysely'
import type { Paso } from '#contract/operacion/epcis/values'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import type { Pending } from '../../platform/db/queries/pending'
import type { YaDicho } from './event/diferencia'
import type { Clase, Evento } from './event/evento'
import type { Contenedor, Estancia } from './event/hechos'
import type { Claves } from './event/identificadores'

/** Companies with containers that are due for publishing. */
export async function listPorContar(db: Db): Promise<number[]> {
  const { rows } = await sql<{ empresa: number }>`
    select a.empresa_id as empresa from epcis_ajuste a
    where a.activo and exists (select from epcis_pendiente p where p.empresa_id = a.empresa_id and p.cuando <= now())`.execute(
    db,
  )
  return rows.map((r) => r.empresa)
}

/** Locks the event log of a company until the transaction ends; with `shared`, only to keep writers out. */
export async function lockEventos(tx: Db, empresa: number, shared = false): Promise<void> {
  const lock = shared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(${sql.lit(LOCKS.epcis)}, ${empresa}::int)`.execute(tx)
}

export type FilaAjuste = Omit<Claves, 'lugares'> & {
  activo: boolean
  desde: Date
  umbral: number
  minutos_reposo: number
  meses: number
  /** Events recorded up to this moment are deleted; null: none. */
  podado: Date | null
  lugares: (Claves['lugares'][number] & { paso: Paso })[]
}

/** Undefined: the company has never published anything. */
export async function findAjuste(db: Db, empresa: number): Promise<FilaAjuste | undefined> {
  const { rows } = await sql<Omit<FilaAjuste, 'familias'> & { familias: Record<string, string> }>`
    select activo, desde, round(umbral::numeric, 3)::float8 as umbral, minutos_reposo, meses, podado, prefijo, dominio, gln, base, familias, lugares
    from epcis_ajuste where empresa_id = ${empresa}`.execute(db)
  const row = rows[0]
  return (
    row && {
      ...row,
      familias: Object.entries(row.familias).map(([familia, tipo]) => ({ familia, tipo })),
    }
  )
}

export async function readPlazos(db: Db, empresa: number): Promise<{ pasoMs: number; salidaMs: number }> {
  const { rows } = await sql<{ pasoMs: number; salidaMs: number }>`
    select segundos_estancia * 1000 as "pasoMs", minutos_salida * 60000 as "salidaMs" from ajuste
    where empresa_id = ${empresa}`.execute(db)
  return rows[0] as { pasoMs: number; salidaMs: number }
}

/** Queues all containers of a company, deleted ones included, from a moment on. */
export async function askTodos(tx: Db, empresa: number, desde: Date): Promise<void> {
  await sql`
    insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
    select empresa_id, id, ${desde} from dispositivo where empresa_id = ${empresa} and tipo <> 'Reader'`.execute(
    tx,
  )
}

type FilaEstancia = Omit<Estancia, 'desde' | 'hasta'> & { id: number; desde: Date; hasta: Date | null }
type FilaContenedor = Pick<Contenedor, 'id' | 'mac' | 'familia'> & {
  creado: Date
  eliminado: Date | null
  asiento: number | null
  momento: Date | null
}
type FilaIncidencia = {
  id: number
  de: number
  tiempo: Date
  hasta: Date
  cerrada: Date | null
  danio: boolean
  pico_g: number | null
}
type FilaCambio = {
  id: number
  de: number
  clase: 'etiqueta' | 'estado'
  antes: string | null
  despues: string | null
  tiempo: Date
}

const ms = (d: Date) => d.getTime()
const byDevice = <T>(rows: readonly T[], idOf: (r: T) => number): Map<number, T[]> => {
  const map = new Map<number, T[]>()
  for (const r of rows) {
    const list = map.get(idOf(r))
    if (list) list.push(r)
    else map.set(idOf(r), [r])
  }
  return map
}

/**
 * Data of these containers, each from its moment on.
 * @param margenMs stays that ended up to this long before are read too: a later stay may continue them
 */
export async function listContenedores(
  tx: Db,
  empresa: number,
  pendientes: readonly Pending[],
  margenMs: number,
): Promise<Contenedor[]> {
  const ids = sql`${pendientes.map((p) => p.id)}::bigint[]`
  const los = sql`unnest(${ids}, ${pendientes.map((p) => p.desde)}::timestamptz[]) as p(id, desde)`
  const primera = new Date(Math.min(...pendientes.map((p) => ms(p.desde))))
  const [contenedores, estancias, incidencias, cambios] = [
    await sql<FilaContenedor>`
      select d.id, d.mac, d.familia, d.creado, d.eliminado, b.id as asiento, b.momento from dispositivo d
      left join dispositivo_estado e on e.dispositivo_id = d.id
      left join lateral (
        select s.id, s.clase, s.momento from perdida_asiento s
        where s.dispositivo_id = d.id and s.clase <> 'anulada' and not exists (select from perdida_asiento x where x.anula = s.id)
        order by s.id desc limit 1
      ) b on b.clase = 'baja' and b.momento >= coalesce(e.ultimo_registro, b.momento)
      where d.id = any(${ids}) and d.empresa_id = ${empresa} and d.tipo <> 'Reader' order by d.id`.execute(
      tx,
    ),
    await sql<FilaEstancia>`
      select e.dispositivo_id as id, e.ubicacion_id as lugar, e.desde, coalesce(e.hasta, d.eliminado) as hasta, e.silencio, e.certeza::float8 as certeza,
        e.hasta is null and s.en_camino as en_camino
      from estancia_toda e join dispositivo d on d.id = e.dispositivo_id
      join ${los} on p.id = e.dispositivo_id
      left join dispositivo_estado s on s.dispositivo_id = e.dispositivo_id
      where e.dispositivo_id = any(${ids}) and e.empresa_id = ${empresa}
        and (e.hasta is null or e.hasta >= p.desde - make_interval(secs => ${margenMs / 1000}))
      order by e.desde`.execute(tx),
    await sql<FilaIncidencia>`
      select i.id, i.dispositivo_id as de, i.tiempo, i.hasta, case when i.revisado then i.cerrada end as cerrada, i.hubo_danio as danio,
        i.pico_g::float8 as pico_g
      from incidencia i join ${los} on p.id = i.dispositivo_id
      where i.empresa_id = ${empresa} and i.tiempo >= p.desde order by i.tiempo`.execute(tx),
    await sql<FilaCambio>`
      select c.id, c.dispositivo_id as de, c.clase, c.de as antes, c.a as despues, c.tiempo
      from cambio c join ${los} on p.id = c.dispositivo_id
      where c.empresa_id = ${empresa} and c.tiempo >= ${primera} and c.tiempo >= p.desde and (c.clase = 'etiqueta'
        or c.clase = 'estado' and (c.a = 'Posible extravío' or c.de = 'Posible extravío'))
      order by c.tiempo, c.id`.execute(tx),
  ].map((r) => r.rows) as [FilaContenedor[], FilaEstancia[], FilaIncidencia[], FilaCambio[]]
  const estanciasOf = byDevice(estancias, (e) => e.id)
  const incidenciasOf = byDevice(incidencias, (i) => i.de)
  const cambiosOf = byDevice(cambios, (c) => c.de)
  return contenedores.map(({ asiento, momento, ...c }) => ({
    ...c,
    baja: asiento === null || momento === null ? null : { asiento, momento: ms(momento) },
    creado: ms(c.creado),
    eliminado: c.eliminado && ms(c.eliminado),
    estancias: (estanciasOf.get(c.id) ?? []).map((e) => ({
      ...e,
      desde: ms(e.desde),
      hasta: e.hasta && ms(e.hasta),
    })),
    incidencias: (incidenciasOf.get(c.id) ?? []).map((i) => ({
      ...i,
      tiempo: ms(i.tiempo),
      hasta: ms(i.hasta),
      cerrada: i.cerrada && ms(i.cerrada),
    })),
    cambios: (cambiosOf.get(c.id) ?? []).map((x) => ({
      id: x.id,
      clase: x.clase,
      de: x.antes,
      a: x.despues,
      tiempo: ms(x.tiempo),
    })),
  }))
}

/** Published facts of these containers that are still valid, each from its moment on. */
export async function listDichos(tx: Db, pendientes: readonly Pending[]): Promise<Map<number, YaDicho[]>> {
  const { rows } = await sql<Omit<YaDicho, 'inicio'> & { de: number; inicio: Date }>`
    select d.id, d.dispositivo_id as de, d.clase, d.ref, d.ubicacion_id as lugar, d.momento as inicio, d.evento_id as evento,
      (e.cuerpo ->> 'retorna:certeza')::float8 as certeza
    from unnest(${pendientes.map((p) => p.id)}::bigint[], ${pendientes.map((p) => p.desde)}::timestamptz[]) as p(id, desde)
    join epcis_dicho d on d.dispositivo_id = p.id and d.momento >= p.desde
    join epcis_evento e on e.id = d.evento_id order by d.id`.execute(tx)
  return byDevice(
    rows.map((r) => ({ ...r, inicio: ms(r.inicio) })),
    (r) => r.de,
  )
}

/** The last battery and temperature of each container within the hour before these moments. */
export async function listMedidas(
  tx: Db,
  cuando: readonly { id: number; momento: number }[],
): Promise<({ bateria: number | null; temperatura: number | null } | undefined)[]> {
  if (!cuando.length) return []
  const { rows } = await sql<{ n: number; bateria: number | null; temperatura: number | null }>`
    select p.n::int as n, m.bateria::float8 as bateria, m.temperatura::float8 as temperatura
    from unnest(${cuando.map((c) => c.id)}::bigint[], ${cuando.map((c) => new Date(c.momento))}::timestamptz[]) with ordinality as p(id, t, n)
    cross join lateral (
      select e.bateria, e.temperatura from evento e
      where e.dispositivo_id = p.id and e.tiempo between p.t - interval '1 hour' and p.t
      order by e.tiempo desc, e.id desc limit 1
    ) m`.execute(tx)
  const byN = new Map(rows.map((r) => [r.n, r]))
  return cuando.map((_, i) => byN.get(i + 1))
}

/** How often each of these events was declared wrong. */
export async function countDeclarados(tx: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select event_id as id, count(*)::int as n from epcis_evento
    where event_id = any(${[...ids]}::text[]) and declarado is not null group by 1`.execute(tx)
  return new Map(rows.map((r) => [r.id, r.n]))
}

export async function listCuerpos(tx: Db, ids: readonly number[]): Promise<Map<number, Evento>> {
  const { rows } = await sql<{ id: number; cuerpo: Evento }>`
    select id, cuerpo from epcis_evento where id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map((r) => [r.id, r.cuerpo]))
}

/** @param corrige row id of the event that is declared wrong */
export type Fila = { evento: Evento; corrige: number | null }

/** Appends events to the log, in this order, and saves the names that they use. @returns their row ids */
export async function insertEventos(tx: Db, empresa: number, filas: readonly Fila[]): Promise<number[]> {
  if (!filas.length) return []
  const { rows } = await sql<{ id: number }>`
    with nueva as (
      select nextval(pg_get_serial_sequence('epcis_evento', 'id')) as id, clock_timestamp() as ahora, n, c, k
      from (select c::jsonb, k, n from unnest(${filas.map((f) => JSON.stringify(f.evento))}::text[],
        ${filas.map((f) => f.corrige)}::bigint[]) with ordinality as x(c, k, n) order by n) y
    ), puesta as (
      insert into epcis_evento (id, empresa_id, event_id, record_time, event_time, tipo, action, biz_step, disposition, epcs, parent_id,
        read_point, biz_location, corrige, declarado, razon, cuerpo)
      overriding system value
      select id, ${empresa}, c ->> 'eventID', date_trunc('milliseconds', ahora), (c ->> 'eventTime')::timestamptz, c ->> 'type', c ->> 'action',
        c ->> 'bizStep', c ->> 'disposition',
        array(select jsonb_array_elements_text(coalesce(c -> 'epcList', c -> 'childEPCs'))), c ->> 'parentID',
        c #>> '{readPoint,id}', c #>> '{bizLocation,id}', k, (c #>> '{errorDeclaration,declarationTime}')::timestamptz,
        c #>> '{errorDeclaration,reason}', c
      from nueva returning tipo, biz_step, disposition, epcs, parent_id, read_point, biz_location
    ), nombrada as (
      insert into epcis_nombre (empresa_id, clase, uri)
      select distinct ${empresa}::int, x.clase, x.uri from puesta p cross join lateral (
        values ('eventType', p.tipo), ('bizStep', p.biz_step), ('disposition', p.disposition), ('readPoint', p.read_point),
          ('bizLocation', p.biz_location), ('epc', p.parent_id)
        union all select 'epc', unnest(p.epcs)
      ) as x(clase, uri) where x.uri is not null
      on conflict do nothing
    )
    select id from nueva order by n`.execute(tx)
  return rows.map((r) => r.id)
}

export type NuevoDicho = {
  id: number
  clase: Clase
  ref: number | null
  lugar: number | null
  inicio: number
  evento: number
}

export async function saveDichos(
  tx: Db,
  empresa: number,
  fuera: readonly number[],
  nuevos: readonly NuevoDicho[],
): Promise<void> {
  if (fuera.length) await sql`delete from epcis_dicho where id = any(${[...fuera]}::bigint[])`.execute(tx)
  if (!nuevos.length) return
  await sql`
    insert into epcis_dicho (empresa_id, dispositivo_id, clase, ref, ubicacion_id, momento, evento_id)
    select ${empresa}, * from unnest(${nuevos.map((n) => n.id)}::bigint[], ${nuevos.map((n) => n.clase)}::text[],
      ${nuevos.map((n) => n.ref)}::bigint[], ${nuevos.map((n) => n.lugar)}::bigint[],
      ${nuevos.map((n) => new Date(n.inicio))}::timestamptz[], ${nuevos.map((n) => n.evento)}::bigint[])`.execute(
    tx,
  )
}
