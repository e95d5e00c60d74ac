const relativo = new Intl.RelativeTimeFormat('es', { numeric: 'always', style: 'short' })

const relojes = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is slow, so one is cached per time zone. */
function relojOf(zona: string): Intl.DateTimeFormat {
  const conocido = relojes.get(zona)
  if (conocido) return conocido
  const nuevo = new Intl.DateTimeFormat('es', {
    timeZone: zona,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  relojes.set(zona, nuevo)
  return nuevo
}

function partesOf(ms: number, zona: string) {
  const p: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of relojOf(zona).formatToParts(ms)) p[type] = value
  return p
}

/** `dd/mm/aaaa HH:mm:ss` in the plant's zone; null when there is no readable time. */
export function fechaHora(iso: string | null | undefined, zona: string): string | null {
  const ms = iso ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(ms)) return null
  const { day, month, year, hour, minute, second } = partesOf(ms, zona)
  return `${day}/${month}/${year} ${hour}:${minute}:${second}`
}

/** `HH:mm:ss` in the plant's zone. */
export function hora(ms: number, zona: string): string {
  const { hour, minute, second } = partesOf(ms, zona)
  return `${hour}:${minute}:${second}`
}

/** The plant day of a timestamp, `YYYY-MM-DD`. */
export function diaOf(ms: number, zona: string): string {
  const { day, month, year } = partesOf(ms, zona)
  return `${year}-${month}-${day}`
}

/** `hace 5 min`; `ahora` within a minute, so that a list of tags heard every few seconds does not flicker. */
export function haceCuanto(iso: string | null | undefined, ahora = Date.now()): string | null {
  if (!iso) return null
  const ms = Date.parse(iso) - ahora
  if (Number.isNaN(ms)) return null
  const s = Math.round(ms / 1000)
  const edad = Math.abs(s)
  if (edad < 60) return 'ahora'
  if (edad < 3600) return relativo.format(Math.trunc(s / 60), 'minute')
  if (edad < 86_400) return relativo.format(Math.trunc(s / 3600), 'hour')
  return relativo.format(Math.trunc(s / 86_400), 'day')
}

/** Stale: missing, `Sin determinar`, or older than the given number of minutes. */
export function isCaduco(registro: string | null | undefined, minutos: number, ahora = Date.now()): boolean {
  if (!registro || registro === 'Sin determinar') return true
  const ms = Date.parse(registro)
  return Number.isNaN(ms) || ahora - ms > minutos * 60_000
}

/** A share as `37 %`. */
export const porCiento = (parte: number) => `${Math.round(parte * 100)} %`

/** A number as it is typed into a field: `parseNumero` reads it again. */
export const writeDecimal = (n: number): string =>
  n.toLocaleString('es', { useGrouping: false, maximumFractionDigits: 6 })

/** A count with thousands separators: `1.234`. */
export const entero = (n: number): string => n.toLocaleString('es', { useGrouping: 'always' })

const EUROS = new Intl.NumberFormat('es', { style: 'currency', currency: 'EUR', useGrouping: 'always' })

/** An amount in cents as `1.204,50 €`. */
export const formatEuros = (centimos: number): string => EUROS.format(centimos / 100)
