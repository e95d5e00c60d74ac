export const FORMATOS = ['xlsx', 'pdf'] as const

/** Id of the column that tells the company of each row: no name that a reading could have for one of its values. */
export const COLUMNA_EMPRESA = '@empresa'
