import type pg from 'pg'
import type { Caso } from '../lugar/certeza'
import type { Muestra } from '../lugar/muestra'
import { sqlDelCarril } from './carril'

/** What a person said, or took back, and nobody acted on yet. */
export type Pendiente = {
  id: number
  empresa: number
  dispositivo: number
  ubicacion: number
  /** What was told before. */
  lugar: number
  retirada: boolean
}

const SELECT = `
select id, empresa_id as empresa, dispositivo_id as dispositivo, ubicacion_id as ubicacion, lugar,
  retirada is not null as retirada
from confirmacion where pendiente`

/** @param menos containers that are left out */
export async function listPendientes(
  pool: pg.Pool,
  carril: number,
  menos: readonly number[],
): Promise<Pendiente[]> {
  const { rows } = await pool.query<Pendiente>(
    `${SELECT} and ${sqlDelCarril('dispositivo_id', '$1')} and dispositivo_id <> all($2::bigint[]) order by id limit 500`,
    [carril, menos],
  )
  return rows
}

/** Those that nobody acted on meanwhile, held until the transaction ends. */
export async function holdPendientes(cliente: pg.ClientBase, ids: readonly number[]): Promise<Pendiente[]> {
  const { rows } = await cliente.query<Pendiente>(
    `${SELECT} and id = any($1::bigint[]) order by id for update`,
    [ids],
  )
  return rows
}

/** It was acted on; what was heard of the container then is kept to learn from. */
export async function saveAtendida(
  cliente: pg.ClientBase,
  id: number,
  muestra: Muestra | null,
  caso: Caso | null,
): Promise<void> {
  await cliente.query(
    `update confirmacion set pendiente = false, muestra = coalesce($2::jsonb, muestra), caso = coalesce($3::jsonb, caso)
     where id = $1`,
    [id, muestra && JSON.stringify(muestra), caso && JSON.stringify(caso)],
  )
}
