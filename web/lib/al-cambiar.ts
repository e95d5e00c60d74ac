import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { suscribirCambios } from './live'

const CADA_MS = 2_000

/**
 * Ask again for what is counted on the server whenever devices change, at most every 2 s. What failed keeps saying so:
 * to try again is for the person, and for the poll. `clave` must be one and the same array at every call.
 */
export function useRecontar(clave: QueryKey): void {
  const cliente = useQueryClient()
  useEffect(() => {
    let reloj: ReturnType<typeof setTimeout> | undefined
    let ultima = 0
    const parar = suscribirCambios(() => {
      reloj ??= setTimeout(
        () => {
          reloj = undefined
          ultima = Date.now()
          void cliente.invalidateQueries(
            { queryKey: clave, predicate: (q) => q.state.status === 'success' },
            { cancelRefetch: false },
          )
        },
        Math.max(0, ultima + CADA_MS - Date.now()),
      )
    })
    return () => {
      parar()
      clearTimeout(reloj)
    }
  }, [cliente, clave])
}
