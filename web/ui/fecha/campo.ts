export type PropsCampoDia = {
  /** Plant day, `YYYY-MM-DD`. */
  valor: string | undefined
  /** A complete day between `min` and `max`, or undefined; a half-typed day is not reported. */
  onChange: (dia: string | undefined) => void
  /** Shown in the field, before the day. */
  etiqueta: string
  min?: string
  max?: string
  /** Error that only the screen knows, for example against another day. */
  error?: string
  className?: string
}

/** Focus position from before the calendar code was loaded. */
export type Entrada = 'campo' | 'calendario' | undefined
