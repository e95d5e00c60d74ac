import { DateTime } from 'luxon'
import type { z } from 'zod'
import { type FiltrosGrafico, MAX_DIAS_GRAFICO } from '#contract/resumen/graficos/graficos'
import { type Periodo, resolvePeriodo } from '../../platform/time/period'

export type Filter = Periodo & {
  empresa: number | null
  familia: string | null
  ubicacion: string | null
  zona: string
}

const DAYS = 30

/** Resolves the input into times. Throws 400 for an end before the start, and for too many days. */
export function resolveFilter(
  f: z.output<typeof FiltrosGrafico>,
  empresa: number | null,
  zona: string,
): Filter {
  return {
    empresa,
    familia: f.familia ?? null,
    ubicacion: f.ubicacion ?? null,
    zona,
    ...resolvePeriodo(f, { porDefecto: DAYS, maximo: MAX_DIAS_GRAFICO }, zona),
  }
}

/** The days of the filter in order. */
export function listDays({ dias }: Filter): string[] {
  const salida: string[] = []
  for (let d = DateTime.fromISO(dias.desde, { zone: 'utc' }); ; d = d.plus({ days: 1 })) {
    const day = d.toISODate() as string
    if (day > dias.hasta) return salida
    salida.push(day)
  }
}
