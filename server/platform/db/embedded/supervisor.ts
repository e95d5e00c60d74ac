import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Waits between attempts: the first attempt is immediate, then the wait doubles each time. */
export type Timeout = { esperaMs: number; esperaMaxMs: number; intentos: number }

/** Three minutes of failures in a row. */
export const TIMEOUT: Timeout = { esperaMs: 500, esperaMaxMs: 30_000, intentos: 12 }
/** A server that dies sooner than this after a restart counts as another failure. */
const ESTABLE_MS = 60_000

type Avisos = {
  /** The server has ended and is being restarted. */
  onDeath?: () => void
  /** Restarting was given up. */
  onGiveUp?: (last: Error) => void
}

/**
 * Watch the server by the connection that holds its lock. When it ends, `restart` starts the server, takes the lock and returns the new
 * connection that holds it.
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
    /** Stop watching; a restart in progress is waited for. */
    async stop(): Promise<void> {
      parada.abort()
      await vuelta
      await guardian.end().catch(() => {})
    },
  }
}
