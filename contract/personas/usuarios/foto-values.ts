/** Limits of a person's photo, a JPEG: bytes, and pixels a side. */
export const FOTO_MAX_BYTES = 1 << 20
export const FOTO_MAX_LADO = 800
