/** Stored state: position in ESTADOS. */
export const PARADO = 0
export const EN_MOVIMIENTO = 1
export const IMPACTO = 2
export type CodigoEstado = 0 | 1 | 2

export type NewEvento = {
  empresa: number
  dispositivo: number
  /** Id of the reader; 0: not known. */
  lector: number
  /** Unix ms. */
  tiempo: number
  estado: CodigoEstado
  etiqueta: string | null
  bateria: number | null
  temperatura: number | null
  valor: Record<string, unknown>
}
