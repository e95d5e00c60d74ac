import { QueryClient } from '@tanstack/react-query'
import { retry } from './api'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry,
        // Without network a query fails and the screen shows the failure, instead of pausing silently until the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
