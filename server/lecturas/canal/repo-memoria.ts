import type pg from 'pg'
import { jsons, numeros } from '../../db/columnas'
import type { Rastro } from '../reglas/rastro'
import { sqlDelCarril } from './carril'
import { type MemoriaDePlanta, memoriaDe } from './memoria'

/** Hand over what is remembered of these devices, in the caller's transaction. */
export async function saveMemorias(cliente: pg.ClientBase, rastros: readonly Rastro[]): Promise<void> {
  await cliente.query({
    name: 'guarda-memorias',
    text: `insert into dispositivo_memoria (dispositivo_id, datos)
      select d, m from unnest($1::bigint[], $2::jsonb[]) as x(d, m) order by d
      on conflict (dispositivo_id) do update set datos = excluded.datos`,
    values: [numeros(rastros, (r) => r.dispositivo), jsons(rastros, memoriaDe)],
  })
}

/** The same of the readers of each company. */
export async function saveMemoriasDePlanta(
  cliente: pg.ClientBase,
  carril: number,
  memorias: ReadonlyMap<number, MemoriaDePlanta>,
): Promise<void> {
  await cliente.query(
    `insert into carril_memoria (carril, empresa_id, datos)
     select $1, e, m from unnest($2::int[], $3::jsonb[]) as x(e, m)
     on conflict (carril, empresa_id) do update set datos = excluded.datos`,
    [carril, [...memorias.keys()], jsons([...memorias.values()], (m) => m)],
  )
}

export async function loadMemoriasDePlanta(
  pool: pg.Pool,
  carril: number,
): Promise<Map<number, MemoriaDePlanta>> {
  const { rows } = await pool.query<{ empresa: number; datos: MemoriaDePlanta }>(
    'select empresa_id as empresa, datos from carril_memoria where carril = $1',
    [carril],
  )
  return new Map(rows.map((r) => [r.empresa, r.datos]))
}

/** What was handed over is gone on with, in the caller's transaction. */
export async function removeMemorias(cliente: pg.ClientBase, carril: number): Promise<void> {
  await cliente.query('delete from carril_memoria where carril = $1', [carril])
  await cliente.query(`delete from dispositivo_memoria where ${sqlDelCarril('dispositivo_id', '$1')}`, [
    carril,
  ])
}

/** Devices of a carril that are not at rest, or that were handed over. */
export async function listInquietos(pool: pg.Pool, carril: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select dispositivo_id as id from dispositivo_estado
     where estado <> 0 and ${sqlDelCarril('dispositivo_id', '$1')}
     union select dispositivo_id from dispositivo_memoria where ${sqlDelCarril('dispositivo_id', '$1')}`,
    [carril],
  )
  return rows.map((r) => r.id)
}
