import type { Grupo } from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS } from '#contract/parque/ubicaciones/values'
import type { Token } from '../../ui/theme/tokens'

export const NOMBRE_GRUPO: Record<Grupo, string> = {
  proveedor: 'Proveedor',
  llenos: 'Llenos',
  consumo: 'Consumo',
  vacios: 'Vacíos',
  servicio: 'Servicios',
  transito: 'Tránsito',
}

const TOKEN: Record<Grupo, Token> = {
  proveedor: 'violeta',
  llenos: 'petrol',
  consumo: 'azul',
  vacios: 'verde',
  servicio: 'amber',
  transito: 'gris',
}

/** An older database may contain any group name. */
export const grupoOf = (grupo: string): Grupo | undefined => GRUPOS.find((g) => g === grupo)
export const tokenOf = (grupo: string): Token => TOKEN[grupoOf(grupo) ?? 'transito']
