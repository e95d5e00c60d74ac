import { medidasPosibles } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { i8, toHex, u16be } from './bytes'

/**
 * iBeacon, manufacturer data from the company id (0x004C little endian) on: 02 15, uuid (16), major and minor (big
 * endian), measured power at 1 m (dBm, signed). Source: Apple, Proximity Beacon Specification.
 */
export function decodeIbeacon(d: Uint8Array): LecturaAnuncio | null {
  if (d.length < 25 || d[2] !== 0x02 || d[3] !== 0x15) return null
  const ibeacon = { uuid: toHex(d, 4, 20), major: u16be(d, 20), minor: u16be(d, 22), txPower: i8(d, 24) }
  return { medidas: medidasPosibles({ ibeacon }), extra: {} }
}

export const ibeacon: AdvertFormat = {
  name: 'iBeacon',
  companies: [0x004c],
  reads: 'uuid, major, minor, power',
  decode: decodeIbeacon,
}
