export function normalizeMacSerie(s: string): string {
  const hex = s.trim().replace(/[:\-. ]/g, '')
  return /^[0-9a-f]{12}$/i.test(hex) ? hex.toUpperCase() : s.trim().toUpperCase()
}

/** Nickname of a container: digits, a hyphen, digits. */
export const APODO_CONTENEDOR = /^\d+-\d+$/

export const APODO_MAL_ESCRITO =
  'El apodo debe tener el formato: números, un guion y números (ej: 20014-008).'

/** `01/03/2026` for a day, `2026-03-01`, or for an instant that begins with it. */
export const formatDia = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/')
