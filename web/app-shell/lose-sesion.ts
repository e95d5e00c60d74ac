import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetSesion, sesionQuery } from '../lib/session/sesion'

/** The server no longer knows the session: go to login, say why, and remember where the person was. */
export function loseSesion(queryClient: QueryClient, router: AnyRouter): void {
  // Many calls may fail at once; the first one takes the person to login.
  if (!queryClient.getQueryData(sesionQuery.queryKey)) return
  forgetSesion(queryClient)
  void router.navigate({
    to: '/login',
    search: { volver: router.state.location.href, motivo: 'caducada' },
    replace: true,
  })
}

/** The server has refused something: ask what the person may do by now, and leave the screen where that is less. */
export async function checkPermisos(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  const antes = queryClient.getQueryData(sesionQuery.queryKey)
  const ahora = await queryClient.fetchQuery({ ...sesionQuery, staleTime: 0 }).catch(() => undefined)
  if (!antes || !ahora) return
  const { rol, empresa, pendiente } = ahora
  if (antes.rol !== rol || antes.empresa !== empresa || antes.pendiente !== pendiente)
    await router.invalidate()
}
