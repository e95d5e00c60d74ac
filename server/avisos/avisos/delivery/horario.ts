import { DateTime } from 'luxon'
import type { EnPalabras, Silencio } from '#contract/avisos/avisos/values'

/** Local hour of the plant at which digests are sent; weekly ones on Mondays. */
const HOUR_RESUMEN = 7
const MINUTES_DAY = 1440

const minutesOf = (hour: string) => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** The end of the quiet hours that contain `now`; `now` if there are none. In the plant's time zone. */
export function afterSilencio(now: Date, silencio: Silencio | null, zona: string): Date {
  if (!silencio) return now
  const here = DateTime.fromJSDate(now, { zone: zona })
  const desde = minutesOf(silencio.desde)
  const hasta = minutesOf(silencio.hasta)
  const largo = (hasta - desde + MINUTES_DAY) % MINUTES_DAY
  const inside = (here.hour * 60 + here.minute - desde + MINUTES_DAY) % MINUTES_DAY
  if (inside >= largo) return now
  const fin = { hour: Math.floor(hasta / 60), minute: hasta % 60 }
  const hoy = here.startOf('day').set(fin)
  return (hoy > here ? hoy : here.plus({ days: 1 }).startOf('day').set(fin)).toJSDate()
}

/** When the next daily or weekly digest is sent, in the plant's time zone. */
export function nextResumen(now: Date, cada: 'dia' | 'semana', zona: string): Date {
  const here = DateTime.fromJSDate(now, { zone: zona })
  const base = cada === 'dia' ? here.startOf('day') : here.startOf('week')
  const este = base.set({ hour: HOUR_RESUMEN })
  return (
    este > here ? este : base.plus(cada === 'dia' ? { days: 1 } : { weeks: 1 }).set({ hour: HOUR_RESUMEN })
  ).toJSDate()
}

/** Formats moments in the plant's time zone, relative to now. */
export function enPalabras(now: Date, zona: string): EnPalabras {
  const hoy = DateTime.fromJSDate(now, { zone: zona })
  return (iso) => {
    const t = DateTime.fromISO(iso, { zone: zona })
    const hour = `${t.hour === 1 ? 'la' : 'las'} ${t.toFormat('H:mm')}`
    if (t.hasSame(hoy, 'day')) return hour
    return `el ${t.toFormat(t.hasSame(hoy, 'year') ? 'd/M' : 'd/M/yyyy')} a ${hour}`
  }
}
