import { sql } from 'kysely'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import type { ClaseTercero } from '#contract/cuentas/custodia/values'
import type { Db } from '../../platform/db/client'

const MAX = 10_000

/** Partners with their places and users, by name. @param id only this partner; null: all */
export async function listTerceros(db: Db, empresa: number | null, id: number | null): Promise<Tercero[]> {
  const { rows } = await sql<Tercero>`
    select t.id, t.empresa_id as empresa, t.nombre, t.clase,
      (select coalesce(json_agg(json_build_object('id', u.id, 'nombre', u.nombre) order by u.nombre), '[]')
       from tercero_lugar l join ubicacion u on u.id = l.ubicacion_id where l.tercero_id = t.id) as lugares,
      (select coalesce(json_agg(json_build_object('id', u.id, 'nombre', u.nombre) order by u.nombre), '[]')
       from tercero_salida l join ubicacion u on u.id = l.ubicacion_id where l.tercero_id = t.id and l.hasta is null) as salidas,
      (select coalesce(json_agg(json_build_object('id', u.id, 'nombre', u.nombre, 'username', u.username) order by u.nombre, u.id), '[]')
       from usuario u where u.tercero_id = t.id and u.activo) as personas,
      case when x.tercero_id is not null then json_build_object('activo', x.activo, 'correo', x.correo, 'formato', x.formato,
        'siguiente', case when x.activo then x.siguiente end, 'error', case when fin.estado <> 'enviada' then fin.error end,
        'ultimo', case when ultimo.extracto_mes is not null then json_build_object('mes', ultimo.extracto_mes, 'enviado', ultimo.terminada) end
      ) end as mensual
    from tercero t
    left join extracto_envio x on x.tercero_id = t.id
    left join lateral (select extracto_mes, terminada from entrega where tercero_id = t.id and estado = 'enviada'
      order by extracto_mes desc limit 1) ultimo on true
    left join lateral (select estado, error from entrega where tercero_id = t.id order by extracto_mes desc limit 1) fin on true
    where (${empresa}::int is null or t.empresa_id = ${empresa}) and (${id}::bigint is null or t.id = ${id})
    order by t.nombre, t.id limit ${MAX}`.execute(db)
  return rows
}

export type FilaTercero = { id: number; empresa: number; nombre: string; lugares: number }

/** A partner with its number of places. @param empresa null: of any company */
export async function findTercero(
  db: Db,
  id: number,
  empresa: number | null,
): Promise<FilaTercero | undefined> {
  const { rows } = await sql<FilaTercero>`
    select t.id, t.empresa_id as empresa, t.nombre,
      (select count(*)::int from tercero_lugar l where l.tercero_id = t.id) as lugares
    from tercero t where t.id = ${id} and (${empresa}::int is null or t.empresa_id = ${empresa})`.execute(db)
  return rows[0]
}

export async function countTerceros(tx: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from tercero where empresa_id = ${empresa}`.execute(tx)
  return rows[0]?.n ?? 0
}

type Datos = { empresa: number; nombre: string; clase: ClaseTercero }

export async function addTercero(tx: Db, { empresa, nombre, clase }: Datos): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tercero (empresa_id, nombre, clase) values (${empresa}, ${nombre}, ${clase}) returning id`.execute(
    tx,
  )
  return (rows[0] as { id: number }).id
}

export async function saveTercero(
  tx: Db,
  id: number,
  { nombre, clase }: Omit<Datos, 'empresa'>,
): Promise<void> {
  await sql`update tercero set nombre = ${nombre}, clase = ${clase} where id = ${id} and (nombre, clase) is distinct from (${nombre}, ${clase})`.execute(
    tx,
  )
}

type Ocupado = {
  id: number
  nombre: string
  /** The partner that has the place now. */
  de: number | null
  tercero: string | null
  /** The partner that departures from the place go to. */
  hacia: number | null
  destino: string | null
}

/** Those of these places that belong to the company. */
export async function listLugares(tx: Db, empresa: number, ids: readonly number[]): Promise<Ocupado[]> {
  const { rows } = await sql<Ocupado>`
    select u.id, u.nombre, l.tercero_id as de, t.nombre as tercero, x.tercero_id as hacia, d.nombre as destino
    from ubicacion u left join tercero_lugar l on l.ubicacion_id = u.id left join tercero t on t.id = l.tercero_id
    left join tercero_salida x on x.ubicacion_id = u.id and x.hasta is null left join tercero d on d.id = x.tercero_id
    where u.empresa_id = ${empresa} and u.id = any(${ids as number[]}::bigint[])`.execute(tx)
  return rows
}

/** Replaces the places of a partner. */
export async function saveLugares(
  tx: Db,
  empresa: number,
  tercero: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from tercero_lugar where tercero_id = ${tercero} and ubicacion_id <> all(${ids as number[]}::bigint[])`.execute(
    tx,
  )
  await sql`insert into tercero_lugar (ubicacion_id, tercero_id, empresa_id)
    select u, ${tercero}, ${empresa} from unnest(${ids as number[]}::bigint[]) u on conflict do nothing`.execute(
    tx,
  )
}

/** Replaces the places whose departures go to a partner, from now on. */
export async function saveSalidas(
  tx: Db,
  empresa: number,
  tercero: number,
  ids: readonly number[],
): Promise<void> {
  await sql`update tercero_salida set hasta = now() where tercero_id = ${tercero} and hasta is null
    and ubicacion_id <> all(${ids as number[]}::bigint[])`.execute(tx)
  await sql`insert into tercero_salida (ubicacion_id, tercero_id, empresa_id)
    select u, ${tercero}, ${empresa} from unnest(${ids as number[]}::bigint[]) u on conflict do nothing`.execute(
    tx,
  )
}

export const isNombreRepetido = (e: unknown) =>
  (e as { constraint?: string }).constraint === 'tercero_empresa_id_nombre_key'
