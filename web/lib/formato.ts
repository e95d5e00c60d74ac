import { DateTime } from 'luxon'
import { useAjustes } from './ajustes'

/** Minutes after which a last record counts as stale. */
export const MINUTOS_CADUCO = 300

const relativo = new Intl.RelativeTimeFormat('es', { numeric: 'always', style: 'short' })

/** `dd/mm/aaaa HH:mm:ss` in the plant's zone; null when there is no readable time. */
export function fechaHora(iso: string | null | undefined, zona: string): string | null {
  if (!iso) return null
  const t = DateTime.fromISO(iso, { zone: zona })
  return t.isValid ? t.toFormat('dd/MM/yyyy HH:mm:ss') : null
}

/** `HH:mm:ss` in the plant's zone. */
export function hora(ms: number, zona: string): string {
  return DateTime.fromMillis(ms, { zone: zona }).toFormat('HH:mm:ss')
}

/** `hace 5 min`; `ahora` within a minute, so that a list of tags heard every few seconds stands still. */
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

/** Stale: missing, `Sin determinar`, or older than 300 minutes. */
export function esCaduco(registro: string | null | undefined, ahora = Date.now()): boolean {
  if (!registro || registro === 'Sin determinar') return true
  const ms = Date.parse(registro)
  return Number.isNaN(ms) || ahora - ms > MINUTOS_CADUCO * 60_000
}

/** Zone of the plant; Europe/Madrid until the settings have arrived. */
export function useZona(): string {
  return useAjustes()?.zonaHoraria ?? 'Europe/Madrid'
}
