import { QueryClient } from '@tanstack/react-query'
import { ErrorLlamada } from './api'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (veces, causa) =>
          veces < 2 && !(causa instanceof ErrorLlamada && causa.status >= 400 && causa.status < 500),
      },
    },
  })
}
