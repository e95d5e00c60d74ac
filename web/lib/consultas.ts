import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ErrorLlamada } from './api'

/** `alPerderSesion` runs whenever any query or mutation is answered 401. */
export function createQueryClient(alPerderSesion: () => void): QueryClient {
  const onError = (causa: unknown) => {
    if (causa instanceof ErrorLlamada && causa.status === 401) alPerderSesion()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (veces, causa) =>
          veces < 2 && !(causa instanceof ErrorLlamada && causa.status >= 400 && causa.status < 500),
      },
    },
  })
}
