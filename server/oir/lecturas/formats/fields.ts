import { isSerie } from '#contract/parque/dispositivos/alta-values'
import { normalizeMacSerie } from '#contract/values/comunes'
import type { Acceleration, Ibeacon, Medidas } from './lectura'

/** The fields of Medidas as a payload spells them: any JSON value, checked by `medidasPosibles`. */
export type MedidasBrutas = { [K in keyof Medidas]?: unknown }
export type Extra = Record<string, string | number | boolean>

type Rango = readonly [min: number, max: number]

const COUNTER: Rango = [0, 0xffffffff]
const RANGES = {
  bateria: [0, 100],
  bateriaMv: [1, 20_000],
  temperatura: [-60, 150],
  humedad: [0, 100],
  presionPa: [30_000, 120_000],
  roll: [-180, 180],
  pitch: [-90, 90],
  alcanceG: [1, 32],
} as const satisfies Partial<Record<keyof Medidas, Rango>>
const RANGE_OF = Object.entries(RANGES) as [keyof typeof RANGES, Rango][]
const RANGE_G: Rango = [-32, 32]
const RANGE_DBM: Rango = [-127, 20]
const MAX_SAMPLES = 64
const MAX_EXTRAS = 40
const MAX_TEXT = 256
const CLAVE = /^[A-Za-z0-9_.-]{1,64}$/
const CLAVES_VETADAS = new Set(['__proto__', 'constructor', 'prototype'])
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const MAC_LIMPIA = /^[0-9A-F]{12}$/
const MAC_NULA = '000000000000'
const MAC_ALL = 'FFFFFFFFFFFF'
const ASCII = /^[ -~]+$/
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i
/** The form in which most gateways write it: nothing is to be added. */
const ISO_USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/
const DESDE = Date.UTC(2015, 0, 1)
const HASTA = Date.UTC(2100, 0, 1)

export type Objeto = Record<string, unknown>

export function isObject(valor: unknown): valor is Objeto {
  return typeof valor === 'object' && valor !== null && !Array.isArray(valor)
}

/** A finite number, also from a numeric string; undefined for anything else. */
export function numero(valor: unknown): number | undefined {
  if (typeof valor === 'number') return Number.isFinite(valor) ? valor : undefined
  if (typeof valor !== 'string' || valor.length > 40) return undefined
  const text = valor.trim()
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** A number times a factor (unit change); undefined where there is no number. */
export function scale(valor: unknown, factor: number): number | undefined {
  const n = numero(valor)
  return n === undefined ? undefined : n * factor
}

/** A boolean, also from 1/0 and the strings of these. */
export function booleano(valor: unknown): boolean | undefined {
  if (typeof valor === 'boolean') return valor
  if (valor === 1 || valor === '1' || valor === 'true') return true
  if (valor === 0 || valor === '0' || valor === 'false') return false
  return undefined
}

/** A MAC as 12 upper case hex digits, from a text with or without separators; all-zero and all-FF addresses are refused. */
export function normalizeMac(valor: unknown): string | null {
  if (typeof valor !== 'string' || valor.length > 24) return null
  if (MAC_LIMPIA.test(valor)) return valor === MAC_NULA || valor === MAC_ALL ? null : valor
  const mac = valor.trim().toUpperCase()
  const hex = /^([0-9A-F]{2}([:-]?)[0-9A-F]{2}(\2[0-9A-F]{2}){4})$/.test(mac) ? mac.replace(/[:-]/g, '') : ''
  return hex === '' || hex === MAC_NULA || hex === MAC_ALL ? null : hex
}

/** What names a reader: a MAC, or the serial that one without a MAC is registered under, in upper case; null: it can be neither. */
export function normalizeLector(valor: unknown): string | null {
  if (typeof valor !== 'string' || valor.length > 64) return null
  const mac = normalizeMac(valor)
  if (mac) return mac
  const serie = normalizeMacSerie(valor)
  return isSerie(serie) ? serie : null
}

/**
 * Whether an address that the payload calls random is a rotating one. The two top bits 11 mark a static random address,
 * which a tag keeps for life (Bluetooth Core, Vol 6 Part B 1.3.2): Ruuvi, MOKO and others use it as their identity.
 */
export function isRotatoria(mac: string): boolean {
  return Number.parseInt(mac.slice(0, 1), 16) < 0xc
}

/** RSSI in dBm, whole, -127 to 20; else null (127 is the "not available" of the Bluetooth stack). */
export function normalizeRssi(valor: unknown): number | null {
  const n = enRango(valor, RANGE_DBM)
  return n === undefined ? null : Math.round(n) + 0
}

/**
 * Unix milliseconds from epoch seconds, epoch milliseconds or ISO 8601, as number or string; a date without zone is UTC.
 * Null for anything that is not between 2015 and 2100, such as an uptime.
 */
export function normalizeTime(valor: unknown): number | null {
  if (typeof valor === 'string' && ISO_USUAL.test(valor)) return datePosible(Date.parse(valor))
  const n = numero(valor)
  if (n !== undefined) return datePosible(n) ?? datePosible(n * 1000)
  if (typeof valor !== 'string' || valor.length > 40) return null
  const partes = ISO.exec(valor.trim())
  return partes
    ? datePosible(Date.parse(`${partes[1]}T${partes[2]}${partes[3]?.toUpperCase() ?? 'Z'}`))
    : null
}

/** The first of several times that can be one: where a clock is not set, a device may still send it. */
export function firstTime(...values: unknown[]): unknown {
  return values.find((valor) => normalizeTime(valor) !== null)
}

function datePosible(ms: number): number | null {
  return ms >= DESDE && ms < HASTA ? Math.round(ms) : null
}

function enRango(valor: unknown, [min, max]: Rango): number | undefined {
  // Most fields of most messages are not there.
  if (valor === undefined) return undefined
  const n = numero(valor)
  // + 0 turns -0 into 0
  return n !== undefined && n >= min && n <= max ? Math.round(n * 1e6) / 1e6 + 0 : undefined
}

function entero(valor: unknown, range: Rango): number | undefined {
  const n = enRango(valor, range)
  return n !== undefined && Number.isInteger(n) ? n : undefined
}

function sample(valor: unknown): Acceleration | undefined {
  if (!Array.isArray(valor) || valor.length !== 3) return undefined
  const [x, y, z] = [enRango(valor[0], RANGE_G), enRango(valor[1], RANGE_G), enRango(valor[2], RANGE_G)]
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z]
}

