/** Maximum number of listed stays: the newest. */
export const MAX_ESTANCIAS = 1000
