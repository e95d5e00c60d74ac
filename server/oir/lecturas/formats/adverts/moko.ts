import { extraPosible, medidasPosibles, normalizeMac } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { axesBe, i8, i16be, toHex, u8, u16be } from './bytes'

/**
 * MOKO BeaconX Pro, service data from the UUID (0xFEAB little endian) on; values big endian, the byte after the UUID is
 * the frame: 40 device info (battery), 50 iBeacon, 60 accelerometer, 70 temperature and humidity (tenths). Battery is mV.
 * The accelerometer sends left-justified counts over the full scale that byte 6 names (0 to 3: 2, 4, 8, 16 g).
 * Source: MOKO BeaconX Pro frames as decoded and tested in theengs/decoder (MBXPRO).
 */
export function decodeMokoBxp(d: Uint8Array): LecturaAnuncio | null {
  switch (d[2]) {
    case 0x40:
      return d.length < 7 ? null : assemble({ bateriaMv: u16be(d, 5) })
    case 0x50: {
      if (d.length < 25) return null
      const ibeacon = { uuid: toHex(d, 5, 21), major: u16be(d, 21), minor: u16be(d, 23), txPower: i8(d, 3) }
      return assemble({ ibeacon })
    }
    case 0x60: {
      if (d.length < 16) return null
      const factor = 2 ** ((u8(d, 6) & 0x03) + 1) / 0x8000
      return assemble({ aceleraciones: [axesBe(d, 8, factor)], bateriaMv: u16be(d, 14) }, toHex(d, 17, 23))
    }
    case 0x70: {
      if (d.length < 11) return null
      const temperatura = i16be(d, 5) / 10
      return assemble({ temperatura, humedad: u16be(d, 7) / 10, bateriaMv: u16be(d, 9) }, toHex(d, 12, 18))
    }
    default:
      return null
  }
}

/**
 * MOKO BXP-Tag, service data from the UUID (0xEA01 little endian) on: 80, status bits (0 magnet away, 1 moving, 2 has an
 * accelerometer), magnet and movement counts, three axes (mg), temperature and humidity (tenths, 0xFFFF is none), battery
 * (mV), tag id; big endian. Source: mokotechnology/MK-Tag-Android, AdvInfoParser.
 */
export function decodeMokoTag(d: Uint8Array): LecturaAnuncio | null {
  if (d[2] !== 0x80 || d.length < 20) return null
  const estado = u8(d, 3)
  const conAcelerometro = (estado & 0x04) !== 0
  const temperatura = u16be(d, 14)
  return assemble(
    {
      ...(conAcelerometro && {
        enMovimiento: (estado & 0x02) !== 0,
        contadorMovimiento: u16be(d, 6),
        aceleraciones: [axesBe(d, 8, 1 / 1000)],
      }),
      temperatura: temperatura === 0xffff ? undefined : i16be(d, 14) / 10,
      humedad: u16be(d, 16) / 10,
      bateriaMv: u16be(d, 18),
    },
    undefined,
    { iman: (estado & 0x01) === 0, contador_iman: u16be(d, 4), tag_id: toHex(d, 20) },
  )
}

function assemble(
  medidas: Parameters<typeof medidasPosibles>[0],
  macHex?: string,
  extra: Record<string, unknown> = {},
): LecturaAnuncio {
  const mac = normalizeMac(macHex)
  return { ...(mac && { mac }), medidas: medidasPosibles(medidas), extra: extraPosible(extra) }
}

export const mokoBxp: AdvertFormat = {
  name: 'MOKO BeaconX Pro',
  services: [0xfeab],
  reads: 'info, iBeacon, acceleration, temperature',
  decode: decodeMokoBxp,
}

export const mokoTag: AdvertFormat = {
  name: 'MOKO BXP-Tag',
  services: [0xea01],
  reads: 'movement, magnet, acceleration, temperature, humidity, battery (mV), tag id',
  decode: decodeMokoTag,
}
