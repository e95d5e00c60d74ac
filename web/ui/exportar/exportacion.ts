/** A file that the server is creating. */
export type Exportacion = {
  id: string
  nombre: string
  desde: number
  /** Rows written so far, and rows in total. */
  avance?: { hechas: number; total: number | null }
}
