import type { Lectores } from '../engine/lectores'
import { hasNumber, numberOf } from '../engine/lectores'
import {
  afterTimeBin,
  anunciosOf,
  ENTRADA,
  HEADER,
  lectorOf,
  levelsOf,
  mueveOf,
  saidMovimiento,
  sumaOf,
  type TimeBins,
  timeBinsOf,
  vecesOf,
  widthTimeBin,
} from '../engine/time-bins'

/**
 * All that was heard of a tag while some of it comes late, kept until its past has been judged again. Flat: for each reader and 16 s
 * `[second, reader's id, adverts of the cell << 20 | reported << 19 | moving << 18 | hearings << 9 | levels, sum of −4·dBm]`.
 */
export type LateReadings = {
  palabras: Int32Array
  usado: number
  /** First second of what came late. */
  desde: number
  /** First second of what was known before. */
  vivas: number
  /** When the last late reading arrived, Unix ms. */
  ultima: number
  /** Ids of the readers that sent late readings. */
  lectores: Set<number>
}

const WIDTH = 16
const WORDS = 4
/** Limit for one tag: some hours with adverts each 30 s, one hour with more frequent ones. */
const MAX_WORDS = 720 * WORDS
/** Late readings older than this many seconds correct no stay. */
export const MAX_LATE_S = 4 * 3600
const MAX_VECES = 511
const FINO = 4
/** How many of the last entries are searched for the same cell. */
const BUSCA = 8

function push(t: LateReadings, s: number, lector: number, meta: number, suma: number): void {
  const base = Math.floor(s / WIDTH) * WIDTH
  for (let k = 1; k <= BUSCA && t.usado - k * WORDS >= 0; k++) {
    const i = t.usado - k * WORDS
    if (t.palabras[i] !== base || t.palabras[i + 1] !== lector) continue
    const before = t.palabras[i + 2] as number
    if (((before >>> 9) & MAX_VECES) + ((meta >>> 9) & MAX_VECES) > MAX_VECES) return
    const banderas = (before | meta) & (3 << 18)
    t.palabras[i + 2] = ((before & ~(3 << 18)) + (meta & ~(3 << 18))) | banderas
    t.palabras[i + 3] = (t.palabras[i + 3] as number) + suma
    return
  }
  if (t.usado + WORDS > MAX_WORDS) return
  if (t.usado + WORDS > t.palabras.length) {
    const mas = new Int32Array(Math.min(MAX_WORDS, t.palabras.length * 2))
    mas.set(t.palabras)
    t.palabras = mas
  }
  t.palabras.set([base, lector, meta, suma], t.usado)
  t.usado += WORDS
}

const metaOf = (anuncios: number, dijo: boolean, mueve: boolean, veces: number, levels: number) =>
  (Math.min(anuncios, MAX_VECES) << 20) |
  (dijo ? 1 << 19 : 0) |
  (mueve ? 1 << 18 : 0) |
  (Math.min(veces, MAX_VECES) << 9) |
  Math.min(levels, MAX_VECES)

/** Begin with the engine's cells of the tag, before the engine drops old ones to make room. */
export function createLateReadings(c: TimeBins, l: Lectores, desde: number): LateReadings {
  const t: LateReadings = {
    palabras: new Int32Array(64),
    usado: 0,
    desde,
    vivas: c.usado ? (c.palabras[0] as number) : Number.POSITIVE_INFINITY,
    ultima: 0,
    lectores: new Set(),
  }
  const p = c.palabras
  for (let i = 0; i < c.usado; i = afterTimeBin(p, i)) {
    const meta = p[i + 1] as number
    let anuncios = anunciosOf(meta)
    for (let j = i + HEADER; j < afterTimeBin(p, i); j += ENTRADA) {
      const e = p[j] as number
      const m = metaOf(anuncios, saidMovimiento(meta), mueveOf(meta), vecesOf(e), levelsOf(e))
      push(t, p[i] as number, l.ids[lectorOf(e)] as number, m, -FINO * sumaOf(p[j + 1] as number))
      anuncios = 0
    }
  }
  return t
}

