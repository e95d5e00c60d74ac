import { LECTORES, type LectorDemo } from './plant/planta'
import type { Random } from './random'

const MINUTE = 60_000
const find = (place: string, readerFormat: LectorDemo['voz']) =>
  LECTORES.find((l) => l.lugar === place && l.voz === readerFormat)?.mac

const RELOJ_ADELANTADO = find('Descarga Llenos', 'ruuvi')
const RELOJ_ATRASADO = find('Carga Vacíos', 'minew')
const SIN_CLOCK = find('Expedición', 'moko')
/** Readers that collect for minutes, because their mobile network is billed by message. */
const LENTOS = new Set([find('Gestamp', 'moko'), find('Almacén Vacío', 'moko')])
const INTERMITENTE = find('Almacén Vacío', 'kkm')

/** Quartz clocks drift by some parts per million: about two seconds a day. */
const DERIVA = 25e-6

function clockOffsetOf(lector: LectorDemo, random: Random): number {
  if (lector.mac === RELOJ_ADELANTADO) return 7 * MINUTE
  if (lector.mac === RELOJ_ATRASADO) return -20 * MINUTE
  return random.int(-900, 900)
}

/** A reader's clock with its error and drift: Unix ms, or null if it was never set. */
export function createClock(lector: LectorDemo, random: Random): (now: number) => number | null {
  if (lector.mac === SIN_CLOCK) return () => null
  const clockOffset = clockOffsetOf(lector, random)
  const deriva = random.between(-DERIVA, DERIVA)
  let puesto = Number.NaN
  return (now) => {
    if (Number.isNaN(puesto)) puesto = now
    return Math.round(now + clockOffset + deriva * (now - puesto))
  }
}

/** Range of the interval between two messages of a reader, ms. */
export const cadenciaOf = (lector: LectorDemo): readonly [number, number] =>
  LENTOS.has(lector.mac) ? [60_000, 120_000] : [1000, 5000]

/** Whether a reader is out of order; one reader is, now and then, for three minutes. */
export function createOutages(lector: LectorDemo, random: Random) {
  const intermitente = lector.mac === INTERMITENTE
  let desde = random.between(4, 8) * MINUTE
  return function isOut(t: number): boolean {
    if (!intermitente || t < desde) return false
    if (t < desde + 3 * MINUTE) return true
    desde = t + random.between(9, 15) * MINUTE
    return false
  }
}

/** All readers together send about one broken message a minute, and about one message in eighty twice. */
export const PARTE_DUPLICATE = 1 / 80
const MENSAJES_ROTOS_POR_MINUTO = 1
/** Probability that a message is broken if each reader sends one every `ms`. */
export const parteRota = (ms: number) => (MENSAJES_ROTOS_POR_MINUTO * ms) / (MINUTE * (LECTORES.length - 1))

/** A truncated message: neither JSON nor a complete line. */
export const broken = (text: string) => text.slice(0, 20)
