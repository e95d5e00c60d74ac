import { DateTime } from 'luxon'

/** ISO 8601 with offset in the plant's zone; null stays null. */
export function isoPlanta(fecha: Date, zona: string): string
export function isoPlanta(fecha: Date | null, zona: string): string | null
export function isoPlanta(fecha: Date | null, zona: string): string | null {
  return fecha && DateTime.fromJSDate(fecha, { zone: zona }).toISO({ suppressMilliseconds: false })
}

const RELLENO = '0000-01-01 00:00:00'
const UNIDADES = [
  [10, 'day'],
  [13, 'hour'],
  [16, 'minute'],
  [19, 'second'],
] as const

/**
 * The span of plant time that a prefix of `YYYY-MM-DD HH:MM:SS` names: `2026-10-25` the day (25 hours long when the
 * clocks go back), `2026-10-25 1` the hours 10 to 19, `2026-10-25 14:3` ten minutes. Null where no such time exists.
 */
export function tramoDePrefijo(
  prefijo: string,
  zona: string,
): { desde: Date; hasta: Date; dia: boolean } | null {
  const p = prefijo.trim().replace('T', ' ').replace(/[ :]$/, '')
  const exacto = UNIDADES.find(([largo]) => p.length === largo)
  // One digit short: ten units of what would follow (of hours, the last ten are only four: 20 to 23).
  const base = exacto ? p : `${p}0`
  const unidad = exacto?.[1] ?? UNIDADES.find(([largo]) => base.length === largo)?.[1]
  if (!unidad) return null
  const desde = DateTime.fromSQL(base + RELLENO.slice(base.length), { zone: zona })
  if (!desde.isValid) return null
  const fin = exacto ? desde.plus({ [unidad]: 1 }) : desde.plus({ [unidad]: 10 })
  const tope = unidad === 'hour' && !exacto ? desde.startOf('day').plus({ day: 1 }) : fin
  return { desde: desde.toJSDate(), hasta: DateTime.min(fin, tope).toJSDate(), dia: unidad === 'day' }
}
