/** So many tags that nobody registered, and messages that could not be read, are listed at most. */
export const MAX_VISTOS = 1000
export const MAX_CUARENTENA = 500
