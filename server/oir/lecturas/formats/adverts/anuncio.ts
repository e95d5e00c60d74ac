import { extraPosible } from '../fields'
import type { DecodificadorAnuncio, LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { ADVERTS } from './adverts'
import { fromHex, i8, toHex, toText, u8, u16le } from './bytes'

/** The decoders by the ids of their formats. */
function decodersBy(idsOf: (f: AdvertFormat) => readonly number[] | undefined) {
  const decoders = new Map<number, DecodificadorAnuncio[]>()
  for (const f of ADVERTS)
    for (const id of idsOf(f) ?? []) decoders.set(id, [...(decoders.get(id) ?? []), f.decode])
  return decoders
}

const POR_FABRICANTE = decodersBy((f) => f.companies)
const POR_SERVICIO = decodersBy((f) => f.services)

const NOMBRE_CORTO = 0x08
const NOMBRE = 0x09
const POTENCIA = 0x0a
const DATA_SERVICE = 0x16
const MANUFACTURER_DATA = 0xff

/** Merge what the parts of an advert gave. Of several values of a field the first one counts. */
export function mergeAnuncios(lecturas: (LecturaAnuncio | null)[]): LecturaAnuncio {
  const buenas = lecturas.filter((lectura) => lectura !== null)
  if (buenas.length === 1) return buenas[0] as LecturaAnuncio
  const unida: LecturaAnuncio = { medidas: {}, extra: {} }
  for (const lectura of buenas) {
    unida.mac ??= lectura.mac
    unida.medidas = { ...lectura.medidas, ...unida.medidas }
    unida.extra = empty(unida.extra) ? lectura.extra : extraPosible(unida.extra, lectura.extra)
  }
  return unida
}

function empty(objeto: object): boolean {
  for (const _ in objeto) return false
  return true
}

/** Decode manufacturer data, from the company id (little endian) on; null: no format knows it. */
export function decodeFabricante(data: Uint8Array): LecturaAnuncio | null {
  return first(POR_FABRICANTE.get(u16le(data, 0)), data)
}

/** Decode service data, from the 16 bit UUID (little endian) on; null: no format knows it. */
export function decodeService(data: Uint8Array): LecturaAnuncio | null {
  return first(POR_SERVICIO.get(u16le(data, 0)), data)
}

function first(candidatos: DecodificadorAnuncio[] | undefined, data: Uint8Array): LecturaAnuncio | null {
  for (const decode of candidatos ?? []) {
    const lectura = decode(data)
    if (lectura) return lectura
  }
  return null
}

/**
 * Decode a raw advert in hex: AD structures of length, type and data (Bluetooth Core, Vol 3 Part C 11). Zero lengths are padding. A length
 * beyond the end stops the decoding; the complete structures before it count. Bare manufacturer data of a known company is read too, as
 * some gateways send it. Null: nothing is readable. An advert that no format knows is kept in the extra `anuncio`.
 */
export function decodeAnuncio(hex: unknown): LecturaAnuncio | null {
  const bytes = fromHex(hex)
  if (!bytes || bytes.length < 2) return null
  const partes: (LecturaAnuncio | null)[] = []
  let enteras = 0
  let i = 0
  while (i < bytes.length) {
    const largo = u8(bytes, i)
    if (largo === 0) {
      i++
      continue
    }
    const fin = i + 1 + largo
    if (fin > bytes.length) break
    enteras++
    partes.push(readEstructura(u8(bytes, i + 1), bytes.subarray(i + 2, fin)))
    i = fin
  }
  const desnudo = partes.some((parte) => parte !== null) ? null : decodeFabricante(bytes)
  if (desnudo) return desnudo
  if (enteras === 0) return null
  const unida = mergeAnuncios(partes)
  const sinFormato = partes.every((parte) => parte === null || isSoloNombre(parte))
  return sinFormato ? { ...unida, extra: extraPosible(unida.extra, { anuncio: toHex(bytes) }) } : unida
}

function readEstructura(tipo: number, data: Uint8Array): LecturaAnuncio | null {
  switch (tipo) {
    case MANUFACTURER_DATA:
      return decodeFabricante(data)
    case DATA_SERVICE:
      return decodeService(data)
    case NOMBRE_CORTO:
    case NOMBRE:
      return { medidas: {}, extra: extraPosible({ nombre: toText(data) }) }
    case POTENCIA:
      return { medidas: {}, extra: extraPosible({ tx_power: i8(data, 0) }) }
    default:
      return null
  }
}

function isSoloNombre(parte: LecturaAnuncio): boolean {
  return (
    empty(parte.medidas) &&
    Object.keys(parte.extra).every((clave) => clave === 'nombre' || clave === 'tx_power')
  )
}
