import {
  CANALES_ENTREGA,
  type CanalEntrega,
  ESTADOS_ENTREGA,
  type EstadoEntrega,
} from '#contract/avisos/avisos/values'
import { dia, entero, palabra, sinVacios, unaOf } from '../../lib/api/direccion'
import { addCaben, CABEN, readFilas } from '../../lib/caben'

export const PESTANAS = [
  'usuarios',
  'empresas',
  'ajustes',
  'calendario',
  'etapas',
  'lectores',
  'calibracion',
  'entregas',
  'webhooks',
  'claves',
  'epcis',
  'salud',
  'auditoria',
  'seguridad',
] as const
export type Pestana = (typeof PESTANAS)[number]

export const VISTAS = ['lectores', 'vistos', 'cuarentena'] as const
export type Vista = (typeof VISTAS)[number]

export const TAMANOS = addCaben([10, 20, 50, 100])
export const FILAS_INICIALES = CABEN

/** Search params of the administration; an absent one has its default. Each tab reads its part. */
export type BusquedaUsuarios = {
  pestana?: Pestana
  /** Tab of readers. */
  vista?: Vista
  /** Tab of unregistered tags: only tags that merely pass by. */
  cuales?: 'paso'
  /** MAC of the reader whose sheet is open; `nuevo`: a new reader. */
  lector?: string
  buscar?: string
  empresa?: number
  /** Tab of the calendar. */
  planta?: string
  entidad?: string
  accion?: 'crear' | 'cambiar' | 'eliminar'
  /** Tab of deliveries. */
  canal?: CanalEntrega
  estado?: EstadoEntrega
  desde?: string
  hasta?: string
  pagina?: number
  filas?: number
}

/** Search params of `/admin/usuarios`; invalid values are dropped. */
export function validateBusquedaUsuarios(s: Record<string, unknown>): BusquedaUsuarios {
  const pestana = unaOf(PESTANAS, s.pestana)
  const vista = unaOf(VISTAS, s.vista)
  const filas = readFilas(TAMANOS, s.filas)
  return sinVacios({
    pestana: pestana === 'usuarios' ? undefined : pestana,
    vista: vista === 'lectores' ? undefined : vista,
    cuales: unaOf(['paso'] as const, s.cuales),
    lector: palabra(s.lector, 64),
    buscar: palabra(s.buscar, 200),
    empresa: entero(s.empresa, 1, 1_000_000),
    planta: palabra(s.planta, 60),
    entidad: palabra(s.entidad, 60),
    accion: unaOf(['crear', 'cambiar', 'eliminar'] as const, s.accion),
    canal: unaOf(CANALES_ENTREGA, s.canal),
    estado: unaOf(ESTADOS_ENTREGA, s.estado),
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    pagina: entero(s.pagina, 2, 1_000_000),
    filas: filas === FILAS_INICIALES ? undefined : filas,
  })
}

/** All search params that only one tab uses. */
export const SIN_FILTROS = {
  cuales: undefined,
  lector: undefined,
  buscar: undefined,
  empresa: undefined,
  planta: undefined,
  entidad: undefined,
  accion: undefined,
  canal: undefined,
  estado: undefined,
  desde: undefined,
  hasta: undefined,
  pagina: undefined,
}
