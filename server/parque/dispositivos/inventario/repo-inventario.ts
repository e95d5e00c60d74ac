import { type RawBuilder, sql } from 'kysely'
import {
  type COLUMNAS_ANTIGUAS,
  type COLUMNAS_POC,
  type MONTAJES,
  type NIVELES_BATERIA,
  SIN_UBICACION,
  type TIPOS_FILTRO,
} from '#contract/parque/dispositivos/inventario-values'
import { UBICACIONES_LT } from '#contract/parque/logistica/values'
import type { CERTEZAS } from '#contract/parque/ubicaciones/lugar-values'
import type { Db } from '../../../platform/db/client'
import { readTogether, walkQuery } from '../../../platform/db/queries/cursor'
import { CONTABLE, contains, DUDOSO, listDispositivosPorId, type Row, SIN_SENAL } from '../repo'

export type Filter = {
  /** Null: all companies. */
  empresa: number | null
  /** Substring of the nickname. */
  apodo?: string
  /** Substring of the nickname, or of the mac with or without its separators. */
  buscar?: string
  mac?: string
  /** Substring of the nickname, or of the mac of a device without one. */
  nombre?: string
  tipo?: (typeof TIPOS_FILTRO)[number]
  activado?: boolean
  posible_estado?: string
  estado?: number
  bateria?: (typeof NIVELES_BATERIA)[number]
  /** Registered from this moment on. */
  desde?: Date
  /** Registered before this moment. */
  hasta?: Date
  familia?: string
  ubicacion?: string
  /** Substring of the reader's nickname. */
  lector?: string
  vistoPor?: string
  sinActualizar?: boolean
  /** Not heard for more than this many days, or never. */
  sinVerDias?: number
  /** At its place for more than this many days. */
  enSitioDias?: number
  certeza?: (typeof CERTEZAS)[number]
  /** Only containers of the families of the LT catalogue. */
  montaje?: (typeof MONTAJES)[number]
  /** Only these. */
  ids?: number[]
  macs?: string[]
}

const NOMBRE = sql`coalesce(apodo, mac)`
const LECTOR = sql`coalesce(lector_apodo, lector_mac)`
/** Rounded as it is displayed, so that a displayed 50 % counts as 50 %. */
const BATERIA = sql`round(bateria::numeric, 1)`
/** On dispositivo_actual: not heard for longer than the company's limit of a lost container. */
export const INACTIVO = sql<boolean>`coalesce(ultimo_registro <= now() - make_interval(mins => (
  select minutos_perdido from ajuste where ajuste.empresa_id = dispositivo_actual.empresa_id)), true)`

const DEL_CATALOGO = sql<boolean>`exists (
  select 1 from lt where lt.empresa_id = dispositivo_actual.empresa_id and lt.codigo = familia)`

/** At a location without a column on the LT board. */
const EN_OTRAS = sql<boolean>`(ubicacion is not null and ubicacion <> all(${[...UBICACIONES_LT]}::text[]))`

const POR_CERTEZA = {
  dudosa: DUDOSO,
  sin_senal: SIN_SENAL,
  incierta: sql<boolean>`(${DUDOSO} or ${SIN_SENAL})`,
  lector_mudo: sql<boolean>`situacion = 'lector_mudo'`,
}

/** States that require a long silence, with the setting that says how long. */
const POR_SILENCIO: Record<string, RawBuilder<unknown>> = {
  'Posible extravío': sql`minutos_perdido`,
  'Posible tránsito': sql`minutos_viejo`,
}

const sinceSilencio = (minutos: RawBuilder<unknown>) =>
  sql`ultimo_registro < now() - make_interval(mins => ${minutos})`

/** For a state that requires a long silence, a bound that holds in every company: so the state is computed for few rows. */
function ofPosibleEstado(estado: string) {
  const minutos = POR_SILENCIO[estado]
  return minutos
    ? sql`posible_estado = ${estado} and ${sinceSilencio(sql`(select min(${minutos}) from ajuste)`)}`
    : sql`posible_estado = ${estado}`
}

