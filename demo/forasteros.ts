import { codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import { LECTOR_MUDO, LECTORES } from './plant/planta'
import type { Random } from './random'
import { measure, posturaOf, type Sensor } from './sensor'

const ENTRE_TELEFONOS_MS = [10_000, 30_000] as const
/** Company id 0x004C and a nearby-info message, as telephones send it. */
const DE_TELEFONO = Buffer.from('02011a0aff4c001005', 'hex')
/** Unregistered tags that stay: their places and types. */
const SIN_REGISTRAR = [
  { mac: 'F41F0CDE0001', habla: 'ruuvi', lugar: 'En Consumo' },
  { mac: 'AC233FDE0002', habla: 'minew', lugar: 'Expedición' },
] as const

export type Forastero = { mac: string; lector: number; rotatoria: boolean; anuncio: Buffer; rssi: number }

type Presente = {
  mac: string
  lector: number
  hasta: number
  anuncio: number
  encode: (() => Buffer) | null
}

const randomHex = (bytes: number, random: Random) =>
  Array.from({ length: bytes }, () => random.int(0, 255).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

/** A resolvable private address: its two top bits are 01. */
const macRotatoria = (random: Random) =>
  (random.int(0x40, 0x7f).toString(16) + randomHex(5, random)).toUpperCase()

/** Other devices in the air: telephones that pass by, and unregistered tags. */
export function createForasteros(random: Random) {
  const mudo = LECTORES.findIndex((l) => l.mac === LECTOR_MUDO)
  const presentes: Presente[] = SIN_REGISTRAR.map(({ mac, habla, lugar: place }, i) => {
    const sensor: Sensor = { mac, bateria: 90, contador: 0, secuencia: 0, postura: posturaOf(i, i) }
    const sample = (): Muestra => measure(sensor, false, null, 17, random)
    const lector = LECTORES.findIndex((l) => l.lugar === place)
    const encode = () => codificadores[habla](sample())
    return { mac, lector, hasta: Number.POSITIVE_INFINITY, anuncio: 0, encode }
  })
  let proximo = 5000

  function come(t: number): void {
    proximo = t + random.between(...ENTRE_TELEFONOS_MS)
    const lector = random.int(0, LECTORES.length - 1)
    if (lector === mudo) return
    const hasta = t + random.between(30_000, 80_000)
    presentes.push({ mac: macRotatoria(random), lector, hasta, anuncio: t, encode: null })
  }

  return function pass(t: number): Forastero[] {
    if (t >= proximo) come(t)
    const salida: Forastero[] = []
    for (let i = presentes.length - 1; i >= 0; i--) {
      const p = presentes[i] as Presente
      if (t >= p.hasta) presentes.splice(i, 1)
      if (t < p.anuncio) continue
      p.anuncio = t + random.between(6000, 14_000)
      const anuncio = p.encode?.() ?? Buffer.concat([DE_TELEFONO, Buffer.from(randomHex(5, random), 'hex')])
      salida.push({
        mac: p.mac,
        lector: p.lector,
        rotatoria: !p.encode,
        anuncio,
        rssi: random.int(-90, -66),
      })
    }
    return salida
  }
}
