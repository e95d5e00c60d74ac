export const COLUMNAS_ACELERACION = [
  'AccelXMax',
  'AccelXMin',
  'AccelYMax',
  'AccelYMin',
  'AccelZMax',
  'AccelZMin',
] as const

/** What incidents are sorted by. */
export const ORDENES_INCIDENCIA = [
  'ApodoDispositivo',
  'ApodoLector',
  'hubo_golpe_real',
  'hubo_danio',
  'revisado',
  'Time',
  ...COLUMNAS_ACELERACION,
  'pico_g',
  'Ubicacion',
  'cerrada_por',
  'cerrada',
] as const

export const COLUMNAS_INCIDENCIA = ['Estado', ...ORDENES_INCIDENCIA] as const

/** More incidents than this are not listed at once: the newest are. */
export const MAX_INCIDENCIAS = 20_000
