import type { ClaseAsiento } from '#contract/cuentas/perdidas/values'
import { parseNumero } from '#contract/values/numero'

/** An amount in euros, as typed, in cents; null: invalid. */
export function centimosOf(texto: string): number | null {
  const euros = parseNumero(texto, 2)
  return euros !== null && euros > 0 ? Math.round(euros * 100) : null
}

type Palabras = {
  boton: string
  titulo: string
  texto: string
  hecho: string
  peligro?: true
}
export const DE_CLASE: Record<ClaseAsiento, Palabras> = {
  busqueda: {
    boton: 'Buscar',
    titulo: 'Poner en búsqueda',
    texto: 'Alguien va a buscarlos. Si un lector los oye, la búsqueda acaba sola.',
    hecho: 'En búsqueda',
  },
  propuesta: {
    boton: 'Proponer la baja',
    titulo: 'Proponer la baja',
    texto: 'Quedan a la espera de que alguien los declare perdidos.',
    hecho: 'Baja propuesta',
  },
  declarada: {
    boton: 'Declarar perdidos',
    titulo: 'Declarar la pérdida',
    texto: 'Queda escrito quién los declara perdidos y cuándo. Si un lector los oye, dejan de estarlo.',
    hecho: 'Pérdida declarada',
    peligro: true,
  },
  baja: {
    boton: 'Dar de baja',
    titulo: 'Dar de baja',
    texto: 'Salen de las cuentas. Siguen en el inventario, y si un lector los oye vuelven a estar vistos.',
    hecho: 'Dados de baja',
    peligro: true,
  },
}

/** Label for families without a price of their own. */
export const LAS_DEMAS = 'Las demás familias'
