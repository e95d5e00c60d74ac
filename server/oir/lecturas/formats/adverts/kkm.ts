import { extraPosible, type MedidasBrutas, medidasPosibles, numero } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { axesBe, fijo88, u8, u16be } from './bytes'

/** Temperature and humidity of a KKM tag: a negative humidity is none, it carries the hundreds of a temperature above 100 °C. */
export function readClimate(temperatura: unknown, humedad: unknown): MedidasBrutas {
  const h = numero(humedad)
  const t = numero(temperatura)
  if (h === undefined || h >= 0) return { temperatura, humedad }
  return t === undefined ? {} : { temperatura: t + (-1 - h) * 100 }
}

/**
 * KKM KSensor, service data from the UUID (0xFEAA little endian, shared with Eddystone) on: 21, a mask of 16 bits, then
 * the fields whose bit is set, big endian: battery (mV), temperature and humidity (8.8 fixed), three axes (mg), alarm,
 * PIR, lux, gases and CO2, each behind the age of the value in tens of seconds. Also sent by BlueCharm. Source: kkmhogen/android_kbeaconlib2,
 * KBAdvPacketSensor.
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
  const temperatura = mascara & 0x02 ? fijo88(d, i) : undefined
  if (mascara & 0x02) i += 2
  const humedad = mascara & 0x04 ? fijo88(d, i) : undefined
  if (mascara & 0x04) i += 2
  Object.assign(medidas, readClimate(temperatura, humedad))
  if (mascara & 0x08) {
    medidas.aceleraciones = [axesBe(d, i, 1 / 1000)]
    i += 6
  }
  if (mascara & 0x10) extra.alarma = u8(d, i++)
  if (mascara & 0x20) extra.pir = u8(d, i++)
  if (mascara & 0x40) {
    extra.lux = u16be(d, i)
    i += 2
  }
  if (mascara & 0x80) {
    extra.voc = u16be(d, i + 1)
    extra.nox = u16be(d, i + 3)
    i += 5
  }
  if (mascara & 0x200) extra.co2 = u16be(d, i + 1)
  return { medidas: medidasPosibles(medidas), extra: extraPosible(extra) }
}

export const kkm: AdvertFormat = {
  name: 'KKM, BlueCharm',
  services: [0xfeaa],
  mark: '21',
  reads:
    'KSensor battery, temperature (also over 100 °C), humidity, acceleration, alarm, PIR, lux, gases, CO2',
  decode: decodeKkm,
}
