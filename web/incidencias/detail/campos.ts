/** What a review says of an impact, as people call it. */
export const NOMBRE_CAMPO = { hubo_golpe_real: 'Golpe real', hubo_danio: 'Daño en pieza' } as const
