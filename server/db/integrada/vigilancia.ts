import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Waits between attempts: the first one is made at once, then twice as long each time. */
export type Paciencia = { esperaMs: number; esperaMaxMs: number; intentos: number }

/** Three minutes of failures in a row. */
export const PACIENCIA: Paciencia = { esperaMs: 500, esperaMaxMs: 30_000, intentos: 12 }
/** A server that dies sooner than this after it came back has failed once more. */
const ESTABLE_MS = 60_000

type Avisos = {
  /** The server is gone; it is being started again. */
  onDeath?: () => void
  /** It was tried often enough: nobody tries any more. */
  onGiveUp?: (ultimo: Error) => void
}

/**
 * Watch over the server by the connection that holds its lock: when that one ends, `restart` makes the server run,
 * takes the lock and hands back the connection that holds it.
 */
export function watchServer(
  primero: pg.Client,
  restart: () => Promise<pg.Client>,
  { onDeath, onGiveUp }: Avisos,
  paciencia: Paciencia,
) {
  const parada = new AbortController()
  let guardian = primero
  let vuelta: Promise<void> = Promise.resolve()
  let fallos = 0
  let desde = performance.now()

  function watch(cliente: pg.Client): void {
    guardian = cliente
    desde = performance.now()
    cliente.once('end', () => {
      if (!parada.signal.aborted) vuelta = comeBack()
    })
  }

  async function comeBack(): Promise<void> {
    onDeath?.()
    if (performance.now() - desde > ESTABLE_MS) fallos = 0
    let ultimo = new Error('it ends as soon as it has started')
    for (; fallos < paciencia.intentos; ) {
      const espera = fallos ? Math.min(paciencia.esperaMs * 2 ** (fallos - 1), paciencia.esperaMaxMs) : 0
      await sleep(espera, undefined, { signal: parada.signal }).catch(() => {})
      if (parada.signal.aborted) return
      fallos++
      try {
        return watch(await restart())
      } catch (e) {
        ultimo = e as Error
      }
    }
    onGiveUp?.(ultimo)
  }

  watch(primero)
  return {
    /** Leave it alone from now on; a start that is under way is waited for. */
    async stop(): Promise<void> {
      parada.abort()
      await vuelta
      await guardian.end().catch(() => {})
    },
  }
}
