import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { ErrorLlamada } from '../lib/api/api'
import { EN_ENLACE, setEmpresa, TODAS_EN_ENLACE } from '../lib/session/empresa'
import { sesionQuery, sesionRecordada } from '../lib/session/sesion'
import { denegada } from './denegada'
import { PaginaError } from './errores'
import { decide, formatDenegada } from './guardia'
import { Raiz } from './raiz'

/** A search param as text: a nickname or a mac made of digits alone must not become a number. */
export const texto = (v: unknown) => (v === undefined || v === '' ? undefined : String(v))

/** Root of all routes: before each navigation it checks the session, and whether the user may open the screen. */
export const raiz = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Raiz,
  errorComponent: PaginaError,
  beforeLoad: async ({ context: { queryClient }, matches, location, search, preload }) => {
    const { acceso = 'sesion', titulo } = matches.at(-1)?.staticData ?? {}
    if (acceso === 'entrada') return
    const previa = queryClient.getQueryData(sesionQuery.queryKey)
    const sesion = await queryClient.fetchQuery(sesionQuery).catch((causa) => {
      // Without a connection the last user stays logged in; the screen reports what it cannot load.
      const conocida =
        previa ?? (causa instanceof ErrorLlamada && causa.sinServidor ? sesionRecordada() : null)
      if (!conocida && acceso !== 'libre' && acceso !== 'abierta') throw causa
      // Marked as old, so that the next navigation asks the server again.
      if (conocida && !previa) queryClient.setQueryData(sesionQuery.queryKey, conocida, { updatedAt: 0 })
      return conocida
    })
    const { [EN_ENLACE]: pedida, ...resto } = search as Record<string, unknown>
    if (sesion && pedida !== undefined) {
      if (sesion.is_admin && pedida === TODAS_EN_ENLACE) setEmpresa(undefined)
      else if (sesion.is_admin && /^[1-9]\d{0,8}$/.test(String(pedida))) setEmpresa(Number(pedida))
      throw redirect({ to: location.pathname, search: resto as never, replace: true })
    }
    const decision = decide(acceso, sesion)
    const dicho = formatDenegada(decision, location.pathname, titulo)
    if (dicho && !preload) denegada.set(dicho)
    if (decision === 'perfil') throw redirect({ to: '/perfil' })
    if (decision === 'panel') throw redirect({ to: '/PanelDisp' })
    if (decision === 'mapa') throw redirect({ to: '/' })
    if (decision === 'custodia') throw redirect({ to: '/custodia' })
    if (decision === 'login')
      throw redirect({
        to: '/login',
        search: {
          mac: texto((search as { mac?: unknown }).mac),
          volver: location.href,
          motivo: previa ? 'caducada' : undefined,
        },
      })
  },
})
