import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

export type ProcessHeartbeat = {
  proceso: string
  desde: Date
  en_cola: number
  lecturas_minuto: number
  /** Messages since the last heartbeat that could not be committed. */
  fallidos: number
  /** From arrival to commit, ms; null: nothing was committed since the last heartbeat. */
  retraso: { mediana: number; p95: number; peor: number } | null
  ultima: Date | null
}

/** Also deletes processes that have been silent for a day. */
export async function saveProcessHeartbeat(db: Db, p: ProcessHeartbeat): Promise<void> {
  const { mediana = null, p95 = null, peor = null } = p.retraso ?? {}
  await sql`
    with idos as (delete from pulso where visto < now() - interval '1 day')
    insert into pulso (proceso, desde, visto, en_cola, lecturas_minuto, fallidos, mediana_ms, p95_ms, peor_ms, ultima)
    values (${p.proceso}, ${p.desde}, now(), ${p.en_cola}, ${p.lecturas_minuto}, ${p.fallidos}, ${mediana}, ${p95}, ${peor}, ${p.ultima})
    on conflict (proceso) do update set desde = excluded.desde, visto = excluded.visto, en_cola = excluded.en_cola,
      lecturas_minuto = excluded.lecturas_minuto, fallidos = excluded.fallidos, mediana_ms = excluded.mediana_ms, p95_ms = excluded.p95_ms,
      peor_ms = excluded.peor_ms, ultima = excluded.ultima`.execute(db)
}

/** This process takes no more readings, and is not reported as missing. */
export async function removeProcessHeartbeat(db: Db, proceso: string): Promise<void> {
  await sql`delete from pulso where proceso = ${proceso}`.execute(db)
}

export async function listProcessHeartbeats(db: Db): Promise<(ProcessHeartbeat & { visto: Date })[]> {
  type Row = Omit<ProcessHeartbeat, 'retraso'> & {
    visto: Date
    mediana: number | null
    p95: number | null
    peor: number | null
  }
  const { rows } = await sql<Row>`
    select proceso, desde, visto, en_cola, lecturas_minuto, fallidos, mediana_ms as mediana, p95_ms as p95, peor_ms as peor, ultima
    from pulso where visto > now() - interval '1 hour' order by proceso limit 100`.execute(db)
  return rows.map(({ mediana, p95, peor, ...p }) => ({
    ...p,
    retraso: mediana === null || p95 === null || peor === null ? null : { mediana, p95, peor },
  }))
}
