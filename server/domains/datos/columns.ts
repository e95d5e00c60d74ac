/** A column of a set, and its type in the words of PostgreSQL. */
export type DatoColumn = { name: string; type: string }
