export const FORMATOS = ['xlsx', 'pdf'] as const

/** Id of the column with the company of each row. No value of a reading can have this name. */
export const COLUMNA_EMPRESA = '@empresa'
