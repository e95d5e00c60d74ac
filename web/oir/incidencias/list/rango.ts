import { diasAntes } from '../../../lib/time/hoy'

const DIAS_INICIALES = 3

/** Plant days, both inclusive. */
export type Rango = { desde: string; hasta: string }

/** From three days ago to today. */
export const rangoInicial = (hoy: string): Rango => ({
  desde: diasAntes(hoy, DIAS_INICIALES),
  hasta: hoy,
})

export const isRango = ({ desde, hasta }: Rango) => desde <= hasta

/** The parameters of the calls. */
export const horasOf = ({ desde, hasta }: Rango) => ({
  start_date: `${desde} 00:00:00`,
  end_date: `${hasta} 23:59:59`,
})
