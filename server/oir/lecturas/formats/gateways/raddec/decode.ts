import { fromHex } from '../../adverts/bytes'
import { isObject, type Objeto } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { Message } from '../message'

/** Identifier types that are 48 bits long. */
const DESCONOCIDO = 0
const EUI64 = 1
const EUI48 = 2
const ALEATORIO = 3
const TIPOS_MAC = new Set<unknown>([undefined, DESCONOCIDO, EUI48, ALEATORIO])
/** Event of a transmitter that no receiver decodes any more. */
const DISAPPEARANCE = 4
/** Header (2 bytes) and advertiser address (6 bytes) before the AD structures. */
const HEADER = 8

/**
 * reelyActive raddec, one object or an array: {transmitterId, transmitterIdType, rssiSignature: [{receiverId,
 * receiverIdType, rssi, numberOfDecodings}], packets: [hex], timestamp (ms), position: [lon, lat], events}. One reading per receiver. Packets are link
 * layer packets: two bytes of header, the address little endian, then the AD structures. A receiver's EUI-64 made from a
 * MAC (FFFE in the middle) is that MAC. Source: reelyactive/raddec.
 */
export function decodeRaddec(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  const rows = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
  if (!rows) message.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  else for (const row of message.filas(rows)) readRow(message, row)
  return message.resultado()
}

function readRow(message: Message, row: Objeto): void {
  if (!TIPOS_MAC.has(row.transmitterIdType)) {
    message.refuse('mac_invalida', 'El emisor no se identifica con una dirección de 48 bits')
    return
  }
  if (Array.isArray(row.events) && row.events.includes(DISAPPEARANCE)) {
    readDisappearance(message, row)
    return
  }
  const [lon, lat] = Array.isArray(row.position) ? row.position : []
  const signatures = (Array.isArray(row.rssiSignature) ? row.rssiSignature.slice(0, 64) : []).filter(isObject)
  const packets = Array.isArray(row.packets) ? row.packets.slice(0, 32) : []
  const anuncios = packets.map(sinHeader)
  for (const signature of signatures.length > 0 ? signatures : [{} as Objeto]) {
    message.lectura({
      mac: row.transmitterId,
      lector: receptor(signature),
      rssi: signature.rssi,
      tiempo: row.timestamp,
      aleatoria: row.transmitterIdType === ALEATORIO,
      anuncios,
      medidas: { lat, lon },
      extra: { decodificaciones: signature.numberOfDecodings },
    })
  }
}

/** Its receivers are alive: they say that they do not hear it. */
function readDisappearance(message: Message, { rssiSignature }: Objeto): void {
  const signatures = (Array.isArray(rssiSignature) ? rssiSignature.slice(0, 64) : []).filter(isObject)
  const alive = signatures.filter((signature) => message.latido(receptor(signature)))
  if (alive.length === 0) message.latidoPropio()
}

function receptor(signature: Objeto): unknown {
  const { receiverId: id } = signature
  if (signature.receiverIdType !== EUI64 || typeof id !== 'string') return id
  return /^.{6}fffe.{6}$/i.test(id) ? id.slice(0, 6) + id.slice(10) : undefined
}

/** The AD structures of a packet. A packet with only an address is a hearing without advert. */
function sinHeader(paquete: unknown): unknown {
  return fromHex(paquete) ? String(paquete).slice(HEADER * 2) : paquete
}
