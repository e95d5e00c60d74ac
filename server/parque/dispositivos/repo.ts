import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { POR_CAUSA } from '#contract/avisos/causas/values'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import { formatLugar, PROBABLE } from '#contract/parque/ubicaciones/lugar-values'
import { roundTo } from '#contract/values/medidas'
import type { Db } from '../../platform/db/client'
import { distinctOf } from '../../platform/db/queries/distinct'
import { prepare } from '../../platform/db/queries/prepared'
import type { Schema } from '../../platform/db/schema'
import { formatCorto, isoPlanta } from '../../platform/time/time'

export type Row = Schema['dispositivo_actual']
export type Columns = ExpressionBuilder<Schema, 'dispositivo_actual'>

/** All columns by name: a prepared query must have the same ones after the view got another. */
const COLUMNS = [
  'id',
  'empresa_id',
  'mac',
  'apodo',
  'tipo',
  'activado',
  'etiqueta',
  'familia',
  'creado',
  'ultimo_registro',
  'recibido',
  'estado',
  'bateria',
  'bateria_mv',
  'temperatura',
  'humedad',
  'accel',
  'roll',
  'pitch',
  'rssi',
  'valor',
  'desfase_s',
  'lector_id',
  'lector_desde',
  'lector_apodo',
  'lector_mac',
  'ubicacion',
  'lat',
  'lon',
  'lector_sin_senal',
  'situacion',
  'certeza',
  'segunda',
  'segunda_certeza',
  'posible_estado',
  'callado_desde',
  'causa_id',
  'causa_clase',
] as const satisfies readonly (keyof Row)[]

/** Limit of the lists that the specification does not page. */
export const ALL = 200_000

const round = (n: number | null, decimales: number) => (n === null ? null : Number(n.toFixed(decimales)))

/** The API's name of a state; a reader has none. */
export const nombreEstado = ({ tipo, estado }: Pick<Row, 'tipo' | 'estado'>): Dispositivo['Estado'] =>
  tipo === 'Reader' || estado === null ? null : (ESTADOS[estado] ?? null)

function formatNoSeSabe({ causa_clase, ultimo_registro }: Row, zona: string): string | null {
  if (!causa_clase || !ultimo_registro) return null
  return `No se sabe desde ${formatCorto(ultimo_registro, zona)}, por ${POR_CAUSA[causa_clase]}`
}

/** A row of dispositivo_actual with the API's names. */
export function presentDispositivo(f: Row, zona: string): Dispositivo {
  return {
    Apodo: f.apodo,
    Dispositivo: f.mac,
    TipoDispositivo: f.tipo,
    Activado: f.activado ? 'Activado' : 'Desactivado',
    UltimoRegistro: isoPlanta(f.ultimo_registro, zona),
    ApodoLector: f.lector_apodo ?? f.lector_mac,
    Bateria: round(f.bateria, 1),
    PosibleEstado: f.posible_estado as Dispositivo['PosibleEstado'],
    Estado: nombreEstado(f),
    FechaRegistro: isoPlanta(f.creado, zona),
    Etiqueta: f.etiqueta,
    Lat: f.lat,
    Lon: f.lon,
    Roll: round(f.roll, 1),
    Pitch: round(f.pitch, 1),
    Ubicacion: f.ubicacion,
    Lugar: formatLugar(f),
    Situacion: f.situacion,
    Certeza: round(f.certeza, 2),
    SegundaUbicacion: f.segunda,
    empresa: f.empresa_id,
    Nota: f.causa_clase && POR_CAUSA[f.causa_clase],
    NoSeSabe: formatNoSeSabe(f, zona),
    Causa: f.causa_id,
    Rssi: f.rssi,
    BateriaMv: f.bateria_mv,
    Temperatura: round(f.temperatura, 2),
    Humedad: round(f.humedad, 4),
    Aceleracion: f.accel?.map((a) => roundTo(a, 3)) ?? null,
    Valor: f.valor ?? {},
  }
}

export function ofEmpresa(empresa: number | null) {
  return (eb: Columns) => (empresa === null ? eb.lit(true) : eb('empresa_id', '=', empresa))
}

