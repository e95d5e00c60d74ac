export const COLUMNAS_ESTADO = ['ubicacion', 'lector', 'n'] as const

/** The only family of Montaje Bruto. */
export const FAMILIA_BRUTO = '20014'

/** Flow of goods between the default places. */
export const FLECHAS = [
  ['Descarga Llenos', 'Almacén Lleno'],
  ['Almacén Lleno', 'En Consumo'],
  ['En Consumo', 'Almacén Vacío'],
  ['Almacén Vacío', 'Descarga Llenos'],
  ['Descarga Llenos', 'Gestamp'],
] as const

export const GRUPOS = ['proveedor', 'llenos', 'consumo', 'vacios', 'servicio', 'transito'] as const

export const MAX_IMAGEN_BYTES = 5 * 1024 * 1024
