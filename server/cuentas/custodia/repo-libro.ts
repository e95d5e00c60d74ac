import { sql } from 'kysely'
import type { ClaseMovimiento } from '#contract/cuentas/custodia/values'
import { PROBABLE } from '#contract/parque/ubicaciones/lugar-values'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import type { Pending } from '../../platform/db/queries/pending'
import type { Cuenta } from './libro'

/** Serializes the writers of a company's book until the transaction ends. */
export async function lockLibro(tx: Db, empresa: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.libro)}, ${empresa}::int)`.execute(tx)
}

/** Companies with containers whose book is due to be checked. */
export async function listPorAnotar(db: Db): Promise<number[]> {
  const { rows } = await sql<{ empresa: number }>`
    select distinct empresa_id as empresa from custodia_pendiente where cuando <= now() limit 10000`.execute(
    db,
  )
  return rows.map((r) => r.empresa)
}

/** Replaces a request for all containers of a company by one request per container. */
export async function spreadPendientes(tx: Db, empresa: number): Promise<void> {
  await sql`
    with todas as (
      delete from custodia_pendiente where empresa_id = ${empresa} and dispositivo_id is null returning desde
    )
    insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
    select ${empresa}, d.id, '-infinity' from dispositivo d
    where exists (select from todas) and d.empresa_id = ${empresa} and d.tipo <> 'Reader'`.execute(tx)
}

export type Registrado = {
  id: number
  /** Nickname, else mac. */
  nombre: string
  familia: string
  creado: Date
  /** When it was deleted or moved to another company; null: it is still registered. */
  eliminado: Date | null
  ajeno: boolean
  /** When a user wrote it off on the loss ladder; null: nobody did, it was taken back, or it was heard since. */
  baja: Date | null
}

/** The registration of containers, whatever company they belong to now. */
export async function listRegistrados(
  tx: Db,
  empresa: number,
  ids: readonly number[],
): Promise<Registrado[]> {
  const { rows } = await sql<Registrado>`
    select id, coalesce(apodo, mac) as nombre, coalesce(familia, '') as familia, creado, eliminado, empresa_id <> ${empresa} as ajeno,
      (select s.momento from perdida_asiento s
       where s.dispositivo_id = d.id and s.empresa_id = ${empresa} and s.clase = 'baja'
         and not exists (select from perdida_asiento x where x.anula = s.id)
         and not exists (select from dispositivo_estado e where e.dispositivo_id = d.id and e.ultimo_registro > s.momento)
       order by s.id desc limit 1) as baja
    from dispositivo d where id = any(${ids as number[]}::bigint[]) and tipo <> 'Reader' order by id`.execute(
    tx,
  )
  return rows
}

export type Vista = {
  de: number
  momento: Date
  /** Null: own stock of the company. */
  tercero: number | null
  lugar: number
  nombre: string
  lector: string | null
  certeza: number | null
}

/** `los`: the containers, each with the arrival before its requested moment, from which its data is read. */
export const losOf = (pendientes: readonly Pending[]) => sql`los as (
      select p.id, coalesce((
        select l.desde from llegada l where l.dispositivo_id = p.id and l.desde < p.desde order by l.desde desc limit 1
      ), p.desde) as corte
      from unnest(${pendientes.map((p) => p.id)}::bigint[], ${pendientes.map((p) => p.desde)}::timestamptz[]) as p(id, desde)
    )`

/**
 * Arrivals of these containers at known places, in order of time; arrivals that are less than probable are left out. Each container is read
 * from the arrival before its requested moment: that stay may have become too short to count.
 */
export async function listVistas(tx: Db, empresa: number, pendientes: readonly Pending[]): Promise<Vista[]> {
  const { rows } = await sql<Vista>`
    with ${losOf(pendientes)}
    select l.dispositivo_id as de, l.desde as momento, t.tercero_id as tercero, u.id as lugar, u.nombre,
      coalesce(r.apodo, r.mac) as lector, round(coalesce(e.certeza, s.certeza)::numeric, 3)::float8 as certeza
    from los join llegada l on l.dispositivo_id = los.id and l.desde >= los.corte and l.empresa_id = ${empresa}
    join ubicacion u on u.id = l.ubicacion_id
    left join tercero_lugar t on t.ubicacion_id = u.id
    left join dispositivo r on r.id = l.lector_id
    left join estancia e on e.dispositivo_id = l.dispositivo_id and e.desde = l.desde
    left join dispositivo_estado s on s.dispositivo_id = l.dispositivo_id and s.lector_desde = l.desde
    where coalesce(e.certeza, s.certeza, 1) >= ${PROBABLE}
    order by l.desde`.execute(tx)
  return rows
}

/** The oldest arrival that is still kept, for each container. */
export async function listPrimeras(tx: Db, ids: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; desde: Date | null }>`
    select p.id, (select l.desde from llegada l where l.dispositivo_id = p.id order by l.desde limit 1) as desde
    from unnest(${ids as number[]}::bigint[]) as p(id)`.execute(tx)
  return new Map(rows.flatMap((r) => (r.desde ? [[r.id, r.desde] as const] : [])))
}

export type Anotado = {
  id: number
  de_quien: number
  momento: Date
  clase: ClaseMovimiento
  de: Cuenta
  a: Cuenta
  familia: string
  lugar: number | null
}

/** Entries of these containers that were not reversed, in order of time. */
export async function listAnotados(tx: Db, empresa: number, ids: readonly number[]): Promise<Anotado[]> {
  const { rows } = await sql<
    Omit<Anotado, 'de' | 'a'> & { de_id: number | null; a_id: number | null; fuera: 'de' | 'a' | null }
  >`
    select m.id, m.dispositivo_id as de_quien, m.momento, m.clase, m.de_id, m.a_id, m.fuera, m.familia, m.ubicacion_id as lugar
    from movimiento m
    where m.dispositivo_id = any(${ids as number[]}::bigint[]) and m.empresa_id = ${empresa} and m.clase <> 'anulada'
      and not exists (select from movimiento x where x.anula = m.id)
    order by m.momento, m.id`.execute(tx)
  return rows.map(({ de_id, a_id, fuera, ...r }) => ({
    ...r,
    de: fuera === 'de' ? 'fuera' : (de_id ?? 'propio'),
    a: fuera === 'a' ? 'fuera' : (a_id ?? 'propio'),
  }))
}

export type NewMovimiento = {
  momento: Date
  clase: ClaseMovimiento
  de: Cuenta
  a: Cuenta
  familia: string
  cantidad: number
  dispositivo?: number | null
  contenedor?: string | null
  vista?: Pick<Vista, 'lugar' | 'nombre' | 'lector' | 'certeza'> | null
  documento?: string | null
  nota?: string | null
  persona?: number | null
  sobre?: number | null
  /** Id of the count that led to the entry. */
  recuento?: number | null
}

const idOf = (c: Cuenta) => (typeof c === 'number' ? c : null)

/** Appends entries to the book, in this order. @returns their ids */
export async function addMovimientos(
  tx: Db,
  empresa: number,
  news: readonly NewMovimiento[],
): Promise<number[]> {
  if (!news.length) return []
  const filas = news.map((n) => ({
    ...n,
    de: idOf(n.de),
    a: idOf(n.a),
    fuera: n.de === 'fuera' ? 'de' : n.a === 'fuera' ? 'a' : null,
    lugar: n.vista?.lugar,
    nombre: n.vista?.nombre,
    lector: n.vista?.lector,
    certeza: n.vista?.certeza,
  }))
  const { rows } = await sql<{ id: number }>`
    insert into movimiento (empresa_id, momento, clase, de_id, a_id, fuera, familia, cantidad, dispositivo_id, contenedor,
      ubicacion_id, lugar, lector, certeza, documento, nota, persona_id, sobre, recuento_id)
    select ${empresa}, x.momento, x.clase, x.de, x.a, x.fuera, x.familia, x.cantidad, x.dispositivo, x.contenedor,
      x.lugar, x.nombre, x.lector, x.certeza, x.documento, x.nota, x.persona, x.sobre, x.recuento
    from json_to_recordset(${JSON.stringify(filas)}::json) as x(momento timestamptz, clase text, de bigint, a bigint, fuera text,
      familia text, cantidad int, dispositivo bigint, contenedor text, lugar bigint, nombre text, lector text, certeza real,
      documento text, nota text, persona bigint, sobre bigint, recuento bigint)
    returning id`.execute(tx)
  return rows.map((r) => r.id)
}

/**
 * Appends reversals: the same entries in the opposite direction, at the same moment.
 * @param persona the user who takes them back; null: the readings do
 */
export async function undoMovimientos(
  tx: Db,
  ids: readonly number[],
  persona: number | null = null,
): Promise<void> {
  if (!ids.length) return
  await sql`
    insert into movimiento (empresa_id, momento, clase, de_id, a_id, fuera, familia, cantidad, dispositivo_id, contenedor,
      documento, persona_id, anula)
    select empresa_id, momento, 'anulada', a_id, de_id, case fuera when 'de' then 'a' when 'a' then 'de' end, familia, cantidad,
      dispositivo_id, contenedor, documento, ${persona}::bigint, id
    from movimiento where id = any(${ids as number[]}::bigint[]) order by id`.execute(tx)
}

export type EnCuenta = { id: number; cuenta: Cuenta; familia: string; desde: Date; movimiento: number }

/** Saves the current account of these containers; one outside the pool is in no account. */
export async function saveEnCuenta(
  tx: Db,
  empresa: number,
  ids: readonly number[],
  filas: readonly EnCuenta[],
) {
  await sql`delete from en_cuenta where empresa_id = ${empresa} and dispositivo_id = any(${ids as number[]}::bigint[])
    and dispositivo_id <> all(${filas.map((f) => f.id)}::bigint[])`.execute(tx)
  if (!filas.length) return
  await sql`
    insert into en_cuenta as c (dispositivo_id, empresa_id, tercero_id, familia, desde, movimiento_id)
    select d, ${empresa}, t, f, m, i from unnest(${filas.map((f) => f.id)}::bigint[], ${filas.map((f) => idOf(f.cuenta))}::bigint[],
      ${filas.map((f) => f.familia)}::text[], ${filas.map((f) => f.desde)}::timestamptz[], ${filas.map((f) => f.movimiento)}::bigint[])
      as x(d, t, f, m, i)
    on conflict (dispositivo_id) do update set empresa_id = excluded.empresa_id, tercero_id = excluded.tercero_id,
      familia = excluded.familia, desde = excluded.desde, movimiento_id = excluded.movimiento_id
    where c is distinct from excluded`.execute(tx)
}

/** Whether the book has a container in the account of a partner now. */
export async function isEnCuenta(tx: Db, dispositivo: number, tercero: number): Promise<boolean> {
  const { rows } =
    await sql`select from en_cuenta where dispositivo_id = ${dispositivo} and tercero_id = ${tercero}`.execute(
      tx,
    )
  return rows.length > 0
}
