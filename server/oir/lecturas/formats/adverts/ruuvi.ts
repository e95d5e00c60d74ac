import { extraPosible, medidasPosibles, normalizeMac } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { axesBe, i16be, toHex, u8, u16be } from './bytes'

/**
 * Ruuvi, manufacturer data from the company id (0x0499 little endian) on; values big endian. Format 5 (RAWv2), C5 (the
 * same without acceleration) and 3 (RAWv1). The largest unsigned and the smallest signed value mean "not available".
 * Source: ruuvi/docs, data formats 3, 5 and C5.
 */
export function decodeRuuvi(d: Uint8Array): LecturaAnuncio | null {
  switch (d[2]) {
    case 0x03:
      return d.length < 16 ? null : formato3(d)
    case 0x05:
      return d.length < 26 ? null : formato5(d, 15, axes(d, 9))
    case 0xc5:
      return d.length < 20 ? null : formato5(d, 9, undefined)
    default:
      return null
  }
}

function sinCentinela(valor: number, centinela: number): number | undefined {
  return valor === centinela ? undefined : valor
}

/** Three axes, mg to g. One axis without a value makes the sample useless. */
function axes(d: Uint8Array, i: number): number[][] | undefined {
  const mg = axesBe(d, i, 1)
  return mg.includes(-0x8000) ? undefined : [mg.map((axis) => axis / 1000)]
}

/** From `resto` on: power (11 bits mV above 1600, 5 bits of 2 dBm above -40), movement count, sequence, MAC. */
function formato5(d: Uint8Array, resto: number, aceleraciones: number[][] | undefined): LecturaAnuncio {
  const temperatura = sinCentinela(i16be(d, 3), -0x8000)
  const humedad = sinCentinela(u16be(d, 5), 0xffff)
  const presion = sinCentinela(u16be(d, 7), 0xffff)
  const bateria = sinCentinela(u16be(d, resto) >> 5, 0x7ff)
  const potencia = sinCentinela(u8(d, resto + 1) & 0x1f, 0x1f)
  const mac = normalizeMac(toHex(d, resto + 5, resto + 11))
  return {
    ...(mac && { mac }),
    medidas: medidasPosibles({
      temperatura: temperatura === undefined ? undefined : temperatura / 200,
      humedad: humedad === undefined ? undefined : humedad / 400,
      presionPa: presion === undefined ? undefined : presion + 50_000,
      bateriaMv: bateria === undefined ? undefined : bateria + 1600,
      contadorMovimiento: sinCentinela(u8(d, resto + 2), 0xff),
      secuencia: sinCentinela(u16be(d, resto + 3), 0xffff),
      aceleraciones,
    }),
    extra: extraPosible({ tx_power: potencia === undefined ? undefined : potencia * 2 - 40 }),
  }
}

/** Humidity in half percent, temperature as sign and magnitude with hundredths, no sentinels. */
function formato3(d: Uint8Array): LecturaAnuncio {
  const grados = (u8(d, 4) & 0x7f) + u8(d, 5) / 100
  return {
    medidas: medidasPosibles({
      humedad: u8(d, 3) / 2,
      temperatura: u8(d, 4) & 0x80 ? -grados : grados,
      presionPa: u16be(d, 6) + 50_000,
      aceleraciones: axes(d, 8),
      bateriaMv: u16be(d, 14),
    }),
    extra: {},
  }
}

export const ruuvi: AdvertFormat = {
  name: 'Ruuvi',
  companies: [0x0499],
  reads: '5, C5, 3',
  decode: decodeRuuvi,
}
