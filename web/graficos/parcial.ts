import { DateTime } from 'luxon'
import type { TablaGrafico } from '#contract/eventos/graficos'

const SEMANA = 7

/** When the time that a row counts is over; null: its rows are no times. */
function finOf(t: TablaGrafico, fila: TablaGrafico['filas'][number], zona: string): DateTime | null {
  const [primera] = t.columnas
  if (primera?.tipo === 'instante') return DateTime.fromISO(String(fila[0])).plus({ hours: 1 })
  if (primera?.tipo !== 'dia') return null
  const dias = primera.titulo.startsWith('Semana') ? SEMANA : 1
  return DateTime.fromISO(String(fila[0]), { zone: zona }).plus({ days: dias })
}

/** Whether the last row counts a day, a week or an hour that goes on. */
export function isParcial(t: TablaGrafico, zona: string, ahora: Date): boolean {
  const ultima = t.filas.at(-1)
  const fin = ultima && finOf(t, ultima, zona)
  return fin != null && fin.toMillis() > ahora.getTime()
}

/** The table up to the last row whose time is over; as it is where there is no other. */
export function dropParcial(t: TablaGrafico, zona: string, ahora: Date): TablaGrafico {
  return t.filas.length > 1 && isParcial(t, zona, ahora) ? { ...t, filas: t.filas.slice(0, -1) } : t
}
