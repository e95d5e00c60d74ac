import { extraPosible, type MedidasBrutas, medidasPosibles } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { i8, i16be, u8, u16be } from './bytes'

/**
 * Teltonika EYE, manufacturer data from the company id (0x089A little endian) on: version 01, flags, then only the
 * fields whose flag is set, big endian: temperature (hundredths), humidity (percent), movement (top bit moving, 15 bits
 * count), pitch (8 bits) and roll (16 bits, degrees), battery (2000 mV + 10 mV each). It sends no acceleration.
 * Source: Teltonika wiki, EYE Sensor BTSMP1, protocol description.
 */
export function decodeTeltonika(d: Uint8Array): LecturaAnuncio | null {
  if (d[2] !== 0x01 || d.length < 4) return null
  const flags = u8(d, 3)
  const medidas: MedidasBrutas = {}
  let i = 4
  if (flags & 0x01) {
    medidas.temperatura = i16be(d, i) / 100
    i += 2
  }
  if (flags & 0x02) medidas.humedad = u8(d, i++)
  if (flags & 0x10) {
    const movimiento = u16be(d, i)
    if (!Number.isNaN(movimiento)) {
      medidas.enMovimiento = movimiento >= 0x8000
      medidas.contadorMovimiento = movimiento & 0x7fff
    }
    i += 2
  }
  if (flags & 0x20) {
    medidas.pitch = i8(d, i)
    medidas.roll = i16be(d, i + 1)
    i += 3
  }
  if (flags & 0x80) medidas.bateriaMv = 2000 + u8(d, i) * 10
  return {
    medidas: medidasPosibles(medidas),
    extra: extraPosible({
      iman: flags & 0x04 ? (flags & 0x08) !== 0 : undefined,
      bateria_baja: (flags & 0x40) !== 0,
    }),
  }
}

export const teltonika: AdvertFormat = {
  name: 'Teltonika EYE',
  companies: [0x089a],
  reads: 'temperature, humidity, movement, angles, battery; no acceleration',
  decode: decodeTeltonika,
}
