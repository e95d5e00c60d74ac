import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Waits between attempts: the first one is made at once, then twice as long each time. */
export type Timeout = { esperaMs: number; esperaMaxMs: number; intentos: number }

/** Three minutes of failures in a row. */
export const TIMEOUT: Timeout = { esperaMs: 500, esperaMaxMs: 30_000, intentos: 12 }
/** A server that dies sooner than this after it came back has failed once more. */
const ESTABLE_MS = 60_000

type Avisos = {
  /** The server is gone; it is being started again. */
  onDeath?: () => void
  /** It was tried often enough: nobody tries any more. */
  onGiveUp?: (last: Error) => void
}

/**
 * Watch over the server by the connection that holds its lock: when that one ends, `restart` makes the server run,
 * takes the lock and hands back the connection that holds it.
 */
export function watchServer(
  first: pg.Client,
  restart: () => Promise<pg.Client>,
  { onDeath, onGiveUp }: Avisos,
  timeout: Timeout,
) {
  const parada = new AbortController()
  let guardian = first
  let vuelta: Promise<void> = Promise.resolve()
  let failures = 0
  let desde = performance.now()

  function watch(client: pg.Client): void {
    guardian = client
    desde = performance.now()
    client.once('end', () => {
      if (!parada.signal.aborted) vuelta = comeBack()
    })
  }

  async function comeBack(): Promise<void> {
    onDeath?.()
    if (performance.now() - desde > ESTABLE_MS) failures = 0
    let last = new Error('it ends as soon as it has started')
    for (; failures < timeout.intentos; ) {
      const espera = failures ? Math.min(timeout.esperaMs * 2 ** (failures - 1), timeout.esperaMaxMs) : 0
      await sleep(espera, undefined, { signal: parada.signal }).catch(() => {})
      if (parada.signal.aborted) return
      failures++
      try {
        return watch(await restart())
      } catch (e) {
        last = e as Error
      }
    }
    onGiveUp?.(last)
  }

  watch(first)
  return {
    /** Leave it alone from now on; a start that is under way is waited for. */
    async stop(): Promise<void> {
      parada.abort()
      await vuelta
      await guardian.end().catch(() => {})
    },
  }
}
