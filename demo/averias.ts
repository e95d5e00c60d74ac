import { LECTORES, type LectorDemo } from './plant/planta'
import type { Random } from './random'

const MINUTE = 60_000
const find = (place: string, readerFormat: LectorDemo['voz']) =>
  LECTORES.find((l) => l.lugar === place && l.voz === readerFormat)?.mac

const RELOJ_ADELANTADO = find('Descarga Llenos', 'ruuvi')
const RELOJ_ATRASADO = find('Carga Vacíos', 'minew')
const SIN_CLOCK = find('Expedición', 'moko')
/** They gather for minutes: their network is paid by the message. */
const LENTOS = new Set([find('Gestamp', 'moko'), find('Almacén Vacío', 'moko')])
const INTERMITENTE = find('Almacén Vacío', 'kkm')

/** Quartz goes wrong by some parts in a million: two seconds a day. */
const DERIVA = 25e-6

function clockOffsetOf(lector: LectorDemo, random: Random): number {
  if (lector.mac === RELOJ_ADELANTADO) return 7 * MINUTE
  if (lector.mac === RELOJ_ATRASADO) return -20 * MINUTE
  return random.int(-900, 900)
}

/** A reader's clock: it is off, and drifts. It gives Unix ms, null where it was never set. */
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

/** How often a reader sends what it has gathered, in ms. */
export const cadenciaOf = (lector: LectorDemo): readonly [number, number] =>
  LENTOS.has(lector.mac) ? [60_000, 120_000] : [1000, 5000]

/** Whether a reader is out of order: one of them now and then for three minutes. */
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

/** All readers together break about one message a minute and send about one in eighty twice. */
export const PARTE_DUPLICATE = 1 / 80
const MENSAJES_ROTOS_POR_MINUTO = 1
/** Chance that one sending, of which each reader does one every `ms`, is broken. */
export const parteRota = (ms: number) => (MENSAJES_ROTOS_POR_MINUTO * ms) / (MINUTE * (LECTORES.length - 1))

/** The beginning of a message whose rest got lost: no JSON, no whole line. */
export const broken = (text: string) => text.slice(0, 20)