function extreme(valor: unknown): [number, number] | undefined {
  if (!Array.isArray(valor) || valor.length !== 2) return undefined
  const [min, max] = valor.map((g) => enRango(g, RANGE_G))
  return min === undefined || max === undefined || min > max ? undefined : [min, max]
}

/** An iBeacon identity: uuid as 32 lower case hex digits, major and minor 0 to 65535, power in dBm. */
function ibeaconPosible(valor: unknown): Ibeacon | undefined {
  if (!isObject(valor) || typeof valor.uuid !== 'string' || valor.uuid.length > 64) return undefined
  const uuid = valor.uuid.replace(/-/g, '').toLowerCase()
  const major = entero(valor.major, [0, 0xffff])
  const minor = entero(valor.minor, [0, 0xffff])
  if (!/^[0-9a-f]{32}$/.test(uuid) || major === undefined || minor === undefined) return undefined
  return { uuid, major, minor, txPower: normalizeRssi(valor.txPower) }
}

/**
 * The only way to make Medidas: keeps what is physically possible by the ranges of lectura.ts, and drops any other field. Coordinates 0,0
 * come from a GPS receiver without a fix.
 */
export function medidasPosibles(bruto: MedidasBrutas): Medidas {
  const medidas: Medidas = {}
  for (const [field, range] of RANGE_OF) {
    const n = enRango(bruto[field], range)
    if (n !== undefined) medidas[field] = n
  }
  for (const field of ['contadorMovimiento', 'secuencia'] as const) {
    const n = entero(bruto[field], COUNTER)
    if (n !== undefined) medidas[field] = n
  }
  for (const field of ['enMovimiento', 'golpe', 'caida'] as const) {
    const b = booleano(bruto[field])
    if (b !== undefined) medidas[field] = b
  }
  if (Array.isArray(bruto.aceleraciones)) {
    const samples = bruto.aceleraciones.slice(0, MAX_SAMPLES).map(sample)
    const buenas = samples.filter((m) => m !== undefined)
    if (buenas.length > 0) medidas.aceleraciones = buenas
  }
  if (isObject(bruto.extremos)) {
    const { x, y, z } = bruto.extremos
    const [ex, ey, ez] = [extreme(x), extreme(y), extreme(z)]
    if (ex && ey && ez) medidas.extremos = { x: ex, y: ey, z: ez }
  }
  const lat = enRango(bruto.lat, [-90, 90])
  const lon = enRango(bruto.lon, [-180, 180])
  if (lat !== undefined && lon !== undefined && (lat !== 0 || lon !== 0)) Object.assign(medidas, { lat, lon })
  const ibeacon = ibeaconPosible(bruto.ibeacon)
  if (ibeacon) medidas.ibeacon = ibeacon
  return medidas
}

/**
 * Flat extras: scalars under plain keys, strings cut at 256 characters and without control characters (PostgreSQL
 * refuses NUL) or broken surrogates, at most 40 keys. Earlier sources win.
 */
export function extraPosible(...fuentes: Objeto[]): Extra {
  const extra: Extra = {}
  let quedan = MAX_EXTRAS
  for (const fuente of fuentes) {
    for (const clave in fuente) {
      if (quedan === 0) return extra
      if (!CLAVE.test(clave) || CLAVES_VETADAS.has(clave) || Object.hasOwn(extra, clave)) continue
      const valor = cleanEscalar(fuente[clave])
      if (valor === undefined) continue
      extra[clave] = valor
      quedan--
    }
  }
  return extra
}

function cleanEscalar(valor: unknown): string | number | boolean | undefined {
  if (typeof valor === 'boolean') return valor
  if (typeof valor === 'number') return Number.isFinite(valor) ? valor : undefined
  if (typeof valor !== 'string') return undefined
  const corto = valor.length > MAX_TEXT ? valor.slice(0, MAX_TEXT) : valor
  return ASCII.test(corto) ? corto : corto.replace(/[\p{Cc}\p{Cs}]/gu, '') || undefined
}
