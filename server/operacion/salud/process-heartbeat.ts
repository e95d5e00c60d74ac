import { hostname } from 'node:os'
import type { Db } from '../../platform/db/client'
import { type ProcessHeartbeat, removeProcessHeartbeat, saveProcessHeartbeat } from './repo-process-heartbeat'

const CADA_MS = 15_000
/** With more delays than this between two heartbeats, a random sample is reported. */
const MUESTRAS = 5000

/** Commits between two heartbeats. */
export function createVentana(now: () => number = Date.now) {
  let retrasos: number[] = []
  let peor = 0
  let messages = 0
  let lecturas = 0
  let fallidos = 0
  let last: number | null = null
  let desde = now()
  return {
    /** A message was committed `ms` after it arrived. */
    note(ms: number, n: number): void {
      messages++
      lecturas += n
      last = now()
      peor = Math.max(peor, ms)
      if (retrasos.length < MUESTRAS) retrasos.push(ms)
      else {
        const donde = Math.floor(Math.random() * messages)
        if (donde < MUESTRAS) retrasos[donde] = ms
      }
    },
    /** A message could not be committed. */
    noteFallo(): void {
      fallidos++
    },
    /** Time of the last commit, Unix ms. */
    get ultima() {
      return last
    },
    /** Returns and resets what was recorded since the last call. */
    take(): Pick<ProcessHeartbeat, 'lecturas_minuto' | 'fallidos' | 'retraso' | 'ultima'> {
      const order = retrasos.sort((a, b) => a - b)
      const en = (parte: number) => order[Math.ceil(order.length * parte) - 1] as number
      const minutes = Math.max(1, now() - desde) / 60_000
      const res = {
        lecturas_minuto: lecturas / minutes,
        fallidos,
        retraso: order.length ? { mediana: en(0.5), p95: en(0.95), peor } : null,
        ultima: last === null ? null : new Date(last),
      }
      retrasos = []
      peor = messages = lecturas = fallidos = 0
      desde = now()
      return res
    },
  }
}

export type Ventana = ReturnType<typeof createVentana>

/** Reports the state of this process's ingest several times a minute, until it is stopped. */
export function startProcessHeartbeat(
  db: Db,
  ventana: Ventana,
  readCola: () => number,
  onFail: (e: unknown) => void,
  cadaMs = CADA_MS,
) {
  const proceso = `${hostname()}:${process.pid}`
  const desde = new Date()
  let enCurso: Promise<void> = Promise.resolve()
  const tell = () => {
    const processHeartbeat = { proceso, desde, en_cola: readCola(), ...ventana.take() }
    enCurso = enCurso.then(() => saveProcessHeartbeat(db, processHeartbeat)).catch(onFail)
  }
  tell()
  const clock = setInterval(tell, cadaMs)
  clock.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(clock)
      await enCurso
      await removeProcessHeartbeat(db, proceso).catch(() => {})
    },
  }
}
