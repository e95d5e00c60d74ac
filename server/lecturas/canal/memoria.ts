import type { Oido } from '../reglas/atribucion'
import type { Impacto, Muestra, Rastro } from '../reglas/rastro'

const VERSION = 1

/** What is known of a device beyond the columns of its row: who else hears it, the last samples, the impact. */
export type MemoriaBreve = {
  v: number
  oidos: [number, Oido[]][]
  rivales: [number, number][] | null
  recientes: Muestra[]
  impacto: Impacto | null
  evento: Rastro['evento']
}

/** The short memory of a device, for the process that goes on with it. */
export const memoriaDe = (r: Rastro): MemoriaBreve => ({
  v: VERSION,
  oidos: [...r.oidos.muestras],
  rivales: r.oidos.rivales && [...r.oidos.rivales],
  recientes: r.recientes,
  impacto: r.impacto,
  evento: r.evento,
})

/** Load the short memory that another process wrote. That of another program version is ignored. */
export function recall(r: Rastro, m: MemoriaBreve | null): void {
  if (m?.v !== VERSION) return
  r.oidos.muestras = new Map(m.oidos)
  r.oidos.rivales = m.rivales && new Map(m.rivales)
  r.recientes = m.recientes
  r.impacto = m.impacto
  r.evento = m.evento
}
