/** A column of a set with its PostgreSQL type. */
export type DatoColumn = { name: string; type: string }
