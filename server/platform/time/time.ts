import { DateTime } from 'luxon'

/** Zones change their offset only at whole quarters of an hour of UTC. */
const CUARTO_MS = 900_000

const DAY_MS = 86_400_000

/** Number of quarters whose offsets are kept: a year of them. */
const MAX_CUARTOS = 35_000

/** Cache of offsets by quarter: lists ask for the same ones again and again, and luxon is slow. */
const cache = { zona: '', desfases: new Map<number, number>() }

/** Offset of a zone to UTC at an instant, in ms. */
export function desfaseDeZona(ms: number, zona: string): number {
  if (cache.zona !== zona || cache.desfases.size > MAX_CUARTOS) {
    cache.zona = zona
    cache.desfases.clear()
  }
  const cuarto = Math.floor(ms / CUARTO_MS)
  const known = cache.desfases.get(cuarto)
  if (known !== undefined) return known
  const desfase = DateTime.fromMillis(ms, { zone: zona }).offset * 60_000
  cache.desfases.set(cuarto, desfase)
  return desfase
}

/** The wall time of the plant, as if it were UTC: for formats without time zones. */
export function relojDePlanta(date: Date, zona: string): Date {
  return new Date(date.getTime() + desfaseDeZona(date.getTime(), zona))
}

const dos = (n: number) => String(n).padStart(2, '0')

/** Number of days whose text is kept: lists have thousands of instants of some days. */
const MAX_DAYS = 1000
/** `aaaa-mm-ddT` by the number of the day since 1970. */
const days = new Map<number, string>()

function dayOf(n: number): string {
  const known = days.get(n)
  if (known !== undefined) return known
  const [day] = new Date(n * DAY_MS).toISOString().split('T')
  if (days.size >= MAX_DAYS) days.clear()
  days.set(n, `${day}T`)
  return `${day}T`
}

const DOS = Array.from({ length: 100 }, (_, n) => dos(n))
/** Text of a number from 0 to 999 in three digits. */
const tres = (n: number) => `${Math.trunc(n / 100)}${DOS[n % 100]}`

/** ISO 8601 with offset in the plant's zone; null stays null. */
export function isoPlanta(date: Date, zona: string): string
export function isoPlanta(date: Date | null, zona: string): string | null
export function isoPlanta(date: Date | null, zona: string): string | null {
  if (!date) return null
  const t = date.getTime()
  const desfase = desfaseDeZona(t, zona)
  const local = Math.trunc(t + desfase)
  const n = Math.floor(local / DAY_MS)
  const ms = local - n * DAY_MS
  const s = Math.trunc(ms / 1000)
  const hora = `${DOS[Math.trunc(s / 3600)]}:${DOS[Math.trunc(s / 60) % 60]}:${DOS[s % 60]}.${tres(ms % 1000)}`
  const minutes = Math.abs(Math.round(desfase / 60_000))
  return `${dayOf(n)}${hora}${desfase < 0 ? '-' : '+'}${DOS[Math.trunc(minutes / 60)]}:${DOS[minutes % 60]}`
}

/** `dd/mm/aaaa HH:mm:ss` in the plant's zone, as people here write it. */
export function formatInstant(date: Date, zona: string): string {
  const [anno, month, day, hour] = relojDePlanta(date, zona).toISOString().split(/[-T.]/)
  return `${day}/${month}/${anno} ${hour}`
}

/** `dd/mm HH:mm` in the plant's zone, for recent times. */
export function formatCorto(date: Date, zona: string): string {
  const text = formatInstant(date, zona)
  return `${text.slice(0, 5)} ${text.slice(11, 16)}`
}

/** A span of time, the end excluded. */
export type Interval = { desde: Date; hasta: Date }

/** Plant times that a person named. */
export type Moment = {
  /** `YYYY-MM-DD` where the text names one whole plant day. */
  dia: string | null
  /** Sorted and disjoint: two where the clocks go back and the same hour comes twice. */
  intervalos: Interval[]
}

