import { extraPosible, type MedidasBrutas, medidasPosibles, normalizeMac } from '../campos'
import type { LecturaAnuncio } from '../lectura'
import { OBJETOS, VARIABLES } from './bthome-objetos'
import { toHex, toHexInverso, toTexto, u8, uintLe } from './bytes'

const G = 9.80665
/** Above this a voltage is the mains', not a battery's. */
const MAX_BATERIA_V = 5

type Valores = Map<string, (number | boolean | string)[]>

/**
 * BTHome v2, service data from the UUID (0xFCD2 little endian) on: device byte (bit 0 encrypted, bit 1 a MAC follows,
 * bits 5 to 7 the version), then object id and value, little endian, until an id is unknown or the frame ends. Encrypted
 * frames only say so. Three accelerations are one sample (m/s² to g); one alone is a magnitude and stays an extra.
 * Movement is "moving" or "vibration"; "motion" is a presence detector's. Source: bthome.io/format.
 */
export function decodeBthome(d: Uint8Array): LecturaAnuncio | null {
  const cabecera = u8(d, 2)
  if (d.length < 3 || cabecera >> 5 !== 2) return null
  const conMac = (cabecera & 0x02) !== 0
  const mac = conMac ? normalizeMac(toHexInverso(d, 3, 9)) : null
  const base = mac ? { mac } : {}
  if (cabecera & 0x01) return { ...base, medidas: {}, extra: { bthome: 'cifrado' } }
  const valores = walk(d, conMac ? 9 : 3)
  return { ...base, medidas: medidasPosibles(aMedidas(valores)), extra: aExtra(valores) }
}

function walk(d: Uint8Array, desde: number): Valores {
  const valores: Valores = new Map()
  const note = (nombre: string, valor: number | boolean | string) => {
    const lista = valores.get(nombre)
    if (lista) lista.push(valor)
    else valores.set(nombre, [valor])
  }
  let i = desde
  while (i < d.length) {
    const id = u8(d, i++)
    const variable = VARIABLES[id]
    if (variable) {
      const fin = i + 1 + u8(d, i)
      if (!(fin <= d.length)) break
      note(variable, id === 0x53 ? toTexto(d, i + 1, fin) : toHex(d, i + 1, fin))
      i = fin
      continue
    }
    const objeto = OBJETOS.get(id)
    if (!objeto || i + objeto.bytes > d.length) break
    const crudo = uintLe(d, i, objeto.bytes)
    const limite = 2 ** (objeto.bytes * 8)
    const entero = objeto.signo && crudo >= limite / 2 ? crudo - limite : crudo
    note(objeto.nombre, objeto.binario ? entero !== 0 : round(entero * objeto.factor))
    i += objeto.bytes
  }
  return valores
}

function round(n: number): number {
  return Math.round(n * 1e6) / 1e6
}

function aMedidas(valores: Valores): MedidasBrutas {
  const primero = (nombre: string) => valores.get(nombre)?.[0]
  const presion = primero('presion_hpa')
  const voltios = primero('voltaje')
  const ejes = valores.get('aceleracion_ms2')
  const movimientos = [...(valores.get('moving') ?? []), ...(valores.get('vibration') ?? [])]
  return {
    secuencia: primero('secuencia'),
    bateria: primero('bateria'),
    bateriaMv: typeof voltios === 'number' && voltios <= MAX_BATERIA_V ? voltios * 1000 : undefined,
    temperatura: primero('temperatura'),
    humedad: primero('humedad'),
    presionPa: typeof presion === 'number' ? presion * 100 : undefined,
    enMovimiento: movimientos.length > 0 ? movimientos.includes(true) : undefined,
    aceleraciones: ejes?.length === 3 ? [ejes.map((eje) => Number(eje) / G)] : undefined,
  }
}

/** Everything that is not wholly a measure, the second of a kind as `nombre_2`. */
function aExtra(valores: Valores): LecturaAnuncio['extra'] {
  const medidas = new Set(['secuencia', 'bateria', 'temperatura', 'humedad', 'presion_hpa', 'moving'])
  const extra: Record<string, unknown> = {}
  for (const [nombre, lista] of valores) {
    if (nombre === 'aceleracion_ms2' && lista.length === 3) continue
    lista.forEach((valor, n) => {
      if (n > 0) extra[`${nombre}_${n + 1}`] = valor
      else if (!medidas.has(nombre)) extra[nombre] = valor
    })
  }
  return extraPosible(extra)
}
