/** Labels of the fields of a review. */
export const NOMBRE_CAMPO = { hubo_golpe_real: 'Golpe real', hubo_danio: 'Daño en pieza' } as const
