import { z } from 'zod'

/** How many errors of a file are told; the counts are of all. */
export const MAX_ERRORES_INFORME = 10_000
/** How many changes of a file are told; the counts are of all. */
export const MAX_CAMBIOS_INFORME = 500

/** What is wrong with one cell. */
export const ErrorCelda = z.object({
  /** Line of the file, from 1 on, headings included. */
  linea: z.number().int(),
  /** What people call the row: a nickname, a code. */
  nombre: z.string(),
  columna: z.string(),
  /** Spanish, for people. */
  error: z.string(),
})
export type ErrorCelda = z.infer<typeof ErrorCelda>

/** What an import of a CSV did, or (`ensayo`) would do. */
export const Informe = z.object({
  ensayo: z.boolean(),
  /** Data rows read. */
  filas: z.number().int(),
  nuevas: z.number().int(),
  cambiadas: z.number().int(),
  iguales: z.number().int(),
  /** Rows with errors: they are not imported. */
  con_error: z.number().int(),
  /** Errors there are; one row may have several. */
  errores_total: z.number().int(),
  errores: z.array(ErrorCelda).max(MAX_ERRORES_INFORME),
})
export type Informe = z.infer<typeof Informe>
