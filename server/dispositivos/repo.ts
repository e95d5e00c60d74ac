import { type Expression, type ExpressionBuilder, type OrderByItemBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type Dispositivo, type devicesInBounds, ESTADOS, type Zona } from '#contract/dispositivos'
import type { Db } from '../db/cliente'
import type { Esquema } from '../db/esquema'
import { isoPlanta } from '../tiempo'

type Fila = Esquema['dispositivo_actual']
type Columnas = ExpressionBuilder<Esquema, 'dispositivo_actual'>

/** A bound for lists that the specification gives whole. */
const TODOS = 200_000
const VISIBLES = 10_000

const redondea = (n: number | null, decimales: number) => (n === null ? null : Number(n.toFixed(decimales)))

/** The row of dispositivo_actual with the wire's names. */
export function presentDispositivo(f: Fila, zona: string): Dispositivo {
  return {
    Apodo: f.apodo,
    Dispositivo: f.mac,
    TipoDispositivo: f.tipo,
    Activado: f.activado ? 'Activado' : 'Desactivado',
    UltimoRegistro: isoPlanta(f.ultimo_registro, zona),
    ApodoLector: f.lector_apodo ?? f.lector_mac,
    Bateria: redondea(f.bateria, 1),
    PosibleEstado: f.posible_estado as Dispositivo['PosibleEstado'],
    Estado: f.tipo === 'Reader' || f.estado === null ? null : (ESTADOS[f.estado] ?? null),
    FechaRegistro: isoPlanta(f.creado, zona),
    Etiqueta: f.etiqueta,
    Lat: f.lat,
    Lon: f.lon,
    Roll: redondea(f.roll, 1),
    Pitch: redondea(f.pitch, 1),
    Ubicacion: f.ubicacion,
    empresa: f.empresa_id,
    Nota: f.lector_sin_senal ? 'lector sin señal' : null,
    Rssi: f.rssi,
    BateriaMv: f.bateria_mv,
    Temperatura: redondea(f.temperatura, 2),
    Humedad: redondea(f.humedad, 4),
    Aceleracion: f.accel?.map((a) => Number(a.toFixed(3))) ?? null,
    Valor: f.valor ?? {},
  }
}

function ofEmpresa(empresa: number | null) {
  return (eb: Columnas) => (empresa === null ? eb.lit(true) : eb('empresa_id', '=', empresa))
}

/** Substring as letters: % and _ are no wildcards. */
export function contiene(columna: string, texto: string) {
  return sql<boolean>`strpos(lower(${sql.ref(columna)}), lower(${texto})) > 0`
}

export async function listDispositivos(db: Db, empresa: number | null): Promise<Fila[]> {
  return db
    .selectFrom('dispositivo_actual')
    .selectAll()
    .where(ofEmpresa(empresa))
    .orderBy('apodo')
    .orderBy('mac')
    .limit(TODOS)
    .execute()
}

export async function listDispositivosPorId(db: Db, ids: number[]): Promise<Fila[]> {
  return db.selectFrom('dispositivo_actual').selectAll().where('id', 'in', ids).execute()
}

export async function findDispositivo(db: Db, mac: string): Promise<Fila | undefined> {
  return db.selectFrom('dispositivo_actual').selectAll().where('mac', '=', mac).executeTakeFirst()
}

function inZona(z: z.output<typeof Zona>, empresa: number | null) {
  return (eb: Columnas) => {
    const cruza = z.minlon > z.maxlon
    const partes: Expression<SqlBool>[] = [
      ofEmpresa(empresa)(eb),
      eb.between('lat', z.minlat, z.maxlat),
      cruza
        ? eb.or([eb('lon', '>=', z.minlon), eb('lon', '<=', z.maxlon)])
        : eb.between('lon', z.minlon, z.maxlon),
    ]
    if (z.search) partes.push(contiene('apodo', z.search))
    if (z.tipo) partes.push(eb('tipo', '=', z.tipo))
    return eb.and(partes)
  }
}

const COLUMNA = { Apodo: 'apodo', TipoDispositivo: 'tipo', UltimoRegistro: 'ultimo_registro' } as const

const inSentido = (sentido: 'asc' | 'desc') => (o: OrderByItemBuilder) =>
  sentido === 'asc' ? o.asc().nullsLast() : o.desc().nullsLast()

type Pagina = z.output<NonNullable<(typeof devicesInBounds)['query']>>

