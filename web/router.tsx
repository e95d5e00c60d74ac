import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { sesionQuery } from './lib/sesion'
import { validarBusquedaMapa } from './mapa/busqueda'
import { PaginaError } from './marco/errores'
import { type Acceso, decidir } from './marco/guardia'
import { pantalla } from './marco/pantalla'
import { Progreso } from './marco/progreso'
import { Raiz } from './marco/raiz'
import { MarcoSinBarra } from './marco/sin-barra'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    titulo?: string
    /** `sesion` where a route says nothing. */
    acceso?: Acceso
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** A search param as text: a nickname or a mac made of digits alone must not become a number. */
const texto = (v: unknown) => (v === undefined || v === '' ? undefined : String(v))

const raiz = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Raiz,
  errorComponent: PaginaError,
  beforeLoad: async ({ context: { queryClient }, matches, location, search }) => {
    const { acceso = 'sesion' } = matches.at(-1)?.staticData ?? {}
    if (acceso === 'entrada') return
    const previa = queryClient.getQueryData(sesionQuery.queryKey)
    const sesion = await queryClient.fetchQuery(sesionQuery).catch((causa) => {
      // Without a connection, whoever was in stays in: the screen tells what it cannot load.
      if (previa || acceso === 'libre' || acceso === 'abierta') return previa ?? null
      throw causa
    })
    const decision = decidir(acceso, sesion)
    if (decision === 'panel') throw redirect({ to: '/PanelDisp' })
    if (decision === 'mapa') throw redirect({ to: '/' })
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

const sinBarra = createRoute({ id: 'sinBarra', getParentRoute: () => raiz, component: MarcoSinBarra })

const conBarra = createRoute({
  id: 'barra',
  getParentRoute: () => raiz,
  component: pantalla(() => import('./barra/marco'), 'MarcoConBarra'),
})

const login = createRoute({
  path: '/login',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Iniciar sesión', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { mac?: string; volver?: string; motivo?: 'caducada' } => ({
    mac: texto(s.mac),
    volver: texto(s.volver),
    motivo: s.motivo === 'caducada' ? s.motivo : undefined,
  }),
  component: pantalla(() => import('./login/page'), 'LoginPage'),
})

const publico = createRoute({
  path: '/Public',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Dispositivo', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { mac?: string } => ({ mac: texto(s.mac) }),
  component: pantalla(() => import('./publico/page'), 'PublicoPage'),
})

const control = createRoute({
  path: '/Control',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Control' },
  component: pantalla(() => import('./control/page'), 'ControlPage'),
})

const mapa = () => pantalla(() => import('./mapa/page'), 'MapaPage')
const pendiente = () => pantalla(() => import('./pendiente/page'), 'PendientePage')
const bajoBarra = { getParentRoute: () => conBarra }

const asistente = createRoute({
  path: '/alm_assistant',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Asistente', acceso: 'libre' },
  component: pendiente(),
})

const conNavegacion = [
  createRoute({
    ...bajoBarra,
    path: '/',
    staticData: { titulo: 'Mapa' },
    validateSearch: validarBusquedaMapa,
    component: mapa(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/newMap',
    staticData: { titulo: 'Mapa' },
    validateSearch: validarBusquedaMapa,
    component: mapa(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/poc-status',
    staticData: { titulo: 'Inventario' },
    validateSearch: (s: Record<string, unknown>): { apodo?: string } => ({ apodo: texto(s.apodo) }),
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/NewData',
    staticData: { titulo: 'Eventos' },
    validateSearch: (s: Record<string, unknown>): { search?: string } => ({ search: texto(s.search) }),
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/incidencias',
    staticData: { titulo: 'Incidencias' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/graphics',
    staticData: { titulo: 'Gráficos' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/inventory',
    staticData: { titulo: 'Inventario antiguo' },
    component: pendiente(),
  }),
  createRoute({ ...bajoBarra, path: '/status', staticData: { titulo: 'Estados' }, component: pendiente() }),
  createRoute({
    ...bajoBarra,
    path: '/Logistics',
    staticData: { titulo: 'Tabla MF' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/special',
    staticData: { titulo: 'Plano de planta' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/perfil',
    staticData: { titulo: 'Perfil', acceso: 'panel' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/PanelDisp',
    staticData: { titulo: 'Alta de dispositivos', acceso: 'panel' },
    validateSearch: (s: Record<string, unknown>): { mac?: string } => ({ mac: texto(s.mac) }),
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/Manuales',
    staticData: { titulo: 'Manuales', acceso: 'abierta' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/secret',
    staticData: { titulo: 'Modo secreto' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/admin/usuarios',
    staticData: { titulo: 'Usuarios', acceso: 'admin' },
    component: pendiente(),
  }),
  createRoute({
    ...bajoBarra,
    path: '$',
    staticData: { titulo: 'Página no encontrada', acceso: 'panel' },
    component: pantalla(() => import('./marco/no-encontrada'), 'NoEncontradaPage'),
  }),
] as const

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: raiz.addChildren([
      sinBarra.addChildren([login, publico, control, asistente]),
      conBarra.addChildren(conNavegacion),
    ]),
    context: { queryClient },
    parseSearch: parseSearchWith((v) => v),
    stringifySearch: stringifySearchWith(JSON.stringify),
    defaultPreload: 'intent',
    defaultErrorComponent: PaginaError,
    defaultPendingComponent: Progreso,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
}
