import { type RawBuilder, sql } from 'kysely'
import {
  type COLUMNAS_ANTIGUAS,
  type COLUMNAS_POC,
  type MONTAJES,
  type NIVELES_BATERIA,
  SIN_UBICACION,
} from '#contract/valores/dispositivos/inventario'
import { UBICACIONES_LT } from '#contract/valores/dispositivos/logistica'
import type { CERTEZAS } from '#contract/valores/dispositivos/lugar'
import type { Db } from '../../../platform/db/client'
import { walkQuery } from '../../../platform/db/cursor'
import { ALL, CONTABLE, contains, DUDOSO, listDispositivosPorId, type Row, SIN_SENAL } from '../repo'

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
  tipo?: Row['tipo']
  activado?: boolean
  posible_estado?: string
  estado?: number
  bateria?: (typeof NIVELES_BATERIA)[number]
  /** Registered from then on. */
  desde?: Date
  /** Registered before. */
  hasta?: Date
  familia?: string
  ubicacion?: string
  /** Substring of the reader's nickname. */
  lector?: string
  vistoPor?: string
  sinActualizar?: boolean
  /** Not heard for more days, or never. */
  sinVerDias?: number
  /** Standing at its place for more days. */
  enSitioDias?: number
  certeza?: (typeof CERTEZAS)[number]
  /** Containers of the families of the LT catalogue. */
  montaje?: (typeof MONTAJES)[number]
  /** These alone. */
  ids?: number[]
  macs?: string[]
}

const NOMBRE = sql`coalesce(apodo, mac)`
const LECTOR = sql`coalesce(lector_apodo, lector_mac)`
/** As it is shown, so that what reads 50 % counts as 50 %. */
const BATERIA = sql`round(bateria::numeric, 1)`
/** Of dispositivo_actual: not heard for as long as makes a container lost. */
export const INACTIVO = sql<boolean>`coalesce(ultimo_registro <= now() - make_interval(mins => (
  select minutos_perdido from ajuste where ajuste.empresa_id = dispositivo_actual.empresa_id)), true)`

const DEL_CATALOGO = sql<boolean>`exists (
  select 1 from lt where lt.empresa_id = dispositivo_actual.empresa_id and lt.codigo = familia)`

/** At a location that is no column of the LT board. */
const EN_OTRAS = sql<boolean>`(ubicacion is not null and ubicacion <> all(${[...UBICACIONES_LT]}::text[]))`

const POR_CERTEZA = {
  dudosa: DUDOSO,
  sin_senal: SIN_SENAL,
  incierta: sql<boolean>`(${DUDOSO} or ${SIN_SENAL})`,
  lector_mudo: sql<boolean>`situacion = 'lector_mudo'`,
}

/**
 * States that only a device can have that was not heard for this long, whatever its company: asked first, it leaves few rows of which the state is
 * worked out.
 */
const POR_SILENCIO: Record<string, RawBuilder<unknown>> = {
  'Posible extravío': sql`minutos_perdido`,
  'Posible tránsito': sql`minutos_viejo`,
}

function ofPosibleEstado(estado: string) {
  const minutos = POR_SILENCIO[estado]
  return minutos
    ? sql`posible_estado = ${estado} and ultimo_registro < now() - make_interval(mins => (select min(${minutos}) from ajuste))`
    : sql`posible_estado = ${estado}`
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
  // A company may have given a place that name.
  return nombre === SIN_UBICACION
    ? sql<boolean>`(ubicacion is null or ubicacion = ${nombre})`
    : sql<boolean>`ubicacion = ${nombre}`
}

/** It has stood at its place for more days, and is heard there or its reader is silent. */
const ofMasDias = (days: number) => sql<boolean>`(situacion in ('en_sitio', 'lector_mudo') and exists (
  select 1 from dispositivo_estado s where s.dispositivo_id = dispositivo_actual.id
    and s.lector_desde < now() - make_interval(days => ${days})))`

function ofBuscado(text: string) {
  const pegado = text.replace(/[:\-. ]/g, '')
  const partes = [contains('apodo', text), contains('mac', text)]
  if (pegado) partes.push(contains('mac', pegado))
  return sql<boolean>`(${sql.join(partes, sql` or `)})`
}

/** What a filter asks of `dispositivo_actual`. */
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
  and(f.tipo, (v) => sql`tipo = ${v}`)
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

/** Rows come in this order, devices alike in it by their ids. */
const orderOf = ({ orden, sentido }: Order) =>
  sql`order by ${COLUMN[orden]} ${sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, id`

/** What a filter may ask of a device that is on its register alone: such are counted without its state. */
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

export async function countInventario(db: Db, f: Filter): Promise<number> {
  const pide = Object.entries(f).filter(([, v]) => v !== undefined && v !== false)
  const de = pide.every(([k]) => DEL_REGISTRO.has(k))
    ? sql`dispositivo where eliminado is null and`
    : sql`dispositivo_actual where`
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${de} ${ofFilter(f)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** All of the filter, bounded. */
export async function listInventario(db: Db, f: Filter, orden: Order): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from dispositivo_actual where ${ofFilter(f)} ${orderOf(orden)} limit ${ALL}`.execute(db)
  return rows
}

/** One page of the filter, and how many devices pass it. Narrow rows are sorted, and then those of the page are read. */
export async function listPage(
  db: Db,
  f: Filter,
  orden: Order,
  page: { page: number; per_page: number },
): Promise<{ filas: Row[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number }>`select id from dispositivo_actual where ${ofFilter(f)} ${orderOf(orden)}
      limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`.execute(db),
    countInventario(db, f),
  ])
  const leidas = rows.length
    ? await listDispositivosPorId(
        db,
        rows.map((r) => r.id),
      )
    : []
  const porId = new Map(leidas.map((l) => [l.id, l]))
  return { filas: rows.flatMap((r) => porId.get(r.id) ?? []), total }
}

/** All of the filter in order, as of one moment. */
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
