import { fromHex } from '../anuncios/bytes'
import { isObjeto, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje } from './mensaje'

/** Identifier types that are 48 bits long. */
const DESCONOCIDO = 0
const EUI64 = 1
const EUI48 = 2
const ALEATORIO = 3
const TIPOS_MAC = new Set<unknown>([undefined, DESCONOCIDO, EUI48, ALEATORIO])
/** Header (2 bytes) and advertiser address (6 bytes) before the AD structures. */
const CABECERA = 8

/**
 * reelyActive raddec, one object or an array: {transmitterId, transmitterIdType, rssiSignature: [{receiverId,
 * receiverIdType, rssi, numberOfDecodings}], packets: [hex], timestamp (ms)}. One reading per receiver. Packets are link
 * layer packets: two bytes of header, the address little endian, then the AD structures. A receiver's EUI-64 made from a
 * MAC (FFFE in the middle) is that MAC. Source: reelyactive/raddec.
 */
export function decodeRaddec(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  const filas = Array.isArray(json) ? json : isObjeto(json) ? [json] : undefined
  if (!filas) mensaje.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  for (const fila of mensaje.filas(filas ?? [])) readFila(mensaje, fila)
  return mensaje.resultado()
}

function readFila(mensaje: Mensaje, fila: Objeto): void {
  if (!TIPOS_MAC.has(fila.transmitterIdType)) {
    mensaje.refuse('mac_invalida', 'El emisor no se identifica con una dirección de 48 bits')
    return
  }
  const firmas = (Array.isArray(fila.rssiSignature) ? fila.rssiSignature.slice(0, 64) : []).filter(isObjeto)
  const paquetes = Array.isArray(fila.packets) ? fila.packets.slice(0, 32) : []
  const anuncios = paquetes.map(sinCabecera)
  for (const firma of firmas.length > 0 ? firmas : [{} as Objeto]) {
    mensaje.lectura({
      mac: fila.transmitterId,
      lector: receptor(firma),
      rssi: firma.rssi,
      tiempo: fila.timestamp,
      aleatoria: fila.transmitterIdType === ALEATORIO,
      anuncios,
      extra: { decodificaciones: firma.numberOfDecodings },
    })
  }
}

function receptor(firma: Objeto): unknown {
  const { receiverId: id } = firma
  if (firma.receiverIdType !== EUI64 || typeof id !== 'string') return id
  return /^.{6}fffe.{6}$/i.test(id) ? id.slice(0, 6) + id.slice(10) : undefined
}

/** The AD structures of a packet; an address without any is a bare hearing. */
function sinCabecera(paquete: unknown): unknown {
  return fromHex(paquete) ? String(paquete).slice(CABECERA * 2) : paquete
}
