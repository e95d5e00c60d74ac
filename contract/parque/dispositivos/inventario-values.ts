import { TIPOS } from './values'

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

/** Columns of the inventory by their wire name; the list can be sorted by each. */
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

/** Types that the inventory is filtered by: `Contenedor` is any but the readers. */
export const TIPOS_FILTRO = [...TIPOS, 'Contenedor'] as const

/** Maximum number of devices in one call. */
export const MAX_LOTE = 1000

/** Alta from 50 % on, Media from 25 to below 50, Baja below 25. */
export const NIVELES_BATERIA = ['Alta', 'Media', 'Baja'] as const

/** Containers of the LT catalogue: all, or those at a location without a column of its board. */
export const MONTAJES = ['final', 'otras'] as const

/** Days that the screens offer as filters; any whole number up to the maximum is accepted. */
export const DIAS_FILTRO = [1, 2, 3, 7, 14, 30, 60, 90] as const
export const MAX_DIAS_FILTRO = 3650

/** Shown in place of an unknown location. */
export const SIN_UBICACION = 'Sin ubicación'
