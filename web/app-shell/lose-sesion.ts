import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetSesion, sesionQuery } from '../lib/session/sesion'

/** The server no longer knows the session: go to login, show why, and remember the screen that was open. */
export function loseSesion(queryClient: QueryClient, router: AnyRouter): void {
  // Many calls may fail at once; only the first one redirects to login.
  if (!queryClient.getQueryData(sesionQuery.queryKey)) return
  forgetSesion(queryClient)
  void router.navigate({
    to: '/login',
    search: { volver: router.state.location.href, motivo: 'caducada' },
    replace: true,
  })
}

/** The server has refused a call: reload the permissions, and leave the screen if they no longer allow it. */
export async function checkPermisos(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  const antes = queryClient.getQueryData(sesionQuery.queryKey)
  const ahora = await queryClient.fetchQuery({ ...sesionQuery, staleTime: 0 }).catch(() => undefined)
  if (!antes || !ahora) return
  const { rol, empresa, pendiente } = ahora
  if (antes.rol !== rol || antes.empresa !== empresa || antes.pendiente !== pendiente)
    await router.invalidate()
}
