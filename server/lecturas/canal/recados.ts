import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { shareNext } from '../../db/share'
import { TODOS } from './carril'
import { enEspera } from './fallos'
import type { Mensaje, Resultado } from './mensaje'
import { addRecado, answerRecado, listRecados, readRespuesta, removeRecado } from './repo-recado'

/** How long another process is waited for. */
const PACIENCIA_MS = 8000
const CADA_MS = 100

/** Have a message applied by whichever process has a carril. @returns what became of it. Rejects with 503 where nobody says so in time. */
export async function askCarril(pool: pg.Pool, mensaje: Mensaje, carril = TODOS): Promise<Resultado> {
  const id = await addRecado(pool, mensaje, carril)
  try {
    for (const fin = performance.now() + PACIENCIA_MS; performance.now() < fin; await sleep(CADA_MS)) {
      const resultado = await readRespuesta(pool, id)
      if (resultado) return resultado
    }
    throw enEspera()
  } finally {
    await removeRecado(pool, id)
  }
}

/** Apply what other processes ask of a carril: a message of the quarantine that somebody reads again there. */
export const createRecados = (pool: pg.Pool, carril: number, receive: (m: Mensaje) => Promise<Resultado>) =>
  shareNext(async () => {
    for (const { id, mensaje } of await listRecados(pool, carril))
      await answerRecado(pool, id, await receive(mensaje))
  })
