import { DateTime } from 'luxon'
import type { Cuando } from '#contract/resumen/vistas/values'

const BASE = { dia: 'day', lunes: 'week', mes: 'month' } as const
const PASO = { dia: { days: 1 }, lunes: { weeks: 1 }, mes: { months: 1 } } as const

/**
 * When a view is mailed next, after `ahora`: daily, every Monday or on the first of each month.
 * @param hora local time of the plant, HH:MM
 */
export function nextEnvio(now: Date, cuando: Cuando, hour: string, zona: string): Date {
  const clock = { hour: Number(hour.slice(0, 2)), minute: Number(hour.slice(3)) }
  const base = DateTime.fromJSDate(now, { zone: zona }).startOf(BASE[cuando])
  const este = base.set(clock)
  return (este.toJSDate() > now ? este : base.plus(PASO[cuando]).set(clock)).toJSDate()
}
