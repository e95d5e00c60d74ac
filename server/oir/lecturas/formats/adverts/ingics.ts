import { extraPosible, type MedidasBrutas, medidasPosibles } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { axesLe, i16le, u8, u16le } from './bytes'
import { BITS, IBS, IBS_LARGO, IBS_RS, IBS01, type ModeloIngics } from './ingics-modelos'

/** 256 counts are 1 g. */
const G = 1 / 256

const RG: Record<number, string> = { 48257: 'iBS03RG', 48261: 'iBS03GP', 48262: 'iBS05RG' }

/**
 * Ingics iBS and iRS, manufacturer data from the company id (0x0059, 0x000D or 0x082C little endian) on: code, battery in
 * hundredths of a volt, event bits, fields, model number; little endian. RG and GP tags (codes BC81, BC85, BC86) carry
 * three XYZ samples, the button and moving bits sit on top of the battery. 0xAAAA is no temperature, 0xFFFF no value.
 * Source: ingics/ingics-message-parser.
 */
export function decodeIngics(d: Uint8Array): LecturaAnuncio | null {
  const fabricante = u16le(d, 0)
  const codigo = u16le(d, 2)
  if (RG[codigo]) return readRg(d, fabricante === 0x59 ? 'iBS01RG' : RG[codigo])
  if (fabricante === 0x59 && codigo === 0xbc80) return readIbs(d, IBS01[u8(d, 13)] ?? ibs01Antiguo(d))
  if (codigo === 0xbc82)
    return readIbs(d, IBS_RS[u8(d, 13)] ?? { nombre: 'iBS02-RS', campos: '--', eventos: ['dinRs'] })
  if (fabricante !== 0x59 && codigo === 0xbc83) return readIbs(d, IBS[u8(d, 13)])
  if (fabricante === 0x082c && codigo === 0xbc87) return readIbs(d, IBS_LARGO[u8(d, 19)])
  if (fabricante === 0x082c && codigo === 0xbc88) return readIbs(d, IBS_LARGO[u8(d, 21)])
  return null
}

/** The first firmware sent no model number: it sends FF FF in place of the temperature. */
function ibs01Antiguo(d: Uint8Array): ModeloIngics | undefined {
  if (u8(d, 13) !== 0xff && u8(d, 13) !== 0x00) return undefined
  return u8(d, 7) === 0xff && u8(d, 8) === 0xff
    ? { nombre: 'iBS01', campos: '--', eventos: ['boton', 'moving', 'iman', 'fall'] }
    : { nombre: 'iBS01T', campos: 'TH', eventos: [] }
}

function readRg(d: Uint8Array, nombre: string): LecturaAnuncio | null {
  if (d.length < 24) return null
  const bateria = u16le(d, 4)
  return {
    medidas: medidasPosibles({
      bateriaMv: (bateria & 0x0fff) * 10,
      enMovimiento: (bateria & 0x1000) !== 0,
      aceleraciones: [axesLe(d, 6, G), axesLe(d, 12, G), axesLe(d, 18, G)],
      presionPa: nombre === 'iBS03GP' ? u16le(d, 24) * 2 : undefined,
    }),
    extra: extraPosible({ modelo: nombre, boton: (bateria & 0x2000) !== 0 }),
  }
}

function readIbs(d: Uint8Array, modelo: ModeloIngics | undefined): LecturaAnuncio | null {
  if (!modelo || d.length < 14) return null
  const medidas: MedidasBrutas = { bateriaMv: u16le(d, 4) * 10 }
  const extra: Record<string, unknown> = { modelo: modelo.nombre }
  let i = 7
  for (const field of modelo.campos) {
    readField(field, d, i, medidas, extra)
    i += field === 'A' ? 6 : 2
  }
  for (const evento of modelo.eventos) {
    const activo = (u8(d, 6) & (1 << BITS[evento])) !== 0
    if (evento === 'moving') medidas.enMovimiento = activo
    else if (evento === 'fall') medidas.caida = activo
    else extra[evento === 'dinRs' ? 'din' : evento] = activo
  }
  // Without a temperature its other values are none either.
  if (modelo.nombre === 'iBS07' && medidas.temperatura === undefined) {
    delete medidas.humedad
    delete extra.lux
  }
  return { medidas: medidasPosibles(medidas), extra: extraPosible(extra) }
}

const A_EXTRA: Record<string, [nombre: string, factor: number]> = {
  L: ['lux', 1],
  C: ['contador', 1],
  R: ['distancia_mm', 1],
  V: ['voltaje_mv', 1],
  I: ['corriente_ua', 1],
  K: ['co2', 1],
  P: ['pm25', 0.1],
  Q: ['pm10', 0.1],
  O: ['voc', 0.1],
  N: ['nox', 0.1],
}

function readField(
  field: string,
  d: Uint8Array,
  i: number,
  medidas: MedidasBrutas,
  extra: Record<string, unknown>,
): void {
  const crudo = u16le(d, i)
  if (field === 'A') medidas.aceleraciones = [axesLe(d, i, G)]
  else if (field === 'T' && crudo !== 0xaaaa) medidas.temperatura = i16le(d, i) / 100
  else if (field === 'E' && crudo !== 0xaaaa) extra.temperatura_externa = i16le(d, i) / 100
  else if (field === 'H') medidas.humedad = crudo
  else if (field === 'h') medidas.humedad = crudo / 10
  const destino = A_EXTRA[field]
  if (destino && crudo !== 0xffff) extra[destino[0]] = Math.round(crudo * destino[1] * 10) / 10
}

export const ingics: AdvertFormat = {
  name: 'Ingics',
  companies: [0x0059, 0x000d, 0x082c],
  reads: 'iBS01 to iBS09, iRS02',
  decode: decodeIngics,
}
