const una = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** `4,5 s`, from a minute on `2 min 5 s`. */
export function enSegundos(s: number): string {
  if (s < 60) return `${una.format(s)} s`
  const resto = Math.round(s % 60)
  return `${Math.floor(s / 60)} min${resto ? ` ${resto} s` : ''}`
}
