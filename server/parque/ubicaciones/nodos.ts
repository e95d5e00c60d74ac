import type { Grupo } from '#contract/parque/ubicaciones/ubicaciones'

/** Locations that a new company starts with, with their positions on the default plan. */
export const NODOS_POR_DEFECTO: readonly (readonly [nombre: string, group: Grupo, x: number, y: number])[] = [
  ['Gestamp', 'proveedor', 0.09, 0.17],
  ['Descarga Llenos', 'llenos', 0.31, 0.17],
  ['Almacén Lleno', 'llenos', 0.547, 0.17],
  ['En Consumo', 'consumo', 0.84, 0.3],
  ['Almacén Vacío', 'vacios', 0.547, 0.56],
  ['Carga Vacíos', 'vacios', 0.31, 0.56],
  ['Control de Calidad', 'servicio', 0.84, 0.6],
  ['Reparación', 'servicio', 0.547, 0.86],
  ['Limpieza', 'servicio', 0.31, 0.86],
  ['Expedición', 'vacios', 0.09, 0.56],
  ['Montaje Bruto', 'consumo', 0.84, 0.86],
]
