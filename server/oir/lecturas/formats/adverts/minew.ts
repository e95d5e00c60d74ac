import { extraPosible, type MedidasBrutas, medidasPosibles, normalizeMac } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { axesBe, fijo88, i16be, toHexInverso, toText, u8, u16be, u32be } from './bytes'

type Trama = {
  /** Length in bytes without the UUID, including the six bytes of the MAC. */
  largo: number
  read: (d: Uint8Array) => { medidas?: MedidasBrutas; extra?: Record<string, unknown> }
}

// Offsets count from the UUID: 2 is A1, 3 the frame version, 4 the battery in percent, 5 the first sensor byte.
const TRAMAS: Record<number, Trama> = {
  1: { largo: 13, read: (d) => ({ medidas: { temperatura: fijo88(d, 5), humedad: fijo88(d, 7) } }) },
  2: { largo: 10, read: (d) => ({ extra: { luz: bit0(d, 5) } }) },
  3: { largo: 15, read: (d) => ({ medidas: { aceleraciones: [axesBe(d, 5, 1 / 256)] } }) },
  5: { largo: 11, read: (d) => ({ extra: { lux: u16be(d, 5) } }) },
  17: { largo: 11, read: (d) => ({ extra: { pir: (u16be(d, 5) & 1) === 1 } }) },
  18: { largo: 11, read: (d) => ({ extra: { tvoc: u16be(d, 5) } }) },
  19: { largo: 11, read: (d) => ({ medidas: { temperatura: fijo88(d, 5) } }) },
  23: { largo: 13, read: (d) => ({ medidas: { presionPa: (u32be(d, 5) / 65536) * 100 } }) },
  24: {
    largo: 14,
    read: (d) => ({ medidas: { enMovimiento: bit0(d, 9) }, extra: { vibracion_tiempo: u32be(d, 5) } }),
  },
  25: { largo: 11, read: (d) => ({ extra: { lux: u16be(d, 5) } }) },
  32: { largo: 10, read: (d) => ({ extra: { manipulado: bit0(d, 5) } }) },
  33: { largo: 10, read: (d) => ({ extra: { agua: bit0(d, 5) } }) },
}

function bit0(d: Uint8Array, i: number): boolean {
  return (u8(d, i) & 1) === 1
}

/**
 * Minew sensor frame, service data from the UUID (0xFFE1 little endian) on: A1, version, battery percent, values big
 * endian (8.8 fixed: degrees, percent, g), MAC little endian. Frame 08 puts the MAC before the name; frame 15 has no
 * battery and six axes (g in 8.8, degrees per second in hundredths). Source: Minew, BLE advertisement frame definitions.
 */
export function decodeMinew(d: Uint8Array): LecturaAnuncio | null {
  if (d[2] !== 0xa1 || d.length < 10) return null
  const version = u8(d, 3)
  if (version === 0x08) {
    if (d.length < 11) return null
    return assemble(d, 5, { bateria: u8(d, 4) }, { nombre: toText(d, 11) })
  }
  if (version === 0x15) {
    if (d.length < 22) return null
    const giro = { giro_x: i16be(d, 10) / 100, giro_y: i16be(d, 12) / 100, giro_z: i16be(d, 14) / 100 }
    return assemble(d, 16, { aceleraciones: [axesBe(d, 4, 1 / 256)] }, giro)
  }
  const trama = TRAMAS[version]
  if (!trama || d.length < trama.largo + 2) return null
  const { medidas, extra } = trama.read(d)
  return assemble(d, trama.largo + 2 - 6, { bateria: u8(d, 4), ...medidas }, extra ?? {})
}

function assemble(
  d: Uint8Array,
  dondeMac: number,
  medidas: MedidasBrutas,
  extra: Record<string, unknown>,
): LecturaAnuncio {
  const mac = normalizeMac(toHexInverso(d, dondeMac, dondeMac + 6))
  return { ...(mac && { mac }), medidas: medidasPosibles(medidas), extra: extraPosible(extra) }
}

export const minew: AdvertFormat = {
  name: 'Minew',
  services: [0xffe1],
  mark: 'A1',
  reads:
    '01 temperature and humidity, 02 light, 03 acceleration, 08 info, 15 six axes, 18 vibration (moving), others',
  decode: decodeMinew,
}
