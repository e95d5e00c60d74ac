import type { Db } from '../../../platform/db/client'
import { queueJob } from '../../../platform/jobs/jobs'
import { listApplied } from '../pipeline/ownership/repo-lease'
import { type Log, subjectOf } from './connection'

/** What was applied stays in the log for this long: a database that took over from another may not have all of it. */
const KEEP_MS = 15 * 60_000

/** Up to which record each partition of a log was applied, in the database. `log`: when that log was made. */
export type Applied = { log: string; positions: { numero: number; posicion: number }[] }

/** Have what is applied by now dropped from the log once it is old enough. One such job waits, and one is under way, of all processes. */
export async function askPurge(db: Db, b: Log): Promise<void> {
  const { sello } = await b.readSello()
  const positions = await listApplied(db, sello)
  if (!positions.length) return
  const data: Applied = { log: sello, positions }
  await queueJob(db, 'limpieza.log', { data, after: new Date(Date.now() + KEEP_MS) })
}

/** Drop what was applied, where the log is still the same one: the records of another have other numbers. */
export async function purgeLog(b: Log, { log, positions }: Applied): Promise<void> {
  if ((await b.readSello()).sello !== log) return
  for (const { numero, posicion: offset } of positions)
    await b.jsm.streams.purge(b.nombre, { filter: subjectOf(b.nombre, numero), seq: offset + 1 })
}