/** The same bound with its minutes: by a number the planner knows that few rows pass, by a query it does not. */
async function boundOf(db: Db, { posible_estado }: Filter): Promise<RawBuilder<unknown>> {
  const minutos = posible_estado && POR_SILENCIO[posible_estado]
  if (!minutos) return sql`true`
  const { rows } = await sql<{ n: number | null }>`select min(${minutos}) as n from ajuste`.execute(db)
  return sinceSilencio(sql`${rows[0]?.n ?? 0}::int`)
}

const LEVEL = {
  Alta: sql<boolean>`${BATERIA} >= 50`,
  Media: sql<boolean>`${BATERIA} >= 25 and ${BATERIA} < 50`,
  Baja: sql<boolean>`${BATERIA} < 25`,
}

type Nombre = (typeof COLUMNAS_POC)[number] | (typeof COLUMNAS_ANTIGUAS)[number]
const COLUMN: Record<Nombre, RawBuilder<unknown>> = {
  Apodo: sql`apodo`,
  TipoDispositivo: sql`tipo`,
  Dispositivo: sql`mac`,
  Activado: sql`not activado`,
  UltimoRegistro: sql`ultimo_registro`,
  ApodoLector: LECTOR,
  Bateria: sql`bateria`,
  PosibleEstado: sql`posible_estado`,
  Estado: sql`case when tipo <> 'Reader' then estado end`,
  FechaRegistro: sql`creado`,
  Etiqueta: sql`etiqueta`,
  Ubicacion: sql`ubicacion`,
  Name: NOMBRE,
  DeviceType: sql`case tipo when 'Reader' then 54 when 'iBeacon' then 55 else 64 end`,
  statusKey: sql`posible_estado`,
  Location: sql`ubicacion`,
  Reader: LECTOR,
  updated: sql`ultimo_registro`,
  lastActive: sql`ultimo_registro`,
  Id: sql`id`,
}

export type Order = { orden: Nombre; sentido: 'asc' | 'desc' }

function ofUbicacion(nombre: string) {
  // A company may have named a place like this.
  return nombre === SIN_UBICACION
    ? sql<boolean>`(ubicacion is null or ubicacion = ${nombre})`
    : sql<boolean>`ubicacion = ${nombre}`
}

/** At its place for more than this many days, and heard there or behind a silent reader. */
const ofMasDias = (days: number) => sql<boolean>`(situacion in ('en_sitio', 'lector_mudo') and exists (
  select 1 from dispositivo_estado s where s.dispositivo_id = dispositivo_actual.id
    and s.lector_desde < now() - make_interval(days => ${days})))`

const withoutSeparators = (text: string) => text.replace(/[:\-. ]/g, '')

function ofBuscado(text: string) {
  const pegado = withoutSeparators(text)
  const partes = [contains('apodo', text), contains('mac', text)]
  if (pegado) partes.push(contains('mac', pegado))
  return sql<boolean>`(${sql.join(partes, sql` or `)})`
}

/** The conditions of a filter on `dispositivo_actual`. */
export function ofFilter(f: Filter): RawBuilder<boolean> {
  const partes: RawBuilder<unknown>[] = [sql`true`]
  const and = <T>(valor: T | undefined, parte: (valor: T) => RawBuilder<unknown>) => {
    if (valor !== undefined) partes.push(parte(valor))
  }
  if (f.empresa !== null) partes.push(sql`empresa_id = ${f.empresa}`)
  and(f.apodo, (v) => contains('apodo', v))
  and(f.buscar, ofBuscado)
  and(f.mac, (v) => sql`mac = ${v}`)
  and(f.nombre, (v) => sql`strpos(lower(${NOMBRE}), lower(${v})) > 0`)
  and(f.tipo, (v) => (v === 'Contenedor' ? sql`tipo <> 'Reader'` : sql`tipo = ${v}`))
  and(f.activado, (v) => sql`activado = ${v}`)
  and(f.posible_estado, ofPosibleEstado)
  and(f.estado, (v) => sql`tipo <> 'Reader' and estado = ${v}`)
  and(f.bateria, (v) => LEVEL[v])
  and(f.desde, (v) => sql`creado >= ${v}`)
  and(f.hasta, (v) => sql`creado < ${v}`)
  and(f.familia, (v) => sql`familia = ${v}`)
  and(f.ubicacion, ofUbicacion)
  and(f.lector, (v) => sql`strpos(lower(${LECTOR}), lower(${v})) > 0`)
  and(f.vistoPor, (v) => sql`${LECTOR} = ${v}`)
  if (f.sinActualizar) partes.push(INACTIVO)
  and(f.sinVerDias, (v) => sql`coalesce(ultimo_registro < now() - make_interval(days => ${v}), true)`)
  and(f.enSitioDias, ofMasDias)
  and(f.certeza, (v) => POR_CERTEZA[v])
  if (f.montaje) partes.push(CONTABLE, DEL_CATALOGO)
  if (f.montaje === 'otras') partes.push(EN_OTRAS)
  and(f.ids, (v) => sql`id = any(${v}::bigint[])`)
  and(f.macs, (v) => sql`mac = any(${v}::text[])`)
  return sql<boolean>`${sql.join(partes, sql` and `)}`
}

