import type { z } from 'zod'
import { type ErrorCelda, MAX_ERRORES_INFORME } from '#contract/importar'
import { ErrorCsv } from './csv'

/** A cell as `esquema` reads it; throws ErrorCsv with the schema's words. */
export function parseCelda<S extends z.ZodType>(schema: S, valor: unknown): z.output<S> {
  const r = schema.safeParse(valor)
  if (!r.success) throw new ErrorCsv(r.error.issues[0]?.message ?? 'El valor no es válido.')
  return r.data
}

type Row = { linea: number; nombre: string }

/** Gathers what is wrong with the rows of a file: counts of all, and as many errors as a report tells. */
export function createCellErrors() {
  const lineas = new Set<number>()
  const errores: ErrorCelda[] = []
  let total = 0
  return {
    add({ linea, nombre }: Row, columna: string, error: string): void {
      lineas.add(linea)
      total++
      if (errores.length < MAX_ERRORES_INFORME)
        errores.push({ linea, nombre: nombre.slice(0, 64), columna, error })
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
