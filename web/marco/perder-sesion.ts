import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { olvidarSesion, sesionQuery } from '../lib/sesion'

/** The server no longer knows the session: go to login, say why, and remember where the person was. */
export function perderSesion(queryClient: QueryClient, router: AnyRouter): void {
  // Many calls may fail at once; the first one takes the person to login.
  if (!queryClient.getQueryData(sesionQuery.queryKey)) return
  olvidarSesion(queryClient)
  void router.navigate({
    to: '/login',
    search: { volver: router.state.location.href, motivo: 'caducada' },
    replace: true,
  })
}
