/** estado as stored: position in ESTADOS. */
export const PARADO = 0
export const EN_MOVIMIENTO = 1
export const IMPACTO = 2
export type CodigoEstado = 0 | 1 | 2

export type NewEvento = {
  empresa: number
  dispositivo: number
  /** 0 where no reader is known. */
  lector: number
  /** Unix ms. */
  tiempo: number
  estado: CodigoEstado
  etiqueta: string | null
  bateria: number | null
  temperatura: number | null
  valor: Record<string, unknown>
}
