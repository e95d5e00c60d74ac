import type pg from 'pg'
import type { Db } from '../../platform/db/client'
import { queueJobs } from '../../platform/jobs/jobs'
import { createChildProcess, type Limites } from '../../platform/process/child-process'
import { listUnforecast } from './repo'

/** Of all companies; the queue takes work for lost that lasts longer. */
const LIMITES: Limites = { ms: 900_000, objetosMb: 4096, bytes: 6 * 2 ** 30 }

const DAY_S = 86_400

/** Ask for the first forecast of a company as soon as there may be one. It may have none for long, where its plant never opens say: it is asked for once a day. */
export async function askFirst(db: Db): Promise<void> {
  const jobs = (await listUnforecast(db)).map((e) => ({ key: String(e), onceS: DAY_S }))
  await queueJobs(db, 'prever.first', jobs)
}

/** What the child is told. @param replica what may be some seconds old is read from; null: there is none */
export type TaskInput = {
  conexion: string | pg.ClientConfig
  replica: string | null
  zona: string
}

/** Forecast the stock of all stages in a process of its own: it computes for seconds, and what it holds is given back when it ends. */
export async function forecastChildProcess(taskInput: TaskInput): Promise<void> {
  const previsor = createChildProcess<string, never>('previsor', LIMITES, process.env)
  try {
    await previsor.read(JSON.stringify(taskInput), AbortSignal.timeout(LIMITES.ms))
  } finally {
    await previsor.stop()
  }
}
