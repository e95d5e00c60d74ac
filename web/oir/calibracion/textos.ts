/** `2:05`. */
export const reloj = (s: number) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`

/** `1 lugar`, `2 lugares`. */
export const cuantos = (n: number, uno: string, varios: string) =>
  `${n.toLocaleString('es')} ${n === 1 ? uno : varios}`
