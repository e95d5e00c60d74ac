import { FORMATOS } from '../../values/exportar'

/** Screens whose filters can be saved as views: each has a table with a file of its own. */
export const PANTALLAS_VISTA = [
  'inventario',
  'inventario_antiguo',
  'eventos',
  'incidencias',
  'estados',
  'logistica',
  'ciclo',
  'ciclo_contenedores',
  'prevision',
  'perdidas',
  'merma',
  'merma_contenedores',
  'pilas',
  'recuentos',
  'saldos',
  'extracto',
  'custodia_contenedores',
  'diferencias',
  'disputas',
  'auditoria',
] as const
export type PantallaVista = (typeof PANTALLAS_VISTA)[number]

type DePantalla = {
  titulo: string
  /** Route of the screen, and the query parameters that it always has. */
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
  ciclo: { titulo: 'Etapas del ciclo', ruta: '/ciclo', formatos: FORMATOS },
  ciclo_contenedores: { titulo: 'Contenedores del ciclo', ruta: '/ciclo', formatos: FORMATOS },
  prevision: { titulo: 'Previsión', ruta: '/ciclo', fija: { vista: 'prevision' }, formatos: FORMATOS },
  perdidas: { titulo: 'Pérdidas', ruta: '/perdidas', formatos: FORMATOS },
  merma: { titulo: 'Merma al año', ruta: '/perdidas', fija: { vista: 'merma' }, formatos: FORMATOS },
  merma_contenedores: {
    titulo: 'Contenedores de la merma',
    ruta: '/perdidas',
    fija: { vista: 'merma' },
    formatos: FORMATOS,
  },
  pilas: { titulo: 'Pilas', ruta: '/pilas', formatos: FORMATOS },
  recuentos: { titulo: 'Recuentos', ruta: '/recuentos', formatos: FORMATOS },
  saldos: { titulo: 'Saldos', ruta: '/custodia', formatos: FORMATOS },
  extracto: { titulo: 'Extracto', ruta: '/custodia', fija: { vista: 'extracto' }, formatos: FORMATOS },
  custodia_contenedores: {
    titulo: 'Contenedores de la cuenta',
    ruta: '/custodia',
    fija: { vista: 'contenedores' },
    formatos: FORMATOS,
  },
  diferencias: {
    titulo: 'Libro y lugar',
    ruta: '/custodia',
    fija: { vista: 'diferencias' },
    formatos: FORMATOS,
  },
  disputas: {
    titulo: 'Líneas en disputa',
    ruta: '/custodia',
    fija: { vista: 'disputas' },
    formatos: FORMATOS,
  },
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
/** Maximum number of views of one person. */
export const MAX_VISTAS = 100
/** Maximum length of the saved query, in characters of JSON. */
export const MAX_BUSQUEDA = 4000

export type Busqueda = Record<string, string | number | boolean>

/** The address of a view within the application. */
export function direccionDeVista(pantalla: PantallaVista, busqueda: Busqueda): string {
  const { ruta, fija } = DE_PANTALLA[pantalla]
  const partes = Object.entries({ ...busqueda, ...fija }).map(([k, v]): [string, string] => [k, String(v)])
  return partes.length ? `${ruta}?${new URLSearchParams(partes)}` : ruta
}
