/** Sets of data that programs read whole: the views of the schema `bi`, by name. */
export const CONJUNTOS = [
  'contenedores',
  'estancias',
  'eventos',
  'incidencias',
  'visitas',
  'previsiones',
] as const
export type Conjunto = (typeof CONJUNTOS)[number]

export const FORMATOS_DATOS = ['ndjson', 'csv', 'parquet'] as const
export type FormatoDatos = (typeof FORMATOS_DATOS)[number]

/** Maximum number of rows of one answer. */
export const MAX_FILAS_DATOS = 1_000_000

/** Lifetime of a cursor in days: changes are kept for this long. */
export const DIAS_CURSOR = 30