/** Sort order; ties are sorted by id. */
const orderOf = ({ orden, sentido }: Order) =>
  sql`order by ${COLUMN[orden]} ${sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, id`
/** The same order from its end. */
const reverseOf = ({ orden, sentido }: Order) =>
  sql`order by ${COLUMN[orden]} ${sentido === 'asc' ? sql`desc` : sql`asc`} nulls first, id desc`

/** Filters that need only columns of `dispositivo`: their results are counted without computing states, and so is a page's place among them. */
const DEL_REGISTRO: ReadonlySet<string> = new Set<keyof Filter>([
  'empresa',
  'apodo',
  'buscar',
  'mac',
  'nombre',
  'tipo',
  'activado',
  'desde',
  'hasta',
  'familia',
  'ids',
  'macs',
])
/** Sort orders that need only columns of `dispositivo`. */
const ORDENES_REGISTRO: ReadonlySet<string> = new Set<Nombre>([
  'Apodo',
  'TipoDispositivo',
  'Dispositivo',
  'Activado',
  'FechaRegistro',
  'Etiqueta',
  'Name',
  'DeviceType',
  'Id',
])

const asked = (f: Filter): string[] =>
  Object.entries(f).flatMap(([k, v]) => (v === undefined || v === false || v === null ? [] : [k]))
const isOfRegistro = (f: Filter): boolean => asked(f).every((k) => DEL_REGISTRO.has(k))

/**
 * Devices that match a filter which needs only columns of `dispositivo`. A text search also checks `buscable`, which is in lower case
 * already and rules out most rows.
 */
function registroOf(f: Filter): RawBuilder<unknown> {
  const holds = (text: string) => sql`strpos(buscable, lower(${text})) > 0`
  const texts = [f.apodo, f.nombre].flatMap((t) => (t === undefined ? [] : [holds(t)]))
  if (f.buscar !== undefined) texts.push(sql`(${holds(f.buscar)} or ${holds(withoutSeparators(f.buscar))})`)
  return sql`dispositivo where eliminado is null and ${sql.join([...texts, ofFilter(f)], sql` and `)}`
}

export async function countInventario(db: Db, f: Filter): Promise<number> {
  const de = isOfRegistro(f) ? registroOf(f) : sql`dispositivo_actual where ${ofFilter(f)}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${de}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Filters without an index that match few devices: these are selected once, and counted in the same query. */
const SEARCHES: readonly (keyof Filter)[] = ['apodo', 'buscar', 'nombre', 'lector', 'posible_estado']

/** A page of a filter with a search. */
async function searchPage(db: Db, f: Filter, o: Order, limit: number, offset: number) {
  const clave = COLUMN[o.orden]
  const found = !isOfRegistro(f)
    ? sql`select id, ${clave} as clave from dispositivo_actual where ${ofFilter(f)} and ${await boundOf(db, f)}`
    : ORDENES_REGISTRO.has(o.orden)
      ? sql`select id, ${clave} as clave from ${registroOf(f)}`
      : sql`select id, ${clave} as clave from dispositivo_actual where id in (select id from ${registroOf(f)})`
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${found})
    select (select count(*) from found)::int as total, array(
      select id::float8 from found order by clave ${o.sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, id
      limit ${limit} offset ${offset}) as ids`.execute(db)
  return rows[0] as { ids: number[]; total: number }
}

