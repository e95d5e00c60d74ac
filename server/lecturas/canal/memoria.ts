import type { Lectores } from '../lugar/lectores'
import { packCreencia, unpackCreencia } from '../lugar/paquete'
import type { Sitio } from '../reglas/estancia'
import type { Impacto, Muestra, Rastro } from '../reglas/rastro'
import { packTardias, type TardiasGuardadas, unpackTardias } from '../reglas/tardias'

const VERSION = 4

/** What is known of a device beyond the columns of its row: who hears it, the last samples, the impact. */
export type MemoriaBreve = {
  v: number
  sitio: Sitio
  creencia: string
  porJuzgar: number | null
  /** What came late and has mended no stay yet. */
  tardias: TardiasGuardadas | null
  tiempos: [number, number][]
  recientes: Muestra[]
  impacto: Impacto | null
  evento: Rastro['evento']
}

/** The short memory of a device, for the process that goes on with it. */
export const memoriaDe = (r: Rastro, l: Lectores): MemoriaBreve => ({
  v: VERSION,
  sitio: r.sitio,
  creencia: packCreencia(r.creencia, l).toString('base64'),
  porJuzgar: r.porJuzgar,
  tardias: r.remiendo && Number.isFinite(r.remiendo.cuando) ? packTardias(r.remiendo.tardias) : null,
  tiempos: [...r.tiempos],
  recientes: r.recientes,
  impacto: r.impacto,
  evento: r.evento,
})

/** Load the short memory that another process wrote. That of another program version is ignored. */
export function recall(r: Rastro, m: MemoriaBreve | null, l: Lectores): void {
  if (m?.v !== VERSION) return
  r.sitio = m.sitio
  r.creencia = unpackCreencia(Buffer.from(m.creencia, 'base64'), l) ?? r.creencia
  r.porJuzgar = m.porJuzgar
  r.remiendo = m.tardias && { cuando: m.tardias.ultima, tardias: unpackTardias(m.tardias) }
  r.tiempos = new Map(m.tiempos)
  r.recientes = m.recientes
  r.impacto = m.impacto
  r.evento = m.evento
}