/** Devices within bounds: one page of them, or the first 10,000 where no page is asked for; and how many there are. */
export async function listEnZona(
  db: Db,
  z: Omit<Pagina, 'page' | 'per_page'> & { page?: number; per_page?: number },
  empresa: number | null,
) {
  const cuantos = z.page ? (z.per_page ?? VISIBLES) : VISIBLES
  const [filas, { total }] = await Promise.all([
    db
      .selectFrom('dispositivo_actual')
      .selectAll()
      .where(inZona(z, empresa))
      .orderBy(COLUMNA[z.orden], inSentido(z.sentido))
      .orderBy('id')
      .limit(cuantos)
      .offset(z.page ? (z.page - 1) * cuantos : 0)
      .execute(),
    db
      .selectFrom('dispositivo_actual')
      .select(sql<number>`count(*)`.as('total'))
      .where(inZona(z, empresa))
      .executeTakeFirstOrThrow(),
  ])
  return { filas, total }
}

/** Ids of all the devices within bounds, in the order asked for. */
export async function listIdsEnZona(
  db: Db,
  z: z.output<typeof Zona> & Pick<Pagina, 'orden' | 'sentido'>,
  empresa: number | null,
): Promise<number[]> {
  const filas = await db
    .selectFrom('dispositivo_actual')
    .select('id')
    .where(inZona(z, empresa))
    .orderBy(COLUMNA[z.orden], inSentido(z.sentido))
    .orderBy('id')
    .limit(TODOS)
    .execute()
  return filas.map((f) => f.id)
}

const PX_CELDA = 24
const PX_MUNDO = 512

/** Devices within bounds gathered by square cells of the Mercator map, 24 px wide at the zoom asked for. */
export async function listCeldas(
  db: Db,
  z: z.output<typeof Zona> & { zoom: number },
  empresa: number | null,
) {
  const lado = PX_CELDA / (PX_MUNDO * 2 ** Math.min(z.zoom, 22))
  const x = sql`floor((lon + 180) / 360 / ${lado})`
  const y = sql`floor((0.5 - ln(tan(pi() / 4 + radians(greatest(least(lat, 85), -85)) / 2)) / (2 * pi())) / ${lado})`
  const cuenta = (condicion: string) => sql<number>`count(*) filter (where ${sql.raw(condicion)})::int`
  return db
    .selectFrom('dispositivo_actual')
    .where(inZona(z, empresa))
    .select([
      sql<number>`round(avg(lat)::numeric, 6)::float8`.as('lat'),
      sql<number>`round(avg(lon)::numeric, 6)::float8`.as('lon'),
      sql<string | null>`mode() within group (order by ubicacion)`.as('lugar'),
      sql<number>`count(*)::int`.as('n'),
      cuenta("tipo <> 'Reader' and estado = 2").as('impacto'),
      cuenta("tipo <> 'Reader' and estado = 1").as('movimiento'),
      cuenta("tipo <> 'Reader' and estado = 0").as('parado'),
      cuenta("posible_estado = 'Posible extravío'").as('extravio'),
      cuenta("posible_estado = 'Necesita revisar'").as('revisar'),
      cuenta("tipo = 'Reader'").as('lectores'),
      sql<string>`min(mac)`.as('mac'),
      sql<string | null>`min(apodo)`.as('apodo'),
      sql<Fila['tipo']>`min(tipo)`.as('tipo'),
      sql<number | null>`min(estado)`.as('estado'),
    ])
    .groupBy([x, y])
    .execute()
}

export async function listFamilias(db: Db, empresa: number | null): Promise<string[]> {
  const filas = await db
    .selectFrom('dispositivo')
    .select('familia')
    .distinct()
    .where('eliminado', 'is', null)
    .where('tipo', '<>', 'Reader')
    .where('familia', 'is not', null)
    .where(sql<boolean>`apodo not ilike '08EFA%'`)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .orderBy('familia')
    .limit(10_000)
    .execute()
  return filas.map((f) => f.familia as string)
}

export async function contarPorFamilia(db: Db, empresa: number | null) {
  return db
    .selectFrom('dispositivo_actual')
    .select(['familia', 'ubicacion', sql<number>`count(*)::int`.as('n')])
    .where(ofEmpresa(empresa))
    .where('tipo', '<>', 'Reader')
    .where('familia', 'is not', null)
    .where(sql<boolean>`apodo not ilike '08EFA%'`)
    .groupBy(['familia', 'ubicacion'])
    .execute()
}

export type DispositivoGuardado = {
  mac: string
  tipo: Fila['tipo']
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

/** SQLSTATE and constraint of what the database refused. */
const rechazo = (e: unknown) => e as { code?: string; constraint?: string }

/** Another device of the company has this nickname already. */
export const isApodoRepetido = (e: unknown) =>
  rechazo(e).code === '23505' && rechazo(e).constraint === 'dispositivo_apodo'

export const isEmpresaDesconocida = (e: unknown) =>
  rechazo(e).code === '23503' && rechazo(e).constraint === 'dispositivo_empresa_id_fkey'
