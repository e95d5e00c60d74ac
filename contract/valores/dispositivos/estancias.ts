/** More stays than these are not told at once: the newest are. */
export const MAX_ESTANCIAS = 1000