type Part = { limit: number; offset: number }

async function selectIds(db: Db, f: Filter, orden: Order, { limit, offset }: Part, isReverse = false) {
  const de =
    isOfRegistro(f) && ORDENES_REGISTRO.has(orden.orden)
      ? registroOf(f)
      : sql`dispositivo_actual where ${ofFilter(f)}`
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id::float8) as ids from (
      select id from ${de} ${isReverse ? reverseOf(orden) : orderOf(orden)} limit ${limit} offset ${offset}
    ) ordered`.execute(db)
  return rows[0]?.ids ?? []
}

/** Some ids of a filter's devices, in order. */
export const listIds = (db: Db, f: Filter, orden: Order, part: Part): Promise<number[]> =>
  selectIds(db, f, orden, part)

/**
 * Some ids of the `total` devices of a filter, in order, read from the nearer end: else the last page reads all devices that come before it.
 * The total must be of the same snapshot.
 */
async function listNearerIds(db: Db, f: Filter, orden: Order, { limit, offset }: Part, total: number) {
  const after = Math.max(0, total - offset - limit)
  if (after >= offset) return selectIds(db, f, orden, { limit, offset })
  const ids = await selectIds(db, f, orden, { limit: Math.min(limit, total - offset), offset: after }, true)
  return ids.reverse()
}

/** A page of a filter without a search. */
async function orderedPage(db: Db, f: Filter, orden: Order, part: Part) {
  if (part.offset === 0) {
    const [ids, total] = await Promise.all([listIds(db, f, orden, part), countInventario(db, f)])
    return { ids, total }
  }
  return readTogether(db, async (snapshot) => {
    const total = await countInventario(snapshot, f)
    const ids = part.offset < total ? await listNearerIds(snapshot, f, orden, part, total) : []
    return { ids, total }
  })
}

/** A page of the filter, and the total. Ids and sort keys are sorted first; then the rows of the page are read. */
export async function listPage(
  db: Db,
  f: Filter,
  orden: Order,
  page: { page: number; per_page: number },
): Promise<{ filas: Row[]; total: number }> {
  const [limit, offset] = [page.per_page, (page.page - 1) * page.per_page]
  const { ids, total } = SEARCHES.some((k) => f[k] !== undefined)
    ? await searchPage(db, f, orden, limit, offset)
    : await orderedPage(db, f, orden, { limit, offset })
  const porId = new Map((await listDispositivosPorId(db, ids)).map((l) => [l.id, l]))
  return { filas: ids.flatMap((id) => porId.get(id) ?? []), total }
}

/** All rows of the filter in order, from one snapshot. */
export function walkInventario<T>(
  db: Db,
  f: Filter,
  orden: Order,
  present: (row: Row) => T,
): AsyncGenerator<T[]> {
  return walkQuery(
    db,
    async () => sql<Row>`select * from dispositivo_actual where ${ofFilter(f)} ${orderOf(orden)}`,
    present,
  )
}

export async function sumInventario(db: Db, f: Filter) {
  const { rows } = await sql<{
    total: number
    activados: number
    desactivados: number
    sin_actualizar: number
  }>`select count(*) as total, count(*) filter (where activado) as activados,
      count(*) filter (where not activado) as desactivados, count(*) filter (where ${INACTIVO}) as sin_actualizar
    from dispositivo_actual where ${ofFilter(f)}`.execute(db)
  return rows[0] ?? { total: 0, activados: 0, desactivados: 0, sin_actualizar: 0 }
}

const UBICACIONES = 10_000

export async function listUbicaciones(db: Db, empresa: number | null): Promise<string[]> {
  const filas = await db
    .selectFrom('ubicacion')
    .select('nombre')
    .distinct()
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .orderBy('nombre')
    .limit(UBICACIONES)
    .execute()
  return filas.map((f) => f.nombre)
}
