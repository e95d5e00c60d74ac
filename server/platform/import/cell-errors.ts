import type { z } from 'zod'
import { type ErrorCelda, MAX_ERRORES_INFORME } from '#contract/importar'
import { parseNumero, reviewNumero } from '#contract/values/numero'
import { ErrorCsv } from './csv'

/** Parse a cell with `schema`; throws ErrorCsv with the schema's message. */
export function parseCelda<S extends z.ZodType>(schema: S, valor: unknown): z.output<S> {
  const r = schema.safeParse(valor)
  if (!r.success) throw new ErrorCsv(r.error.issues[0]?.message ?? 'El valor no es válido.')
  return r.data
}

/**
 * Parse a cell with a number as it is written in Spanish; null if it is blank. Throws ErrorCsv for what is none, or may be read in two ways.
 * @param decimales how many decimals it may be written with
 */
export function parseCeldaNumero(celda: string, decimales: number): number | null {
  const reparo = reviewNumero(celda, decimales)
  if (reparo) throw new ErrorCsv(reparo)
  return parseNumero(celda, decimales)
}

type Row = { linea: number; nombre: string }

/** Collects the errors in the rows of a file: counts of all, and as many errors as a report shows. */
export function createCellErrors() {
  const lineas = new Set<number>()
  const errores: ErrorCelda[] = []
  let total = 0
  function add({ linea, nombre }: Row, columna: string, error: string): void {
    lineas.add(linea)
    total++
    if (errores.length < MAX_ERRORES_INFORME)
      errores.push({ linea, nombre: nombre.slice(0, 64), columna, error })
  }
  return {
    add,
    /** Parse a cell; if it throws ErrorCsv, collect the error and return undefined. */
    read<T>(row: Row, columna: string, parse: () => T): T | undefined {
      try {
        return parse()
      } catch (e) {
        if (!(e instanceof ErrorCsv)) throw e
        add(row, columna, e.message)
        return undefined
      }
    },
    has: (linea: number) => lineas.has(linea),
    /** In the order of the file. */
    informe: () => ({
      con_error: lineas.size,
      errores_total: total,
      errores: errores.toSorted((a, b) => a.linea - b.linea),
    }),
  }
}
export type CellErrors = ReturnType<typeof createCellErrors>
