import { DateTime } from 'luxon'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'

const SEMANA = 7

/** End of the period that a row counts; null: its rows are no periods. */
function finOf(t: TablaGrafico, fila: TablaGrafico['filas'][number], zona: string): DateTime | null {
  const [primera] = t.columnas
  if (primera?.tipo === 'instante') return DateTime.fromISO(String(fila[0])).plus({ hours: 1 })
  if (primera?.tipo !== 'dia') return null
  const dias = primera.titulo.startsWith('Semana') ? SEMANA : 1
  return DateTime.fromISO(String(fila[0]), { zone: zona }).plus({ days: dias })
}

/** Whether the last row counts a day, a week or an hour that is not over. */
export function isParcial(t: TablaGrafico, zona: string, ahora: Date): boolean {
  const ultima = t.filas.at(-1)
  const fin = ultima && finOf(t, ultima, zona)
  return fin != null && fin.toMillis() > ahora.getTime()
}

/** The table without the incomplete last row; unchanged if that would leave no rows. */
export function dropParcial(t: TablaGrafico, zona: string, ahora: Date): TablaGrafico {
  return t.filas.length > 1 && isParcial(t, zona, ahora) ? { ...t, filas: t.filas.slice(0, -1) } : t
}
