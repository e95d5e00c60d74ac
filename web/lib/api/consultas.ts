import { QueryClient } from '@tanstack/react-query'
import { retry } from './api'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry,
        // Without network a call fails and the screen says so, rather than wait in silence for one.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
