import { FORMATOS } from '../exportar'

/** Screens whose filters can be kept: each has a table with a file of its own. */
export const PANTALLAS_VISTA = [
  'inventario',
  'inventario_antiguo',
  'eventos',
  'incidencias',
  'estados',
  'logistica',
  'auditoria',
] as const
export type PantallaVista = (typeof PANTALLAS_VISTA)[number]

type DePantalla = {
  titulo: string
  /** Where it is, and what its address always says. */
  ruta: string
  fija?: Record<string, string>
  formatos: readonly (typeof FORMATOS)[number][]
}

export const DE_PANTALLA: Record<PantallaVista, DePantalla> = {
  inventario: { titulo: 'Inventario', ruta: '/poc-status', formatos: FORMATOS },
  inventario_antiguo: { titulo: 'Inventario antiguo', ruta: '/inventory', formatos: ['xlsx'] },
  eventos: { titulo: 'Eventos', ruta: '/NewData', formatos: FORMATOS },
  incidencias: { titulo: 'Incidencias', ruta: '/incidencias', formatos: FORMATOS },
  estados: { titulo: 'Estados', ruta: '/status', formatos: ['xlsx'] },
  logistica: { titulo: 'Tabla MF', ruta: '/Logistics', formatos: ['xlsx'] },
  auditoria: {
    titulo: 'Auditoría',
    ruta: '/admin/usuarios',
    fija: { pestana: 'auditoria' },
    formatos: FORMATOS,
  },
}

export const CUANDOS = ['dia', 'lunes', 'mes'] as const
export type Cuando = (typeof CUANDOS)[number]

export const MAX_NOMBRE_VISTA = 80
/** Of one person. */
export const MAX_VISTAS = 100
/** Characters of what is kept of a screen, as JSON. */
export const MAX_BUSQUEDA = 4000

export type Busqueda = Record<string, string | number | boolean>

/** The address of a view within the application. */
export function direccionDeVista(pantalla: PantallaVista, busqueda: Busqueda): string {
  const { ruta, fija } = DE_PANTALLA[pantalla]
  const partes = Object.entries({ ...busqueda, ...fija }).map(([k, v]): [string, string] => [k, String(v)])
  return partes.length ? `${ruta}?${new URLSearchParams(partes)}` : ruta
}
