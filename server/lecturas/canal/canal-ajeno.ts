import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Canal } from './canal'
import { enEspera } from './fallos'
import { addRecado, readRespuesta, removeRecado } from './repo-recado'

/** How long another process is waited for. */
const PACIENCIA_MS = 8000
const CADA_MS = 100

/** That of a process that applies nothing, where there is no log: another one applies what it takes, and says what became of it. */
export const createCanalAjeno = (pool: pg.Pool): Canal => ({
  start: async () => {},
  async receive(mensaje) {
    const id = await addRecado(pool, mensaje)
    try {
      for (const fin = performance.now() + PACIENCIA_MS; performance.now() < fin; await sleep(CADA_MS)) {
        const resultado = await readRespuesta(pool, id)
        if (resultado) return resultado
      }
      throw enEspera()
    } finally {
      await removeRecado(pool, id)
    }
  },
  attend() {},
  forgetPlantas() {},
  enCola: 0,
  stop: async () => {},
})
