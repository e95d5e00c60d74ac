import { type ExpressionBuilder, sql } from 'kysely'
import type { Dispositivo } from '#contract/dispositivos/dispositivos'
import { ESTADOS } from '#contract/valores/dispositivos/dispositivos'
import { PROBABLE, tellLugar } from '#contract/valores/dispositivos/lugar'
import { POR_CAUSA } from '#contract/valores/eventos/causas'
import type { Db } from '../../platform/db/client'
import type { Schema } from '../../platform/db/schema'
import { formatCorto, isoPlanta } from '../../platform/time/time'

export type Row = Schema['dispositivo_actual']
export type Columns = ExpressionBuilder<Schema, 'dispositivo_actual'>

/** A bound for lists that the specification gives whole. */
export const ALL = 200_000

const round = (n: number | null, decimales: number) => (n === null ? null : Number(n.toFixed(decimales)))

/** The wire's name of a state; a reader has none. */
export const nombreEstado = ({ tipo, estado }: Pick<Row, 'tipo' | 'estado'>): Dispositivo['Estado'] =>
  tipo === 'Reader' || estado === null ? null : (ESTADOS[estado] ?? null)

function tellNoSeSabe({ causa_clase, ultimo_registro }: Row, zona: string): string | null {
  if (!causa_clase || !ultimo_registro) return null
  return `No se sabe desde ${formatCorto(ultimo_registro, zona)}, por ${POR_CAUSA[causa_clase]}`
}

/** The row of dispositivo_actual with the wire's names. */
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
    Lugar: tellLugar(f),
    Situacion: f.situacion,
    Certeza: round(f.certeza, 2),
    SegundaUbicacion: f.segunda,
    empresa: f.empresa_id,
    Nota: f.causa_clase && POR_CAUSA[f.causa_clase],
    NoSeSabe: tellNoSeSabe(f, zona),
    Causa: f.causa_id,
    Rssi: f.rssi,
    BateriaMv: f.bateria_mv,
    Temperatura: round(f.temperatura, 2),
    Humedad: round(f.humedad, 4),
    Aceleracion: f.accel?.map((a) => Number(a.toFixed(3))) ?? null,
    Valor: f.valor ?? {},
  }
}

export function ofEmpresa(empresa: number | null) {
  return (eb: Columns) => (empresa === null ? eb.lit(true) : eb('empresa_id', '=', empresa))
}

/** Substring as letters: % and _ are no wildcards. */
export function contains(column: string, text: string) {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`
}

export async function listDispositivosPorId(db: Db, ids: number[]): Promise<Row[]> {
  return db
    .selectFrom('dispositivo_actual')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

export async function findDispositivo(db: Db, mac: string): Promise<Row | undefined> {
  return db.selectFrom('dispositivo_actual').selectAll().where('mac', '=', mac).executeTakeFirst()
}

/** One device, deleted or not. */
export async function findPorId(db: Db, id: number): Promise<Schema['dispositivo_todo'] | undefined> {
  return db.selectFrom('dispositivo_todo').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of dispositivo_actual: it may as well stand at another location (`isDudoso`). */
export const DUDOSO = sql<boolean>`(situacion = 'en_sitio' and certeza < ${sql.lit(PROBABLE)})`

/** Of dispositivo_actual: nobody hears it any more, or its reader is silent. */
export const SIN_SENAL = sql<boolean>`(situacion in ('sin_senal', 'lector_mudo'))`

/** Counted by family: a container, by its name. */
export const CONTABLE = sql<boolean>`(tipo <> 'Reader' and familia is not null and apodo not ilike '08EFA%')`

export async function listFamilias(db: Db, empresa: number | null): Promise<string[]> {
  const filas = await db
    .selectFrom('dispositivo')
    .select('familia')
    .distinct()
    .where('eliminado', 'is', null)
    .where(CONTABLE)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .orderBy('familia')
    .limit(10_000)
    .execute()
  return filas.map((f) => f.familia as string)
}

export type DispositivoGuardado = {
  mac: string
  tipo: Row['tipo']
  apodo: string | null
  activado: boolean
  etiqueta: string | null | undefined
  coordenadas: { lat: number; lon: number } | undefined
}

/**
 * Insert a device or change the one of that mac; a nickname of null and absent fields stay as they are.
 * @returns false, with nothing written, where that mac turns out to be of another company, or a reader that `d` may
 * not touch: both can have come about since the caller looked
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

/** How many readers a company has. */
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

/** SQLSTATE and constraint of what the database refused. */
const rejection = (e: unknown) => e as { code?: string; constraint?: string }

/** Another device of the company has this nickname already. */
export const isApodoRepetido = (e: unknown) =>
  rejection(e).code === '23505' && rejection(e).constraint === 'dispositivo_apodo'

/** Another device has this mac. */
export const isMacDuplicate = (e: unknown) =>
  rejection(e).code === '23505' && rejection(e).constraint === 'dispositivo_mac'

export const isEmpresaDesconocida = (e: unknown) =>
  rejection(e).code === '23503' && rejection(e).constraint === 'dispositivo_empresa_id_fkey'
