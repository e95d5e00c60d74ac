import { DateTime } from 'luxon'

/** No zone changes its offset within a quarter of an hour of UTC. */
const CUARTO_MS = 900_000

/** Offset of the zone that was asked for last: rows come in order, and luxon takes its time. */
const last = { zona: '', cuarto: Number.NaN, desfase: 0 }

/** What the zone's clocks are ahead of UTC at an instant, in ms. */
export function desfaseDeZona(ms: number, zona: string): number {
  const cuarto = Math.floor(ms / CUARTO_MS)
  if (last.cuarto !== cuarto || last.zona !== zona) {
    last.desfase = DateTime.fromMillis(ms, { zone: zona }).offset * 60_000
    last.cuarto = cuarto
    last.zona = zona
  }
  return last.desfase
}

/** What the plant's clocks show, as if it were UTC: for formats that know no zones. */
export function relojDePlanta(date: Date, zona: string): Date {
  return new Date(date.getTime() + desfaseDeZona(date.getTime(), zona))
}

const dos = (n: number) => String(n).padStart(2, '0')

/** ISO 8601 with offset in the plant's zone; null stays null. */
export function isoPlanta(date: Date, zona: string): string
export function isoPlanta(date: Date | null, zona: string): string | null
export function isoPlanta(date: Date | null, zona: string): string | null {
  if (!date) return null
  const desfase = Math.round(desfaseDeZona(date.getTime(), zona) / 60_000)
  const signo = desfase < 0 ? '-' : '+'
  const [h, m] = [Math.floor(Math.abs(desfase) / 60), Math.abs(desfase) % 60]
  return relojDePlanta(date, zona)
    .toISOString()
    .replace('Z', `${signo}${dos(h)}:${dos(m)}`)
}

/** `dd/mm/aaaa HH:mm:ss` in the plant's zone, as people here write it. */
export function formatInstant(date: Date, zona: string): string {
  const [anno, month, day, hour] = relojDePlanta(date, zona).toISOString().split(/[-T.]/)
  return `${day}/${month}/${anno} ${hour}`
}

/** `dd/mm HH:mm` in the plant's zone, for what is of these days. */
export function formatCorto(date: Date, zona: string): string {
  const text = formatInstant(date, zona)
  return `${text.slice(0, 5)} ${text.slice(11, 16)}`
}

/** A span of time, the end left out. */
export type Interval = { desde: Date; hasta: Date }

/** Times of the plant that a person named. */
export type Moment = {
  /** `YYYY-MM-DD` where it is one whole plant day. */
  dia: string | null
  /** In order and apart: two where the clocks go back and the same hour comes twice. */
  intervalos: Interval[]
}

const RELLENO = '0001-01-01 00:00:00'
const UNITS = [
  [10, 'day'],
  [13, 'hour'],
  [16, 'minute'],
  [19, 'second'],
] as const
const DAY_MS = 86_400_000

/** First instant after `antes`, at most `despues`, from which on the zone's offset is no longer that of `antes`. */
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

/** When the clocks of the plant show at least `reloj` and less than `fin` (wall time as if it were UTC, in ms). */
function intervalosDeReloj(clock: number, fin: number, zona: string): Interval[] {
  const desfase = (t: number) => DateTime.fromMillis(t, { zone: zona }).offset * 60_000
  // No zone is further than a day from UTC, and none changes twice within so few days.
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
 * The plant times that a prefix of `YYYY-MM-DD HH:MM:SS` names, that is, all that are written so: `2026-10-25` the day
 * (25 hours long when the clocks go back), `2026-10-25 02` an hour that comes twice, `2026-10-25 1` the hours 10 to 19,
 * `2026-10-25 14:3` ten minutes. Null where no such time exists, like 2026-03-29 02:30 in Madrid.
 */
export function momentoDePrefijo(prefijo: string, zona: string): Moment | null {
  const p = prefijo.trim().replace('T', ' ').replace(/[ :]$/, '')
  const exacto = UNITS.find(([largo]) => p.length === largo)
  // One digit short: ten units of what would follow (of hours, the last ten are only four: 20 to 23).
  const base = exacto ? p : `${p}0`
  const unit = exacto?.[1] ?? UNITS.find(([largo]) => base.length === largo)?.[1]
  if (!unit) return null
  const clock = DateTime.fromSQL(base + RELLENO.slice(base.length), { zone: 'utc' })
  // Luxon takes 24:00 for the next day's midnight.
  if (!clock.toFormat('yyyy-MM-dd HH:mm:ss').startsWith(base) || clock.year < 1) return null
  const fin = DateTime.min(clock.plus({ [unit]: exacto ? 1 : 10 }), clock.startOf('day').plus({ day: 1 }))
  const intervalos = intervalosDeReloj(clock.toMillis(), fin.toMillis(), zona)
  return intervalos.length ? { dia: unit === 'day' ? base : null, intervalos } : null
}

/**
 * Bounds of a range that a person gave as `YYYY-MM-DD HH:MM:SS` or as a day, both ends included. Null where a text is
 * no time; one that the clocks skipped counts as the moment when they did.
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
