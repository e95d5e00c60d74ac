import type { Azar } from './azar'
import { LECTORES, type LectorDemo } from './planta'

const MINUTO = 60_000
const find = (lugar: string, voz: LectorDemo['voz']) =>
  LECTORES.find((l) => l.lugar === lugar && l.voz === voz)?.mac

const RELOJ_ADELANTADO = find('Descarga Llenos', 'ruuvi')
const RELOJ_ATRASADO = find('Carga Vacíos', 'minew')
const SIN_RELOJ = find('Expedición', 'moko')
/** They gather for minutes: their network is paid by the message. */
const LENTOS = new Set([find('Gestamp', 'moko'), find('Almacén Vacío', 'moko')])
const INTERMITENTE = find('Almacén Vacío', 'kkm')

/** Quartz goes wrong by some parts in a million: two seconds a day. */
const DERIVA = 25e-6

function desfaseDe(lector: LectorDemo, azar: Azar): number {
  if (lector.mac === RELOJ_ADELANTADO) return 7 * MINUTO
  if (lector.mac === RELOJ_ATRASADO) return -20 * MINUTO
  return azar.int(-900, 900)
}

/** A reader's clock: it is off, and drifts. It gives Unix ms, null where it was never set. */
export function createReloj(lector: LectorDemo, azar: Azar): (ahora: number) => number | null {
  if (lector.mac === SIN_RELOJ) return () => null
  const desfase = desfaseDe(lector, azar)
  const deriva = azar.between(-DERIVA, DERIVA)
  let puesto = Number.NaN
  return (ahora) => {
    if (Number.isNaN(puesto)) puesto = ahora
    return Math.round(ahora + desfase + deriva * (ahora - puesto))
  }
}

/** How often a reader sends what it has gathered, in ms. */
export const cadenciaDe = (lector: LectorDemo): readonly [number, number] =>
  LENTOS.has(lector.mac) ? [60_000, 120_000] : [1000, 5000]

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
