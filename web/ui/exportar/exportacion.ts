/** A file that is being made. */
export type Exportacion = {
  id: string
  nombre: string
  desde: number
  /** Rows written, and rows that there will be. */
  avance?: { hechas: number; total: number | null }
}
