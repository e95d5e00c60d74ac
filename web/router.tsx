import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { PaginaError } from './app-shell/errores'
import type { Acceso } from './app-shell/guardia'
import { pantalla } from './app-shell/pantalla'
import { Progreso } from './app-shell/progreso'
import { raiz, texto } from './app-shell/root-route'
import { MarcoSinBarra } from './app-shell/sin-barra'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    titulo?: string
    /** Default access level: `sesion`. */
    acceso?: Acceso
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Screens validate their own search params (their busqueda.ts), so that the first bundle does not contain that code. */
const tal = (s: Record<string, unknown>) => s

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
  component: pantalla(() => import('./personas/login/page'), 'LoginPage'),
})

const confirmCorreo = createRoute({
  path: '/correo',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Confirmar el correo', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { token?: string } => ({ token: texto(s.token) }),
  component: pantalla(() => import('./personas/enlace/correo'), 'CorreoPage'),
})

const baja = createRoute({
  path: '/baja',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Dejar de recibir avisos', acceso: 'entrada' },
  validateSearch: (s: Record<string, unknown>): { t?: string } => ({ t: texto(s.t) }),
  component: pantalla(() => import('./personas/enlace/baja'), 'BajaPage'),
})

const publico = createRoute({
  path: '/Public',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Dispositivo', acceso: 'libre' },
  validateSearch: (s: Record<string, unknown>): { mac?: string } => ({ mac: texto(s.mac) }),
  component: pantalla(() => import('./parque/publico/page'), 'PublicoPage'),
})

const control = createRoute({
  path: '/Control',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Control' },
  component: pantalla(() => import('./relics/control/page'), 'ControlPage'),
})

const mapa = () => pantalla(() => import('./parque/mapa/page'), 'MapaPage')
const bajoBarra = { getParentRoute: () => conBarra }
const conBusqueda = { ...bajoBarra, validateSearch: tal }

const asistente = createRoute({
  path: '/alm_assistant',
  getParentRoute: () => sinBarra,
  staticData: { titulo: 'Asistente', acceso: 'libre' },
  component: pantalla(() => import('./relics/asistente/page'), 'AsistentePage'),
})

const conNavegacion = [
  createRoute({
    ...conBusqueda,
    path: '/',
    staticData: { titulo: 'Mapa' },
    component: mapa(),
  }),
  createRoute({
    ...conBusqueda,
    path: '/newMap',
    staticData: { titulo: 'Mapa' },
    component: mapa(),
  }),
  createRoute({
    ...conBusqueda,
    path: '/hoy',
    staticData: { titulo: 'Hoy' },
    component: pantalla(() => import('./resumen/hoy/page'), 'HoyPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/hoy/$cifra',
    staticData: { titulo: 'Hoy' },
    component: pantalla(() => import('./resumen/hoy/lista'), 'ListaCifraPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/poc-status',
    staticData: { titulo: 'Inventario' },
    component: pantalla(() => import('./parque/inventario/page'), 'InventarioPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/NewData',
    staticData: { titulo: 'Eventos' },
    component: pantalla(() => import('./oir/eventos/page'), 'EventosPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/incidencias',
    staticData: { titulo: 'Incidencias' },
    component: pantalla(() => import('./oir/incidencias/page'), 'IncidenciasPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/contenedor/$apodo',
    staticData: { titulo: 'Contenedor' },
    component: pantalla(() => import('./oir/contenedor/page'), 'ContenedorPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/causas',
    staticData: { titulo: 'Averías' },
    component: pantalla(() => import('./avisos/causas/page'), 'CausasPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/causas/$id',
    staticData: { titulo: 'Avería' },
    component: pantalla(() => import('./avisos/causas/detalle'), 'CausaPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/ciclo',
    staticData: { titulo: 'Ciclo' },
    component: pantalla(() => import('./flujo/ciclo/page'), 'CicloPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/perdidas',
    staticData: { titulo: 'Pérdidas' },
    component: pantalla(() => import('./cuentas/perdidas/page'), 'PerdidasPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/custodia',
    staticData: { titulo: 'Custodia', acceso: 'custodia' },
    component: pantalla(() => import('./cuentas/custodia/page'), 'CustodiaPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/pilas',
    staticData: { titulo: 'Pilas' },
    component: pantalla(() => import('./cuentas/pilas/page'), 'PilasPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/pilas/ronda',
    staticData: { titulo: 'Ronda de pilas' },
    component: pantalla(() => import('./cuentas/pilas/ronda'), 'RondaPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/recuentos',
    staticData: { titulo: 'Recuentos' },
    component: pantalla(() => import('./cuentas/recuentos/page'), 'RecuentosPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/recuentos/$id',
    staticData: { titulo: 'Recuento' },
    component: pantalla(() => import('./cuentas/recuentos/detalle'), 'RecuentoPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/graphics',
    staticData: { titulo: 'Gráficos' },
    component: pantalla(() => import('./resumen/graficos/page'), 'GraficosPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/inventory',
    staticData: { titulo: 'Inventario antiguo' },
    component: pantalla(() => import('./parque/inventario-antiguo/page'), 'InventarioAntiguoPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/status',
    staticData: { titulo: 'Estados' },
    component: pantalla(() => import('./parque/estados/page'), 'EstadosPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/Logistics',
    staticData: { titulo: 'Tabla MF' },
    component: pantalla(() => import('./parque/logistica/page'), 'LogisticaPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/special',
    staticData: { titulo: 'Plano de planta' },
    component: pantalla(() => import('./parque/plano/page'), 'PlanoPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/avisos',
    staticData: { titulo: 'Avisos', acceso: 'custodia' },
    component: pantalla(() => import('./avisos/avisos/page'), 'AvisosPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/perfil',
    staticData: { titulo: 'Perfil', acceso: 'perfil' },
    component: pantalla(() => import('./personas/perfil/page'), 'PerfilPage'),
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
    component: pantalla(() => import('./parque/registro/page'), 'RegistroPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/Manuales',
    staticData: { titulo: 'Manuales', acceso: 'abierta' },
    component: pantalla(() => import('./personas/manuales/page'), 'ManualesPage'),
  }),
  createRoute({
    ...bajoBarra,
    path: '/secret',
    staticData: { titulo: 'Modo secreto' },
    component: pantalla(() => import('./relics/juego/page'), 'JuegoPage'),
  }),
  createRoute({
    ...conBusqueda,
    path: '/admin/usuarios',
    staticData: { titulo: 'Administración', acceso: 'admin' },
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
