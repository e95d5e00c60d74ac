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

/** What stands for a location where none is known. */
export const SIN_UBICACION = 'Sin ubicación'