/** Note that the reader with this id heard the tag. */
export function noteLate(
  t: LateReadings,
  s: number,
  lector: number,
  rssi: number | null,
  mueve: boolean | undefined,
): void {
  const level = rssi !== null && rssi >= -127 && rssi < 20 && rssi !== 0
  const meta = metaOf(0, mueve !== undefined, mueve === true, 1, level ? 1 : 0)
  push(t, s, lector, meta, level ? Math.round(-rssi * FINO) : 0)
}

/** The same as cells of the engine, oldest first, without the cells for which `keep` returns false. */
export function toTimeBins(t: LateReadings, l: Lectores, keep: (s: number) => boolean): TimeBins {
  const p = t.palabras
  const order: number[] = []
  for (let i = 0; i < t.usado; i += WORDS)
    if (keep(p[i] as number) && hasNumber(l, p[i + 1] as number)) order.push(i)
  const numero = (i: number) => numberOf(l, p[i + 1] as number)
  order.sort((a, b) => (p[a] as number) - (p[b] as number) || numero(a) - numero(b))
  const salida: number[] = []
  let timeBin = -1
  let entrada = -1
  let contados = 0
  let most = 0
  for (const i of order) {
    const [s, meta] = [p[i] as number, p[i + 2] as number]
    if (timeBin < 0 || salida[timeBin] !== s) {
      timeBin = salida.push(s, widthTimeBin(WIDTH)) - HEADER
      entrada = -1
      contados = most = 0
    }
    const [veces, levels] = [(meta >>> 9) & MAX_VECES, meta & MAX_VECES]
    if (entrada < 0 || (salida[entrada] as number) >>> 20 !== numero(i)) {
      entrada = salida.push((numero(i) << 20) | (veces << 10) | levels, p[i + 3] as number) - ENTRADA
      salida[timeBin + 1] = (salida[timeBin + 1] as number) + (1 << 24)
    } else {
      salida[entrada] = (salida[entrada] as number) + (veces << 10) + levels
      salida[entrada + 1] = (salida[entrada + 1] as number) + (p[i + 3] as number)
    }
    contados += meta >>> 20
    most = Math.max(most, vecesOf(salida[entrada] as number))
    const cabeza = (salida[timeBin + 1] as number) & ~0xffff
    const dijo = meta & (1 << 19) ? 1 << 17 : 0
    const mueve = meta & (1 << 18) ? 1 << 16 : 0
    salida[timeBin + 1] = cabeza | dijo | mueve | Math.max(contados, most)
  }
  return timeBinsOf(Int32Array.from(salida), salida.length)
}

/** Late readings as JSON, for another process. */
export type StoredLateReadings = {
  datos: string
  desde: number
  vivas: number | null
  ultima: number
  lectores: number[]
}

export const packLateReadings = (t: LateReadings): StoredLateReadings => ({
  datos: Buffer.from(new Uint8Array(t.palabras.buffer, 0, t.usado * 4)).toString('base64'),
  desde: t.desde,
  vivas: Number.isFinite(t.vivas) ? t.vivas : null,
  ultima: t.ultima,
  lectores: [...t.lectores],
})

export function unpackLateReadings(g: StoredLateReadings): LateReadings {
  const bytes = Buffer.from(g.datos, 'base64')
  const palabras = new Int32Array(Math.max(64, bytes.length / 4))
  for (let i = 0; i * 4 < bytes.length; i++) palabras[i] = bytes.readInt32LE(i * 4)
  const { desde, ultima } = g
  return {
    palabras,
    usado: bytes.length / 4,
    desde,
    vivas: g.vivas ?? Number.POSITIVE_INFINITY,
    ultima,
    lectores: new Set(g.lectores),
  }
}
