export const COLUMNAS_ANTIGUAS = [
  'Name',
  'DeviceType',
  'statusKey',
  'Location',
  'Reader',
  'updated',
  'lastActive',
  'Id',
] as const

/** Columns of the inventory by their wire name; the list is sorted by any of them. */
export const COLUMNAS_POC = [
  'Apodo',
  'TipoDispositivo',
  'Dispositivo',
  'Activado',
  'UltimoRegistro',
  'ApodoLector',
  'Bateria',
  'PosibleEstado',
  'Estado',
  'FechaRegistro',
  'Etiqueta',
  'Ubicacion',
] as const

/** How many devices one call changes. */
export const MAX_LOTE = 1000

/** Alta from 50 % on, Media from 25 to below 50, Baja below 25. */
export const NIVELES_BATERIA = ['Alta', 'Media', 'Baja'] as const

/** Containers of the LT catalogue: all, or those at a location without a column of its board. */
export const MONTAJES = ['final', 'otras'] as const

/** Days that a screen offers to filter by; any whole number up to the second is understood. */
export const DIAS_FILTRO = [1, 2, 3, 7, 14, 30, 60, 90] as const
export const MAX_DIAS_FILTRO = 3650

/** What stands for a location where none is known. */
export const SIN_UBICACION = 'Sin ubicación'
