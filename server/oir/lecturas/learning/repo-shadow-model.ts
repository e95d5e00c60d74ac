import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import type { Caso } from '../engine/certeza'
import type { Sample } from '../engine/model/sample'

/** A confirmation to learn from: not one that the evidence of the readers denied, nor one that was taken back. */
export type Confirmada = {
  id: number
  lugar: number
  /** Readers are given by their ids. */
  muestra: Sample
  /** Day since 1970. */
  dia: number
  /** No version has learned from it yet. */
  nueva: boolean
}

/** The last confirmations, newest first. */
export async function listConfirmadas(db: Db, empresa: number, cuantas: number): Promise<Confirmada[]> {
  const { rows } = await sql<Confirmada>`
    select id, ubicacion_id as lugar, muestra, floor(extract(epoch from momento) / 86400)::int as dia, version is null as nueva from confirmacion
    where empresa_id = ${empresa} and creible and retirada is null and muestra is not null
    order by momento desc limit ${cuantas}`.execute(db)
  return rows
}

/** Odds at the last confirmations, including those that the evidence of the readers denied. */
export async function listCasos(db: Db, empresa: number): Promise<Caso[]> {
  const { rows } = await sql<{ caso: Caso }>`
    select caso from confirmacion where empresa_id = ${empresa} and retirada is null and caso is not null
    order by momento desc limit 200`.execute(db)
  return rows.map((r) => r.caso)
}

/** Mark confirmations as learned by a version. */
export async function markConfirmadas(tx: Db, ids: number[], version: number): Promise<void> {
  await sql`update confirmacion set version = ${version} where id = any(${ids})`.execute(tx)
}

const DAYS_TRAINING_RESTS = 14

/** A rest without doubt, with its row; readers are given by their ids. */
export type TrainingRest = { fila: string; lector: number; muestra: Sample }

/** The last rests that no version has learned from. */
export async function takeTrainingRests(tx: Db, empresa: number): Promise<TrainingRest[]> {
  await sql`
    delete from descanso where momento < now() - make_interval(days => ${DAYS_TRAINING_RESTS})`.execute(tx)
  const { rows } = await sql<TrainingRest>`
    select ctid::text as fila, lector_id as lector, muestra from descanso where empresa_id = ${empresa} and momento <= now()
    order by momento desc limit 20000`.execute(tx)
  return rows
}

/**
 * Delete rests after a version has learned from them, in the transaction that read them: they are never updated, so that each is where it was.
 * Not by their time, which is that of the beginning of a transaction: one that ends meanwhile brings earlier ones.
 */
export async function removeTrainingRests(tx: Db, rests: readonly TrainingRest[]): Promise<void> {
  await sql`delete from descanso where ctid = any(${rests.map((r) => r.fila)}::tid[])`.execute(tx)
}

/** Delete versions that were tested and not used: only the newest of them is kept. */
export async function removeIntentos(tx: Db, empresa: number): Promise<void> {
  await sql`
    delete from aprendido where empresa_id = ${empresa} and not activo and resumen->>'motivo' is not null`.execute(
    tx,
  )
}

/** Companies with something to learn, for which no version was made in the last 20 hours. */
export async function listDue(db: Db): Promise<number[]> {
  const { rows } = await sql<{ empresa: number }>`
    select id as empresa from empresa e
    where (exists (select from descanso where empresa_id = e.id)
        or exists (select from confirmacion where empresa_id = e.id and version is null and muestra is not null))
      and not exists (select from aprendido where empresa_id = e.id and clase in ('solo', 'confirmaciones')
        and creado > now() - interval '20 hours')
    order by id limit 1000`.execute(db)
  return rows.map((r) => r.empresa)
}
