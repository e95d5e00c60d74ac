import { dia, entero, palabra, sinVacios, unaDe } from '../lib/direccion'

export const PESTANAS = [
  'usuarios',
  'empresas',
  'ajustes',
  'lectores',
  'calibracion',
  'auditoria',
  'seguridad',
] as const
export type Pestana = (typeof PESTANAS)[number]

export const VISTAS = ['lectores', 'vistos', 'cuarentena'] as const
export type Vista = (typeof VISTAS)[number]

export const TAMANOS = [10, 20, 50, 100] as const
export const FILAS_INICIALES = 20

/** What the address of the administration says; what is left out has its default. Each tab reads its part. */
export type BusquedaUsuarios = {
  pestana?: Pestana
  /** Of the readers. */
  vista?: Vista
  buscar?: string
  empresa?: number
  entidad?: string
  accion?: 'crear' | 'cambiar' | 'eliminar'
  desde?: string
  hasta?: string
  pagina?: number
  filas?: number
}

/** Search params of `/admin/usuarios`; anything that does not fit is dropped. */
export function validateBusquedaUsuarios(s: Record<string, unknown>): BusquedaUsuarios {
  const pestana = unaDe(PESTANAS, s.pestana)
  const vista = unaDe(VISTAS, s.vista)
  const filas = unaDe(TAMANOS, s.filas)
  return sinVacios({
    pestana: pestana === 'usuarios' ? undefined : pestana,
    vista: vista === 'lectores' ? undefined : vista,
    buscar: palabra(s.buscar, 200),
    empresa: entero(s.empresa, 1, 1_000_000),
    entidad: palabra(s.entidad, 60),
    accion: unaDe(['crear', 'cambiar', 'eliminar'] as const, s.accion),
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    pagina: entero(s.pagina, 2, 1_000_000),
    filas: filas === FILAS_INICIALES ? undefined : filas,
  })
}

/** Everything that only one tab understands. */
export const SIN_FILTROS = {
  buscar: undefined,
  empresa: undefined,
  entidad: undefined,
  accion: undefined,
  desde: undefined,
  hasta: undefined,
  pagina: undefined,
}