/** Substring search in which % and _ are not wildcards. */
export function contains(column: string, text: string) {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`
}

const ofIds = (db: Db, ids: number[]) =>
  db.selectFrom('dispositivo_actual').select(COLUMNS).where(sql<boolean>`id = any(${ids}::bigint[])`)

/** Up to this many devices are looked up one by one, by any plan; for more, the plan depends on their number. */
const FEW = 100
const findFew = prepare('dispositivos_id', (db) => ofIds(db, []))

export const listDispositivosPorId = (db: Db, ids: number[]): Promise<Row[]> =>
  ids.length <= FEW ? findFew(db, [ids]) : ofIds(db, ids).execute()

const findMac = prepare('dispositivo_mac', (db) =>
  db.selectFrom('dispositivo_actual').select(COLUMNS).where('mac', '=', ''),
)

export async function findDispositivo(db: Db, mac: string): Promise<Row | undefined> {
  const [row] = await findMac(db, [mac])
  return row
}

/** One device, deleted or not. */
export async function findPorId(db: Db, id: number): Promise<Schema['dispositivo_todo'] | undefined> {
  return db.selectFrom('dispositivo_todo').selectAll().where('id', '=', id).executeTakeFirst()
}

/** On dispositivo_actual: it may stand at another location as well (`isDudoso`). */
export const DUDOSO = sql<boolean>`(situacion = 'en_sitio' and certeza < ${sql.lit(PROBABLE)})`

/** On dispositivo_actual: it is not heard any more, or its reader is silent. */
export const SIN_SENAL = sql<boolean>`(situacion in ('sin_senal', 'lector_mudo'))`

/** Whether a device is counted by family: it is a container, judging by type and nickname. */
export const CONTABLE = sql<boolean>`(tipo <> 'Reader' and familia is not null and apodo not ilike '08EFA%')`

/**
 * Families with a device that meets a condition, by name.
 * @param empresa null: of all companies
 * @param has condition on a row `d` of `dispositivo`
 */
export async function listFamiliasWith(
  db: Db,
  empresa: number | null,
  has: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ familia: string }>`
    select distinct f.valor as familia from empresa x
    cross join lateral ${distinctOf(sql`dispositivo d`, sql`d.familia`, sql`d.empresa_id = x.id`)} f
    -- The first device that passes is enough: not written as exists, which would be made of all of them.
    where (${empresa}::int is null or x.id = ${empresa}) and (
      select true from dispositivo d
      where d.empresa_id = x.id and d.familia = f.valor and d.eliminado is null and ${has} limit 1)
    order by 1 limit 10000`.execute(db)
  return rows.map((r) => r.familia)
}

export const listFamilias = (db: Db, empresa: number | null): Promise<string[]> =>
  listFamiliasWith(db, empresa, CONTABLE)

export type DispositivoGuardado = {
  mac: string
  tipo: Row['tipo']
  apodo: string | null
  activado: boolean
  etiqueta: string | null | undefined
  coordenadas: { lat: number; lon: number } | undefined
}

/**
 * Inserts a device or updates the one with that mac; a null nickname and absent fields stay unchanged.
 * @returns false, with nothing written, if the mac belongs to another company, or to a reader that `d` may not change: both may have come
 * about after the caller's check
 */
export async function saveDispositivo(
  db: Db,
  d: DispositivoGuardado,
  empresa: number,
  tocaLectores: boolean,
): Promise<boolean> {
  const escrito = await db
    .insertInto('dispositivo')
    .values({
      empresa_id: empresa,
      mac: d.mac,
      tipo: d.tipo,
      apodo: d.apodo,
      activado: d.activado,
      etiqueta: d.etiqueta ?? null,
      lat: d.coordenadas?.lat ?? null,
      lon: d.coordenadas?.lon ?? null,
    })
    .onConflict((oc) =>
      oc
        .column('mac')
        .where('eliminado', 'is', null)
        .doUpdateSet({
          tipo: d.tipo,
          activado: d.activado,
          ...(d.apodo !== null && { apodo: d.apodo }),
          ...(d.etiqueta !== undefined && { etiqueta: d.etiqueta }),
          ...(d.coordenadas && { lat: d.coordenadas.lat, lon: d.coordenadas.lon }),
        })
        .where('dispositivo.empresa_id', '=', empresa)
        .where((eb) => (tocaLectores ? eb.lit(true) : eb('dispositivo.tipo', '<>', 'Reader'))),
    )
    .returning('id')
    .executeTakeFirst()
  return escrito !== undefined
}

/** Number of readers of a company. */
export async function countLectores(db: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from dispositivo
    where empresa_id = ${empresa} and tipo = 'Reader' and eliminado is null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether a device of the company has this nickname. */
export async function hasApodo(db: Db, empresa: number, apodo: string): Promise<boolean> {
  const { rows } = await sql`select 1 from dispositivo
    where empresa_id = ${empresa} and lower(apodo) = lower(${apodo}) and eliminado is null`.execute(db)
  return rows.length > 0
}

/** SQLSTATE and constraint of a database error. */
const rejection = (e: unknown) => e as { code?: string; constraint?: string }

/** Whether another device of the company already has this nickname. */
export const isApodoRepetido = (e: unknown) =>
  rejection(e).code === '23505' && rejection(e).constraint === 'dispositivo_apodo'

/** Whether another device has this mac. */
export const isMacDuplicate = (e: unknown) =>
  rejection(e).code === '23505' && rejection(e).constraint === 'dispositivo_mac'

export const isEmpresaDesconocida = (e: unknown) =>
  rejection(e).code === '23503' && rejection(e).constraint === 'dispositivo_empresa_id_fkey'
