import type { Azar } from './azar'
import { LECTORES, type LectorDemo } from './planta'

const MINUTO = 60_000
const find = (lugar: string, voz: LectorDemo['voz']) =>
  LECTORES.find((l) => l.lugar === lugar && l.voz === voz)?.mac

const RELOJ_ADELANTADO = find('Descarga Llenos', 'ruuvi')
const RELOJ_ATRASADO = find('Carga Vacíos', 'minew')
const SIN_RELOJ = find('Expedición', 'moko')
const INTERMITENTE = find('Almacén Vacío', 'kkm')

/** How far a reader's clock is off, in ms; null: it has none. */
export function desfaseDe(lector: LectorDemo, azar: Azar): number | null {
  if (lector.mac === SIN_RELOJ) return null
  if (lector.mac === RELOJ_ADELANTADO) return 7 * MINUTO
  if (lector.mac === RELOJ_ATRASADO) return -20 * MINUTO
  return azar.int(-900, 900)
}

/** Whether a reader is out of order: one of them now and then for three minutes. */
export function createApagones(lector: LectorDemo, azar: Azar) {
  const intermitente = lector.mac === INTERMITENTE
  let desde = azar.between(4, 8) * MINUTO
  return function isOut(t: number): boolean {
    if (!intermitente || t < desde) return false
    if (t < desde + 3 * MINUTO) return true
    desde = t + azar.between(9, 15) * MINUTO
    return false
  }
}

/** All readers together break about one message a minute and send about one in eighty twice. */
export const PARTE_REPETIDA = 1 / 80
const MENSAJES_ROTOS_POR_MINUTO = 1
/** Chance that one sending, of which each reader does one every `ms`, is broken. */
export const parteRota = (ms: number) => (MENSAJES_ROTOS_POR_MINUTO * ms) / (MINUTO * (LECTORES.length - 1))

/** The beginning of a message whose rest got lost: no JSON, no whole line. */
export const broken = (texto: string) => texto.slice(0, 20)
