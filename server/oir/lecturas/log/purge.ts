import type { Db } from '../../../platform/db/client'
import { queueJob } from '../../../platform/jobs/jobs'
import { listApplied } from '../pipeline/ownership/repo-lease'
import { type Log, subjectOf } from './connection'

/** How long applied records stay in the log: a database replica that took over may not have all of them. */
const KEEP_MS = 15 * 60_000

/** Up to which record each partition was applied, by the database. `log`: when that log was created. */
export type Applied = { log: string; positions: { numero: number; posicion: number }[] }

/**
 * Queue a job that drops from the log, once it is old enough, what is applied by now. Of all processes only one such job waits and one
 * runs.
 */
export async function askPurge(db: Db, b: Log): Promise<void> {
  const { sello } = await b.readSello()
  const positions = await listApplied(db, sello)
  if (!positions.length) return
  const data: Applied = { log: sello, positions }
  await queueJob(db, 'limpieza.log', { data, after: new Date(Date.now() + KEEP_MS) })
}

/** Drop the applied records, if this is still the same log: records of another log have other numbers. */
export async function purgeLog(b: Log, { log, positions }: Applied): Promise<void> {
  if ((await b.readSello()).sello !== log) return
  for (const { numero, posicion: offset } of positions)
    await b.jsm.streams.purge(b.nombre, { filter: subjectOf(b.nombre, numero), seq: offset + 1 })
}
