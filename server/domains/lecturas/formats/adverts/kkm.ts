import { extraPosible, type MedidasBrutas, medidasPosibles } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import { axesBe, fijo88, u8, u16be } from './bytes'

/**
 * KKM KSensor, service data from the UUID (0xFEAA little endian, shared with Eddystone) on: 21, a mask of 16 bits, then
 * the fields whose bit is set, big endian: battery (mV), temperature and humidity (8.8 fixed), three axes (mg), alarm,
 * PIR, lux. Bits above lux are not read. Also sent by BlueCharm. Source: kkmhogen/KBeaconProDemo, KBAdvPacketSensor.
 */
export function decodeKkm(d: Uint8Array): LecturaAnuncio | null {
  if (d[2] !== 0x21 || d.length < 5) return null
  const mascara = u16be(d, 3)
  const medidas: MedidasBrutas = {}
  const extra: Record<string, unknown> = {}
  let i = 5
  if (mascara & 0x01) {
    medidas.bateriaMv = u16be(d, i)
    i += 2
  }
  if (mascara & 0x02) {
    medidas.temperatura = fijo88(d, i)
    i += 2
  }
  if (mascara & 0x04) {
    medidas.humedad = fijo88(d, i)
    i += 2
  }
  if (mascara & 0x08) {
    medidas.aceleraciones = [axesBe(d, i, 1 / 1000)]
    i += 6
  }
  if (mascara & 0x10) extra.alarma = u8(d, i++)
  if (mascara & 0x20) extra.pir = u8(d, i++)
  if (mascara & 0x40) extra.lux = u16be(d, i)
  return { medidas: medidasPosibles(medidas), extra: extraPosible(extra) }
}
