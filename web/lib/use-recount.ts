import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeCambios } from './api/live'

const CADA_MS = 2_000

/**
 * Refetch on demand, at most every `cadaMs`, never while an answer is pending, and after it not for as long as it took, so that a client
 * with slow answers asks rarely. Requests made meanwhile are served afterwards.
 * @param ask resolves when the answer has come; true: ask once more
 */
export function createRitmo(ask: () => Promise<boolean>, cadaMs: number) {
  let reloj: ReturnType<typeof setTimeout> | undefined
  let enCurso = false
  let otra = false
  let parado = false
  let siguiente = 0

  async function askNow(): Promise<void> {
    reloj = undefined
    enCurso = true
    const empezo = Date.now()
    otra = (await ask().catch(() => false)) || otra
    const acabo = Date.now()
    siguiente = Math.max(empezo + cadaMs, acabo + (acabo - empezo))
    enCurso = false
    if (!otra) return
    otra = false
    request()
  }

  function request(): void {
    if (parado) return
    if (enCurso) otra = true
    else
      reloj ??= setTimeout(
        () => void askNow(),
        // All open windows get a change at the same moment, so each waits for a random time before it asks.
        Math.max((Math.random() * cadaMs) / 2, siguiente - Date.now()),
      )
  }

  return {
    request,
    stop(): void {
      parado = true
      clearTimeout(reloj)
    },
  }
}

/** Failed queries are left alone: the user or the 60 s poll retries them. */
const conDatos = (q: Query) => q.state.status === 'success'

/**
 * Refetch the active queries with these keys, and wait for the answers. A pending request is not cancelled. Its answer may be older than
 * the change; then this returns true, and the caller asks once more.
 * @param todo includes failed queries, which may succeed now
 */
export async function askAgain(
  cliente: QueryClient,
  claves: readonly QueryKey[],
  todo = false,
): Promise<boolean> {
  const enCamino = claves.some((queryKey) => cliente.isFetching({ queryKey, type: 'active' }) > 0)
  const cuales = todo ? {} : { predicate: conDatos }
  await Promise.all(
    claves.map((queryKey) => cliente.invalidateQueries({ queryKey, ...cuales }, { cancelRefetch: false })),
  )
  return enCamino
}

/** Refetch counts of the server whenever devices change. `clave` must be the same array at every call. */
export function useRecount(clave: QueryKey, cadaMs = CADA_MS): void {
  const cliente = useQueryClient()
  useEffect(() => {
    const ritmo = createRitmo(() => askAgain(cliente, [clave]), cadaMs)
    const stop = subscribeCambios(ritmo.request)
    return () => {
      stop()
      ritmo.stop()
    }
  }, [cliente, clave, cadaMs])
}
