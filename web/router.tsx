import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { PaginaError } from './app-shell/errores'
import { type Acceso, decide } from './app-shell/guardia'
import { pantalla } from './app-shell/pantalla'
import { Progreso } from './app-shell/progreso'
import { Raiz } from './app-shell/raiz'
import { MarcoSinBarra } from './app-shell/sin-barra'
import { ErrorLlamada } from './lib/api/api'
import { EN_ENLACE, setEmpresa, TODAS_EN_ENLACE } from './lib/session/empresa'
import { sesionQuery, sesionRecordada } from './lib/session/sesion'

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

/** Screens read and check their own search params (their busqueda.ts), so that the way in does not load what they know. */
const tal = (s: Record<string, unknown>) => s

const raiz = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Raiz,
  errorComponent: PaginaError,
  beforeLoad: async ({ context: { queryClient }, matches, location, search }) => {
    const { acceso = 'sesion' } = matches.at(-1)?.staticData ?? {}
    if (acceso === 'entrada') return
    const previa = queryClient.getQueryData(sesionQuery.queryKey)
    const sesion = await queryClient.fetchQuery(sesionQuery).catch((causa) => {
      // Without a connection, whoever was in stays in: the screen tells what it cannot load.
      const conocida =
        previa ?? (causa instanceof ErrorLlamada && causa.sinServidor ? sesionRecordada() : null)
      if (!conocida && acceso !== 'libre' && acceso !== 'abierta') throw causa
      // Of long ago: the next navigation asks again.
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
    if (decision === 'perfil') throw redirect({ to: '/perfil' })
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
  validateSearch: (
    s: Record<string, unknown>,
  ): {
    mac?: string
    volver?: string
    motivo?: 'caducada'
    sso?: string
    restablecer?: '1'
    usuario?: string
    codigo?: string
    olvido?: '1'
  } => ({
    mac: texto(s.mac),
    volver: texto(s.volver),
    motivo: s.motivo === 'caducada' ? s.motivo : undefined,
    sso: texto(s.sso),
    restablecer: String(s.restablecer) === '1' ? '1' : undefined,
    usuario: texto(s.usuario),
    codigo: texto(s.codigo),
    olvido: String(s.olvido) === '1' ? '1' : undefined,
  }),
  component: pantalla(() => import('./login/page'), 'LoginPage'),
})

const confirmCorreo = createRoute({
  path: '/correo',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Confirmar el correo', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { token?: string } => ({ token: texto(s.token) }),
  component: pantalla(() => import('./enlace/correo'), 'CorreoPage'),
})

const baja = createRoute({
  path: '/baja',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Dejar de recibir avisos', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { t?: string } => ({ t: texto(s.t) }),
  component: pantalla(() => import('./enlace/baja'), 'BajaPage'),
})

const publico = createRoute({
  path: '/Public',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Dispositivo', acceso: 'libre' },
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
const bajoBarra = { getParentRoute: () => conBarra }

const asistente = createRoute({
  path: '/alm_assistant',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Asistente', acceso: 'libre' },
  component: pantalla(() => import('./asistente/page'), 'AsistentePage'),
})

const conNavegacion = [
  createRoute({
    ...bajoBarra,
    path: '/',
    staticData: { titulo: 'Mapa' },
    validateSearch: tal,
    component: mapa(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/newMap',
    staticData: { titulo: 'Mapa' },
    validateSearch: tal,
    component: mapa(),
  }),
  createRoute({
    ...bajoBarra,
    path: '/hoy',
    staticData: { titulo: 'Hoy' },
    validateSearch: tal,
    component: pantalla(() => import('./hoy/page'), 'HoyPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/hoy/$cifra',
    staticData: { titulo: 'Hoy' },
    validateSearch: tal,
    component: pantalla(() => import('./hoy/lista'), 'ListaCifraPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/poc-status',
    staticData: { titulo: 'Inventario' },
    validateSearch: tal,
    component: pantalla(() => import('./inventario/page'), 'InventarioPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/NewData',
    staticData: { titulo: 'Eventos' },
    validateSearch: tal,
    component: pantalla(() => import('./eventos/page'), 'EventosPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/incidencias',
    staticData: { titulo: 'Incidencias' },
    validateSearch: tal,
    component: pantalla(() => import('./incidencias/page'), 'IncidenciasPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/contenedor/$apodo',
    staticData: { titulo: 'Contenedor' },
    validateSearch: tal,
    component: pantalla(() => import('./contenedor/page'), 'ContenedorPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/causas',
    staticData: { titulo: 'Averías' },
    validateSearch: tal,
    component: pantalla(() => import('./causas/page'), 'CausasPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/causas/$id',
    staticData: { titulo: 'Avería' },
    component: pantalla(() => import('./causas/detalle'), 'CausaPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/ciclo',
    staticData: { titulo: 'Ciclo' },
    validateSearch: tal,
    component: pantalla(() => import('./ciclo/page'), 'CicloPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/perdidas',
    staticData: { titulo: 'Pérdidas' },
    validateSearch: tal,
    component: pantalla(() => import('./perdidas/page'), 'PerdidasPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/graphics',
    staticData: { titulo: 'Gráficos' },
    validateSearch: tal,
    component: pantalla(() => import('./graficos/page'), 'GraficosPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/inventory',
    staticData: { titulo: 'Inventario antiguo' },
    validateSearch: tal,
    component: pantalla(() => import('./inventario-antiguo/page'), 'InventarioAntiguoPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/status',
    staticData: { titulo: 'Estados' },
    validateSearch: tal,
    component: pantalla(() => import('./estados/page'), 'EstadosPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/Logistics',
    staticData: { titulo: 'Tabla MF' },
    validateSearch: tal,
    component: pantalla(() => import('./logistica/page'), 'LogisticaPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/special',
    staticData: { titulo: 'Plano de planta' },
    validateSearch: tal,
    component: pantalla(() => import('./plano/page'), 'PlanoPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/avisos',
    staticData: { titulo: 'Avisos' },
    validateSearch: tal,
    component: pantalla(() => import('./avisos/page'), 'AvisosPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/perfil',
    staticData: { titulo: 'Perfil', acceso: 'perfil' },
    component: pantalla(() => import('./perfil/page'), 'PerfilPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/PanelDisp',
    staticData: { titulo: 'Alta de dispositivos', acceso: 'alta' },
    validateSearch: (s: Record<string, unknown>): { mac?: string; apodo?: string; escanear?: 'si' } => ({
      mac: texto(s.mac),
      apodo: texto(s.apodo),
      escanear: s.escanear === 'si' ? s.escanear : undefined,
    }),
    component: pantalla(() => import('./registro/page'), 'RegistroPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/Manuales',
    staticData: { titulo: 'Manuales', acceso: 'abierta' },
    validateSearch: tal,
    component: pantalla(() => import('./manuales/page'), 'ManualesPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/secret',
    staticData: { titulo: 'Modo secreto' },
    component: pantalla(() => import('./juego/page'), 'JuegoPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/admin/usuarios',
    staticData: { titulo: 'Administración', acceso: 'admin' },
    validateSearch: tal,
    component: pantalla(() => import('./administracion/page'), 'AdministracionPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '$',
    staticData: { titulo: 'Página no encontrada', acceso: 'panel' },
    component: pantalla(() => import('./app-shell/no-encontrada'), 'NoEncontradaPage'),
  }),
] as const

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: raiz.addChildren([
      sinBarra.addChildren([login, confirmCorreo, baja, publico, control, asistente]),
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
