export const MAX_MP4_BYTES = 500 << 20

/** Maximum depth of folders. */
export const MAX_NIVELES = 4

export const MAX_NOMBRE = 120

export const MAX_PDF_BYTES = 100 << 20

/** Id of the category of documents that are in no folder; nothing can be added to it. */
export const SUELTOS = '0'.repeat(22)
