/** The columns of the board, by colour. Montaje Bruto is not among them. */
export const GRUPOS_LT = [
  { nombre: 'Proveedor', ubicaciones: ['Gestamp'] },
  { nombre: 'Llenos', ubicaciones: ['Descarga Llenos', 'Almacén Lleno'] },
  { nombre: 'Consumo', ubicaciones: ['En Consumo'] },
  { nombre: 'Vacíos', ubicaciones: ['Almacén Vacío'] },
  { nombre: 'Montaje', ubicaciones: ['Montaje Final'] },
  { nombre: 'Fuera de planta', ubicaciones: ['En Tránsito', 'Sin ubicación'] },
] as const

export type UbicacionLt = (typeof GRUPOS_LT)[number]['ubicaciones'][number]

export const UBICACIONES_LT: readonly UbicacionLt[] = GRUPOS_LT.flatMap((g): UbicacionLt[] => [
  ...g.ubicaciones,
])

export const COLUMNAS_LT = [
  'codigo',
  'descripcion',
  'total',
  ...UBICACIONES_LT,
  'otras',
  'encontrados',
  'diferencia',
] as const
