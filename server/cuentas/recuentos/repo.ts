import { sql } from 'kysely'
import type { Acuerdo, EscaneoRecibido, Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import type {
  Alcance,
  CifrasRecuento,
  Escaneo,
  Radio,
  Situado,
} from '#contract/cuentas/recuentos/reglas-values'
import type { EstadoRecuento, FiltroEstadoRecuento } from '#contract/cuentas/recuentos/values'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import { walkQuery } from '../../platform/db/queries/cursor'
import { isoPlanta } from '../../platform/time/time'

export type Row = {
  id: number
  empresa: number
  ubicacion: number | null
  lugar: string | null
  familia: string | null
  tercero: string | null
  tercero_id: number | null
  estado: EstadoRecuento
  abierto: Date
  abrio_id: number | null
  abrio: string
  nota: string | null
  cerrado: Date | null
  cerro_id: number | null
  cerro: string | null
  firmado: Date | null
  firmo_id: number | null
  firmo: string | null
  esperados: number
  cifras: CifrasRecuento | null
}

export const COLUMNS = sql`r.id, r.empresa_id as empresa, r.ubicacion_id as ubicacion, r.lugar, r.familia, r.tercero, r.tercero_id,
  case when r.cerrado is null then 'abierto' when r.anulado then 'anulado' when r.firmado is not null then 'firmado'
    when r.pide_firma then 'por_firmar' else 'cerrado' end as estado,
  r.abierto, r.abrio_id, r.abrio, r.nota, r.cerrado, r.cerro_id, r.cerro, r.firmado, r.firmo_id, r.firmo, r.esperados, r.cifras`

/** A count in the form of the contract. */
export const present = (r: Row, zona: string): Recuento => ({
  id: r.id,
  empresa: r.empresa,
  ubicacion: r.ubicacion,
  lugar: r.lugar,
  familia: r.familia,
  tercero: r.tercero,
  tercero_id: r.tercero_id,
  estado: r.estado,
  abierto: isoPlanta(r.abierto, zona),
  abrio: { id: r.abrio_id, nombre: r.abrio },
  nota: r.nota,
  cerrado: isoPlanta(r.cerrado, zona),
  cerro: r.cerro === null ? null : { id: r.cerro_id, nombre: r.cerro },
  firmado: isoPlanta(r.firmado, zona),
  firmo: r.firmo === null ? null : { id: r.firmo_id, nombre: r.firmo },
  esperados: r.esperados,
  cifras: r.cifras,
})

/** Filters; null: no filter. */
export type Filtros = {
  empresa: number | null
  estado: FiltroEstadoRecuento | null
  lugar: string | null
  familia: string | null
  tercero: string | null
}

const DIFERENCIAS = sql`(r.cifras ->> 'faltantes')::int + (r.cifras ->> 'sobrantes')::int + (r.cifras ->> 'desconocidos')::int`

/** Whether a `recuento r` must be reviewed: it waits for a signature, or has differences and was neither signed nor counted again since. */
const POR_REVISAR = sql`r.cerrado is not null and r.firmado is null and not r.anulado and (r.pide_firma or ${DIFERENCIAS} > 0
  and not exists (select from recuento x where x.empresa_id = r.empresa_id and coalesce(x.lugar, '') = coalesce(r.lugar, '')
    and coalesce(x.familia, '') = coalesce(r.familia, '') and x.tercero_id is not distinct from r.tercero_id
    and x.cerrado > r.cerrado and not x.anulado))`

const ofFiltros = ({
  empresa,
  estado,
  lugar,
  familia,
  tercero,
}: Filtros) => sql`(${empresa}::int is null or r.empresa_id = ${empresa})
  and (${lugar}::text is null or r.lugar = ${lugar}) and (${familia}::text is null or r.familia = ${familia})
  and (${tercero}::text is null or r.tercero = ${tercero})
  ${
    {
      abierto: sql`and r.cerrado is null`,
      anulado: sql`and r.anulado`,
      firmado: sql`and r.firmado is not null`,
      por_firmar: sql`and r.cerrado is not null and r.pide_firma and r.firmado is null and not r.anulado`,
      cerrado: sql`and r.cerrado is not null and not r.pide_firma and r.firmado is null and not r.anulado`,
      por_revisar: sql`and ${POR_REVISAR}`,
      todos: sql``,
    }[estado ?? 'todos']
  }`

const queryOf = (f: Filtros) =>
  sql<Row>`select ${COLUMNS} from recuento r where ${ofFiltros(f)} order by r.abierto desc, r.id desc`

export async function countList(db: Db, f: Filtros): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recuento r where ${ofFiltros(f)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts to review, by place; a count of a family has none. @param empresa null: of any company */
export async function countPorRevisar(
  db: Db,
  empresa: number | null,
): Promise<{ lugar: string | null; n: number }[]> {
  const { rows } = await sql<{ lugar: string | null; n: number }>`
    select r.lugar, count(*)::int as n from recuento r
    where (${empresa}::int is null or r.empresa_id = ${empresa}) and ${POR_REVISAR} group by 1 order by 1`.execute(
    db,
  )
  return rows
}

export async function findList(db: Db, f: Filtros, desde: number, cuantas: number, zona: string) {
  const { rows } = await sql<Row>`${queryOf(f)} limit ${cuantas} offset ${desde}`.execute(db)
  return { data: rows.map((r) => present(r, zona)), total: await countList(db, f) }
}

export const walkList = (db: Db, f: Filtros, zona: string): AsyncGenerator<Recuento[]> =>
  walkQuery(
    db,
    async () => queryOf(f),
    (r: Row) => present(r, zona),
  )

/** @param empresa null: of any company. @returns undefined: there is no such count */
export async function findRecuento(db: Db, id: number, empresa: number | null): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from recuento r
    where r.id = ${id} and (${empresa}::int is null or r.empresa_id = ${empresa})`.execute(db)
  return rows[0]
}

/** Whether the readers give its present place: it is heard there now and is not on its way. */
export const OIDO = sql`coalesce(d.situacion = 'en_sitio', false)`

/** The data of a count so far: expected and scanned containers, valid scans, and the present places of those containers by the readers. */
export async function readCuenta(db: Db, id: number) {
  const contenedores = await sql<Situado & { id: number }>`
    select d.id, d.mac, d.apodo, e.lugar, e.oido, true as esperado
    from recuento_esperado e join dispositivo d on d.id = e.dispositivo_id where e.recuento_id = ${id}
    union all
    select d.id, d.mac, d.apodo, s.lugar, s.oido, false from (
      select distinct on (dispositivo_id) dispositivo_id, lugar, oido from recuento_escaneo
      where recuento_id = ${id} and not tarde and dispositivo_id is not null order by dispositivo_id, n
    ) s join dispositivo d on d.id = s.dispositivo_id
    where not exists (select from recuento_esperado e where e.recuento_id = ${id} and e.dispositivo_id = s.dispositivo_id)`.execute(
    db,
  )
  const escaneos = await sql<Omit<Escaneo, 'momento'> & { momento: Date }>`
    select s.id, d.mac, s.codigo, s.momento, s.persona, s.donde, s.anula,
      exists (select from recuento_foto f where f.recuento_id = s.recuento_id and f.escaneo_id = s.id) as foto
    from recuento_escaneo s left join dispositivo d on d.id = s.dispositivo_id
    where s.recuento_id = ${id} and not s.tarde order by s.n`.execute(db)
  const ids = contenedores.rows.map((c) => c.id)
  const ahora = await sql<Radio & { mac: string }>`
    select d.mac, d.ubicacion as lugar, ${OIDO} as oido from dispositivo_actual d
    where d.id = any(${ids}::bigint[])`.execute(db)
  return {
    contenedores: contenedores.rows,
    escaneos: escaneos.rows.map((e) => ({ ...e, momento: e.momento.getTime() })),
    ahora: new Map(ahora.rows.map((r) => [r.mac, r])),
  }
}

/** Ids of the users who scanned in a count, also where they took the scan back or it came late. */
export async function listContadores(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct persona_id as id from recuento_escaneo where recuento_id = ${id} and persona_id is not null`.execute(
    db,
  )
  return rows.map((r) => r.id)
}

/** How many active users of the company, or of all, may change something. @param menos without these */
export async function countFirmantes(db: Db, empresa: number, menos: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from usuario u join empresa e on e.id = u.empresa_id
    where u.activo and u.rol not in ('lectura', 'tercero') and e.modo = 'completo' and (u.empresa_id = ${empresa} or u.rol = 'admin')
      and u.id <> all(${menos as number[]}::bigint[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Phones that took part, the most recent one first. */
export async function listAparatos(db: Db, id: number, zona: string): Promise<UnRecuento['aparatos']> {
  type RowAparato = Omit<UnRecuento['aparatos'][number], 'ultimo'> & { ultimo: Date }
  const { rows } = await sql<RowAparato>`
    select aparato, persona, count(*)::int as escaneos, max(momento) as ultimo, (count(*) filter (where tarde))::int as tarde
    from recuento_escaneo where recuento_id = ${id} group by 1, 2 order by 4 desc limit 1000`.execute(db)
  return rows.map((r) => ({ ...r, ultimo: isoPlanta(r.ultimo, zona) }))
}

/** Containers of a company that the count does not expect, so that a phone can recognize them offline. */
export async function listOtros(db: Db, id: number, empresa: number, max: number) {
  const { rows } = await sql<Omit<Situado, 'esperado'>>`
    select d.mac, d.apodo, d.ubicacion as lugar, ${OIDO} as oido from dispositivo_actual d
    where d.empresa_id = ${empresa} and d.tipo <> 'Reader'
      and not exists (select from recuento_esperado e where e.recuento_id = ${id} and e.dispositivo_id = d.id)
    limit ${max}`.execute(db)
  return rows.map((r) => ({ ...r, esperado: false }))
}

export async function listEsperados(db: Db, id: number): Promise<Situado[]> {
  const { rows } = await sql<Situado>`
    select d.mac, d.apodo, e.lugar, e.oido, true as esperado
    from recuento_esperado e join dispositivo d on d.id = e.dispositivo_id where e.recuento_id = ${id}
    order by d.apodo, d.mac`.execute(db)
  return rows
}

const MAX_POR_VEZ = 1000

/**
 * Gives committed scans the next places in the order in which phones are told of them. Whoever asked before gets a scan that is committed
 * later with a later place, in whatever order transactions end. No place is before the number that the scan was written with: versions before
 * this one told by that.
 */
async function orderEscaneos(db: Db, id: number): Promise<void> {
  const sinOrden = sql`recuento_id = ${id} and orden is null and not tarde`
  const { rows } = await sql`select from recuento_escaneo where ${sinOrden} limit 1`.execute(db)
  if (!rows.length) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.escaneos)}, hashint8(${id}))`.execute(tx)
    await sql`
      with ultimo as materialized (select coalesce(max(orden), 0) as orden from recuento_escaneo where recuento_id = ${id})
      update recuento_escaneo s set orden = greatest(u.orden + x.k, x.n)
      from (select id, n, row_number() over (order by n) as k from recuento_escaneo where ${sinOrden}) x, ultimo u
      where s.recuento_id = ${id} and s.id = x.id`.execute(tx)
  })
}

/** Scans from a place in their order on. Scans that arrived after the count was closed are left out. */
export async function listEscaneos(db: Db, id: number, desde: number, zona: string) {
  await orderEscaneos(db, id)
  const { rows } = await sql<Omit<EscaneoRecibido, 'momento'> & { momento: Date }>`
    select s.id, s.orden as n, d.mac, d.apodo, coalesce(e.lugar, s.lugar) as lugar, s.codigo, s.donde, s.momento, s.persona, s.aparato, s.anula
    from recuento_escaneo s left join dispositivo d on d.id = s.dispositivo_id
    left join recuento_esperado e on e.recuento_id = s.recuento_id and e.dispositivo_id = s.dispositivo_id
    where s.recuento_id = ${id} and s.orden >= ${desde} and not s.tarde order by s.orden limit ${MAX_POR_VEZ}`.execute(
    db,
  )
  return {
    data: rows.map((r) => ({ ...r, momento: isoPlanta(r.momento, zona) })),
    siguiente: rows.length ? (rows.at(-1) as { n: number }).n + 1 : desde,
  }
}

const POR_LUGAR = 12
const MAX_LUGARES = 1000

export async function listAcuerdos(db: Db, empresa: number | null, zona: string): Promise<Acuerdo[]> {
  const { rows } = await sql<
    Alcance & {
      empresa: number
      lugar: string
      recuentos: (Omit<Acuerdo['recuentos'][number], 'cerrado'> & { cerrado: string })[]
    }
  >`select empresa_id as empresa, lugar,
      json_agg(json_build_object('id', id, 'cerrado', cerrado, 'acuerdan', (cifras ->> 'acuerdan')::int,
        'comparados', (cifras ->> 'comparados')::int) order by cerrado desc, id desc) as recuentos
    from (
      select *, row_number() over (partition by empresa_id, lugar order by cerrado desc, id desc) as k from recuento
      where cifras is not null and lugar is not null and (cifras ->> 'comparados')::int > 0
        and (${empresa}::int is null or empresa_id = ${empresa})
    ) r where k <= ${POR_LUGAR} group by 1, 2 order by 2, 1 limit ${MAX_LUGARES}`.execute(db)
  return rows.map(({ empresa: suya, lugar, recuentos }) => ({
    empresa: suya,
    lugar,
    recuentos: recuentos.map((r) => ({ ...r, cerrado: isoPlanta(new Date(r.cerrado), zona) })),
  }))
}

export async function findFirma(db: Db, empresa: number): Promise<boolean> {
  const { rows } = await sql<{ firma: boolean }>`
    select firma from recuento_ajuste where empresa_id = ${empresa}`.execute(db)
  return rows[0]?.firma ?? false
}
