/** Columns that every event has, by their wire name; any other name is a key of Valor. */
export const COLUMNAS_EVENTO = [
  'Time',
  'Estado',
  'Bateria',
  'ApodoDispositivo',
  'ApodoLector',
  'Etiqueta',
  'temperatura',
  'Dispositivo',
] as const

/** Maximum number of rows of a PDF. */
export const MAX_FILAS_PDF = 50_000

/** A plant day, or a longer prefix of `YYYY-MM-DD HH:MM:SS` down to the second. */
export const PREFIJO_TIEMPO =
  /^\d{4}-\d{2}-\d{2}(?:[ T](?:\d|\d{2}(?::(?:\d|\d{2}(?::(?:\d|\d{2})?)?)?)?)?)?$/
