import { DateTime } from 'luxon'
import type { EnPalabras, Silencio } from '#contract/valores/avisos'

/** Digests leave at this hour of the plant, those of a week on Mondays. */
const HORA_RESUMEN = 7
const MINUTOS_DIA = 1440

const minutosDe = (hora: string) => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3))

/** When the quiet hours are over in which `ahora` lies; `ahora` where it lies in none. Plant time. */
export function afterSilencio(ahora: Date, silencio: Silencio | null, zona: string): Date {
  if (!silencio) return ahora
  const aqui = DateTime.fromJSDate(ahora, { zone: zona })
  const desde = minutosDe(silencio.desde)
  const hasta = minutosDe(silencio.hasta)
  const largo = (hasta - desde + MINUTOS_DIA) % MINUTOS_DIA
  const dentro = (aqui.hour * 60 + aqui.minute - desde + MINUTOS_DIA) % MINUTOS_DIA
  if (dentro >= largo) return ahora
  const fin = { hour: Math.floor(hasta / 60), minute: hasta % 60 }
  const hoy = aqui.startOf('day').set(fin)
  return (hoy > aqui ? hoy : aqui.plus({ days: 1 }).startOf('day').set(fin)).toJSDate()
}

/** When the next digest of the day or of the week leaves. Plant time. */
export function nextResumen(ahora: Date, cada: 'dia' | 'semana', zona: string): Date {
  const aqui = DateTime.fromJSDate(ahora, { zone: zona })
  const base = cada === 'dia' ? aqui.startOf('day') : aqui.startOf('week')
  const este = base.set({ hour: HORA_RESUMEN })
  return (
    este > aqui ? este : base.plus(cada === 'dia' ? { days: 1 } : { weeks: 1 }).set({ hour: HORA_RESUMEN })
  ).toJSDate()
}

/** Says moments as people of the plant do who look at the clock now. */
export function enPalabras(ahora: Date, zona: string): EnPalabras {
  const hoy = DateTime.fromJSDate(ahora, { zone: zona })
  return (iso) => {
    const t = DateTime.fromISO(iso, { zone: zona })
    const hora = `${t.hour === 1 ? 'la' : 'las'} ${t.toFormat('H:mm')}`
    if (t.hasSame(hoy, 'day')) return hora
    return `el ${t.toFormat(t.hasSame(hoy, 'year') ? 'd/M' : 'd/M/yyyy')} a ${hora}`
  }
}
