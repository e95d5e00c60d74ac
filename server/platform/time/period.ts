import { DateTime } from 'luxon'
import { entradaNoValida } from '../http/errores'
import { limiteDePlanta } from './time'

/** Plant days, both included, and the same period as instants, the last one excluded. */
export type Periodo = { dias: { desde: string; hasta: string }; desde: Date; hasta: Date }

/**
 * The requested plant days; without an end up to today, without a start `porDefecto` days. Throws 400 for an end before the start and for
 * more than `maximo` days.
 */
export function resolvePeriodo(
  q: { desde?: string; hasta?: string },
  { porDefecto, maximo }: { porDefecto: number; maximo: number },
  zona: string,
): Periodo {
  const day = (iso: string) => DateTime.fromISO(iso, { zone: 'utc' })
  const hasta = q.hasta ?? (DateTime.now().setZone(zona).toISODate() as string)
  const desde =
    q.desde ??
    (day(hasta)
      .minus({ days: porDefecto - 1 })
      .toISODate() as string)
  const days = day(hasta).diff(day(desde), 'days').days + 1
  if (days < 1) throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'hasta')
  if (days > maximo) throw entradaNoValida(`Como mucho ${maximo} días de una vez.`, 'desde')
  return {
    dias: { desde, hasta },
    desde: limiteDePlanta(desde, 'desde', zona) as Date,
    hasta: limiteDePlanta(hasta, 'hasta', zona) as Date,
  }
}
