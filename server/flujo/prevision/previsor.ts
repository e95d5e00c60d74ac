import type pg from 'pg'
import type { Db } from '../../platform/db/client'
import { queueJobs } from '../../platform/jobs/jobs'
import { createChildProcess, type Limites } from '../../platform/process/child-process'
import { listUnforecast } from './repo'

/** Limits for the run over all companies: time, object memory and bytes. The queue considers a longer job lost. */
const LIMITES: Limites = { ms: 900_000, objetosMb: 4096, bytes: 6 * 2 ** 30 }

const DAY_S = 86_400

/**
 * Queues the first forecast of a company as soon as there are data. A company whose plant never opens may have no forecast for long: it is
 * queued once a day.
 */
export async function askFirst(db: Db): Promise<void> {
  const jobs = (await listUnforecast(db)).map((e) => ({ key: String(e), onceS: DAY_S }))
  await queueJobs(db, 'prever.first', jobs)
}

/** Input of the child process. @param replica connection for data that may be some seconds old; null: none */
export type TaskInput = {
  conexion: string | pg.ClientConfig
  replica: string | null
  zona: string
}

/** Forecasts the stock of all stages in a child process: it computes for seconds, and its memory is freed when it ends. */
export async function forecastChildProcess(taskInput: TaskInput): Promise<void> {
  const previsor = createChildProcess<string, never>('previsor', LIMITES, process.env)
  try {
    await previsor.read(JSON.stringify(taskInput), AbortSignal.timeout(LIMITES.ms))
  } finally {
    await previsor.stop()
  }
}
