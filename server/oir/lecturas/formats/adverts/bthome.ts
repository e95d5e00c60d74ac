import { extraPosible, type MedidasBrutas, medidasPosibles, normalizeMac } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { OBJECTS, VARIABLES } from './bthome-objects'
import { toHex, toHexInverso, toText, u8, uintLe } from './bytes'

const G = 9.80665
/** A higher voltage is of the mains, not of a battery. */
const MAX_BATERIA_V = 5

type Values = Map<string, (number | boolean | string)[]>

/**
 * BTHome v2, service data from the UUID (0xFCD2 little endian) on: device byte (bit 0 encrypted, bit 1 a MAC follows,
 * bits 5 to 7 the version), then object id and value, little endian, until an id is unknown or the frame ends. Encrypted
 * frames only say so. Three accelerations are one sample (m/s² to g); one alone is a magnitude and stays an extra.
 * Movement is "moving" or "vibration"; "motion" is a presence detector's. Source: bthome.io/format.
 */
export function decodeBthome(d: Uint8Array): LecturaAnuncio | null {
  const header = u8(d, 2)
  if (d.length < 3 || header >> 5 !== 2) return null
  const conMac = (header & 0x02) !== 0
  const mac = conMac ? normalizeMac(toHexInverso(d, 3, 9)) : null
  const base = mac ? { mac } : {}
  if (header & 0x01) return { ...base, medidas: {}, extra: { bthome: 'cifrado' } }
  const values = walk(d, conMac ? 9 : 3)
  return { ...base, medidas: medidasPosibles(aMedidas(values)), extra: aExtra(values) }
}

function walk(d: Uint8Array, desde: number): Values {
  const values: Values = new Map()
  const note = (nombre: string, valor: number | boolean | string) => {
    const list = values.get(nombre)
    if (list) list.push(valor)
    else values.set(nombre, [valor])
  }
  let i = desde
  while (i < d.length) {
    const id = u8(d, i++)
    const variable = VARIABLES[id]
    if (variable) {
      const fin = i + 1 + u8(d, i)
      if (!(fin <= d.length)) break
      note(variable, id === 0x53 ? toText(d, i + 1, fin) : toHex(d, i + 1, fin))
      i = fin
      continue
    }
    const objeto = OBJECTS.get(id)
    if (!objeto || i + objeto.bytes > d.length) break
    const crudo = uintLe(d, i, objeto.bytes)
    const limite = 2 ** (objeto.bytes * 8)
    const entero = objeto.signo && crudo >= limite / 2 ? crudo - limite : crudo
    const n = objeto.read ? objeto.read(crudo) : round(entero * objeto.factor)
    note(objeto.nombre, objeto.binario ? entero !== 0 : n)
    i += objeto.bytes
  }
  return values
}

function round(n: number): number {
  return Math.round(n * 1e6) / 1e6
}

function aMedidas(values: Values): MedidasBrutas {
  const first = (nombre: string) => values.get(nombre)?.[0]
  const presion = first('presion_hpa')
  const voltios = first('voltaje')
  const axes = values.get('aceleracion_ms2')
  const movimientos = [...(values.get('moving') ?? []), ...(values.get('vibration') ?? [])]
  return {
    secuencia: first('secuencia'),
    bateria: first('bateria'),
    bateriaMv: typeof voltios === 'number' && voltios <= MAX_BATERIA_V ? voltios * 1000 : undefined,
    temperatura: first('temperatura'),
    humedad: first('humedad'),
    presionPa: typeof presion === 'number' ? presion * 100 : undefined,
    enMovimiento: movimientos.length > 0 ? movimientos.includes(true) : undefined,
    aceleraciones: axes?.length === 3 ? [axes.map((axis) => Number(axis) / G)] : undefined,
  }
}

/** The values that have no field in Medidas, and second values of a kind as `nombre_2`. */
function aExtra(values: Values): LecturaAnuncio['extra'] {
  const medidas = new Set(['secuencia', 'bateria', 'temperatura', 'humedad', 'presion_hpa', 'moving'])
  const extra: Record<string, unknown> = {}
  for (const [nombre, list] of values) {
    if (nombre === 'aceleracion_ms2' && list.length === 3) continue
    list.forEach((valor, n) => {
      if (n > 0) extra[`${nombre}_${n + 1}`] = valor
      else if (!medidas.has(nombre)) extra[nombre] = valor
    })
  }
  return extraPosible(extra)
}

export const bthome: AdvertFormat = {
  name: 'BTHome v2',
  services: [0xfcd2],
  reads: 'all object ids; encrypted only named',
  decode: decodeBthome,
}
