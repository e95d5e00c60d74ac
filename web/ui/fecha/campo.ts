export type PropsCampoDia = {
  /** Plant day, `YYYY-MM-DD`. */
  valor: string | undefined
  /** A whole day between `min` and `max`, or nothing; a day that is still being typed is not told. */
  onChange: (dia: string | undefined) => void
  /** Stands in the field, before the day. */
  etiqueta: string
  min?: string
  max?: string
  /** What is wrong with the day beside others, as the screen knows. */
  error?: string
  className?: string
}

/** Where the hand was while the calendar was still to come. */
export type Entrada = 'campo' | 'calendario' | undefined
