import { DateTime } from 'luxon'
import type { Cuando } from '#contract/valores/vistas'

const BASE = { dia: 'day', lunes: 'week', mes: 'month' } as const
const PASO = { dia: { days: 1 }, lunes: { weeks: 1 }, mes: { months: 1 } } as const

/**
 * When a view is mailed next, after `ahora`: each day, each Monday or the first of each month.
 * @param hora of the plant, HH:MM
 */
export function nextEnvio(ahora: Date, cuando: Cuando, hora: string, zona: string): Date {
  const reloj = { hour: Number(hora.slice(0, 2)), minute: Number(hora.slice(3)) }
  const base = DateTime.fromJSDate(ahora, { zone: zona }).startOf(BASE[cuando])
  const este = base.set(reloj)
  return (este.toJSDate() > ahora ? este : base.plus(PASO[cuando]).set(reloj)).toJSDate()
}
