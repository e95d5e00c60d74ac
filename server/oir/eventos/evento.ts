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

/** Key of Valor of an event that arrived, or was written, while this machine's clock was wrong: what it said then, ISO 8601. */
export const RELOJ_MAQUINA = 'reloj_maquina'
