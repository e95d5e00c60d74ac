import { DateTime } from 'luxon'

/** The month before a moment, in the plant's time: `2026-10`. */
export const lastMonth = (now: Date, zona: string): string =>
  DateTime.fromJSDate(now, { zone: zona }).minus({ months: 1 }).toFormat('yyyy-MM')

/** First and last day of a month, YYYY-MM-DD. */
export function daysOfMonth(mes: string): { desde: string; hasta: string } {
  const first = DateTime.fromISO(`${mes}-01`, { zone: 'utc' })
  return { desde: first.toISODate() as string, hasta: first.endOf('month').toISODate() as string }
}

/** `octubre de 2026`. */
export const formatMonth = (mes: string): string =>
  DateTime.fromISO(`${mes}-01`, { zone: 'utc', locale: 'es' }).toFormat("LLLL 'de' yyyy")

/** The first of the next month, some hours after midnight: by then the book has the readings of the night. */
export function nextFirst(now: Date, zona: string): Date {
  const first = DateTime.fromJSDate(now, { zone: zona }).startOf('month')
  const este = first.set({ hour: 6 })
  return (este.toJSDate() > now ? este : first.plus({ months: 1 }).set({ hour: 6 })).toJSDate()
}
