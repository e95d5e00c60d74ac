import { z } from 'zod'

/** Maximum number of listed errors of a file; the counts include all. */
export const MAX_ERRORES_INFORME = 10_000
/** Maximum number of listed changes of a file; the counts include all. */
export const MAX_CAMBIOS_INFORME = 500

/** An error in one cell. */
export const ErrorCelda = z.object({
  /** Line of the file, counted from 1, headings included. */
  linea: z.number().int(),
  /** Name of the row for people: a nickname or a code. */
  nombre: z.string(),
  columna: z.string(),
  /** Message in Spanish, for people. */
  error: z.string(),
})
export type ErrorCelda = z.infer<typeof ErrorCelda>

/** Result of the import of a CSV; with `ensayo`, what it would be. */
export const Informe = z.object({
  ensayo: z.boolean(),
  /** Data rows read. */
  filas: z.number().int(),
  nuevas: z.number().int(),
  cambiadas: z.number().int(),
  iguales: z.number().int(),
  /** Rows with errors; they are not imported. */
  con_error: z.number().int(),
  /** Number of all errors; a row may have several. */
  errores_total: z.number().int(),
  errores: z.array(ErrorCelda).max(MAX_ERRORES_INFORME),
})
export type Informe = z.infer<typeof Informe>
