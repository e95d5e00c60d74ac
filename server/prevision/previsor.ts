import type pg from 'pg'
import { createAparte, type Limites } from '../aparte'

/** Of all companies; the queue takes work for lost that lasts longer. */
const LIMITES: Limites = { ms: 900_000, objetosMb: 4096, bytes: 6 * 2 ** 30 }

/** What the child is told. @param replica what may be some seconds old is read from; null: there is none */
export type Encargo = {
  conexion: string | pg.ClientConfig
  replica: string | null
  zona: string
}

/** Forecast the stock of all stages in a process of its own: it computes for seconds, and what it holds is given back when it ends. */
export async function forecastAparte(encargo: Encargo): Promise<void> {
  const previsor = createAparte<string, never>('previsor', LIMITES, process.env)
  try {
    await previsor.read(JSON.stringify(encargo), AbortSignal.timeout(LIMITES.ms))
  } finally {
    await previsor.stop()
  }
}
