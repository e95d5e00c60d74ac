import { sql } from 'kysely'
import type { Calendario } from '#contract/parque/calendario/calendario'
import type { Db } from '../../platform/db/client'

export async function listCalendarios(db: Db, empresa: number): Promise<Calendario[]> {
  const { rows } = await sql<Calendario>`
    select planta, semana, festivos from calendario where empresa_id = ${empresa} order by planta`.execute(db)
  return rows
}

/** Plants that the company's locations belong to. */
export async function listPlantas(db: Db, empresa: number): Promise<string[]> {
  const { rows } = await sql<{ planta: string }>`
    select distinct planta from ubicacion where empresa_id = ${empresa} and planta <> '' order by 1`.execute(
    db,
  )
  return rows.map((r) => r.planta)
}

export async function saveCalendario(tx: Db, empresa: number, c: Calendario): Promise<void> {
  await sql`
    insert into calendario (empresa_id, planta, semana, festivos)
    values (${empresa}, ${c.planta}, ${JSON.stringify(c.semana)}, ${JSON.stringify(c.festivos)})
    on conflict (empresa_id, planta) do update set semana = excluded.semana, festivos = excluded.festivos
    where (calendario.semana, calendario.festivos) is distinct from (excluded.semana, excluded.festivos)`.execute(
    tx,
  )
}

/** @returns false if there was none */
export async function removeCalendario(tx: Db, empresa: number, planta: string): Promise<boolean> {
  const r = await sql`
    delete from calendario where empresa_id = ${empresa} and planta = ${planta}`.execute(tx)
  return (r.numAffectedRows ?? 0n) > 0n
}
