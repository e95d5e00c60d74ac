/** What programs read whole: the views of the schema `bi`, by their names. */
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

/** Rows of one answer at most. */
export const MAX_FILAS_DATOS = 1_000_000

/** Days that a cursor is good for: what changed is remembered for this long. */
export const DIAS_CURSOR = 30