const RELLENO = '0001-01-01 00:00:00'
const UNITS = [
  [10, 'day'],
  [13, 'hour'],
  [16, 'minute'],
  [19, 'second'],
] as const

/** First instant after `before`, at most `despues`, from which the zone's offset differs from that at `before`. */
function findCambio(before: number, despues: number, desfase: (t: number) => number): number {
  const previous = desfase(before)
  let [a, b] = [before, despues]
  while (b - a > 1) {
    const medio = Math.floor((a + b) / 2)
    if (desfase(medio) === previous) a = medio
    else b = medio
  }
  return b
}

/** When the plant's clocks show at least `clock` and less than `fin` (wall time as if it were UTC, in ms). */
function intervalosDeReloj(clock: number, fin: number, zona: string): Interval[] {
  const desfase = (t: number) => DateTime.fromMillis(t, { zone: zona }).offset * 60_000
  // No zone is further than a day from UTC, and none changes its offset twice within so few days.
  const [before, despues] = [clock - DAY_MS, fin + DAY_MS]
  const cambio = desfase(before) === desfase(despues) ? despues : findCambio(before, despues, desfase)
  const intervalos: Interval[] = []
  for (const [desde, hasta] of [
    [before, cambio],
    [cambio, despues],
  ] as const) {
    const d = Math.max(clock - desfase(desde), desde)
    const h = Math.min(fin - desfase(desde), hasta)
    const previous = intervalos.at(-1)
    if (d >= h) continue
    if (previous?.hasta.getTime() === d) previous.hasta = new Date(h)
    else intervalos.push({ desde: new Date(d), hasta: new Date(h) })
  }
  return intervalos
}

/**
 * The plant times that begin with a prefix of `YYYY-MM-DD HH:MM:SS`: `2026-10-25` is the day (25 hours long when the clocks go back),
 * `2026-10-25 02` an hour that comes twice, `2026-10-25 1` the hours 10 to 19, `2026-10-25 14:3` ten minutes. Null where no such time
 * exists, like 2026-03-29 02:30 in Madrid.
 */
export function momentoDePrefijo(prefijo: string, zona: string): Moment | null {
  const p = prefijo.trim().replace('T', ' ').replace(/[ :]$/, '')
  const exacto = UNITS.find(([largo]) => p.length === largo)
  // One digit is missing: ten units of the missing digit (for hours that begin with 2 only four: 20 to 23).
  const base = exacto ? p : `${p}0`
  const unit = exacto?.[1] ?? UNITS.find(([largo]) => base.length === largo)?.[1]
  if (!unit) return null
  const clock = DateTime.fromSQL(base + RELLENO.slice(base.length), { zone: 'utc' })
  // Luxon reads 24:00 as the next day's midnight.
  if (!clock.toFormat('yyyy-MM-dd HH:mm:ss').startsWith(base) || clock.year < 1) return null
  const fin = DateTime.min(clock.plus({ [unit]: exacto ? 1 : 10 }), clock.startOf('day').plus({ day: 1 }))
  const intervalos = intervalosDeReloj(clock.toMillis(), fin.toMillis(), zona)
  return intervalos.length ? { dia: unit === 'day' ? base : null, intervalos } : null
}

/**
 * Instant of one end of a range, given by a person as `YYYY-MM-DD HH:MM:SS` or as a day, both ends included. Null where the text is no
 * time. A time that the clocks skipped is the instant at which they skipped it.
 */
export function limiteDePlanta(text: string, extreme: 'desde' | 'hasta', zona: string): Date | null {
  const moment = momentoDePrefijo(text, zona)
  if (moment) {
    const interval = extreme === 'desde' ? moment.intervalos[0] : moment.intervalos.at(-1)
    return interval?.[extreme] ?? null
  }
  if (!DateTime.fromSQL(text.replace('T', ' '), { zone: 'utc' }).isValid) return null
  const saltada = DateTime.fromSQL(text.replace('T', ' '), { zone: zona })
  return saltada.isValid ? saltada.toJSDate() : null
}
