import { isObject, type Objeto } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { Message, resto, sampleOf } from '../message'

const LEIDOS = new Set(
  `mac rssi timestamp rawData bleName type battery temperature humidity ibeaconUuid ibeaconMajor ibeaconMinor
  ibeaconTxPower x y z`.split(/\s+/),
)

/**
 * Minew gateways (G1 and later), JSON-LONG: an array of a Gateway row and of tag rows, decoded (battery %, °C, %, g) or
 * raw (rawData in hex; "" is heard only). JSON-RAW names the gateway in a row {gateway, locator}. The Gateway row may
 * be anywhere or missing: then the topic names the gateway. timestamp is ISO 8601, or epoch in s or ms. Source: Minew,
 * G1 gateway data format; reelyactive/barnowl-minew.
 */
export function decodeMinew(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  const list = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
  if (!list) message.refuse('forma_invalida', 'Se esperaba una lista de filas')
  else readRows(message, list)
  return message.resultado()
}

function macGateway(row: unknown): unknown {
  if (!isObject(row)) return undefined
  if (row.type === 'Gateway') return row.mac
  return typeof row.gateway === 'string' && row.mac === undefined ? row.gateway : undefined
}

function readRows(message: Message, list: unknown[]): void {
  let lector = macGateway(list.find((row) => macGateway(row) !== undefined))
  for (const row of message.filas(list)) {
    const gateway = macGateway(row)
    if (gateway === undefined) readTag(message, row, lector)
    else if (message.latido(gateway, row.timestamp)) lector = gateway
    else message.refuse('mac_invalida', 'La fila del gateway no tiene una MAC válida')
  }
}

function readTag(message: Message, row: Objeto, lector: unknown): void {
  // A beacon that does not report its battery is sent with battery 0.
  const bateria = row.type === 'iBeacon' && row.battery === 0 ? undefined : row.battery
  message.lectura({
    mac: row.mac,
    lector,
    rssi: row.rssi,
    tiempo: row.timestamp,
    anuncios: [row.rawData],
    medidas: {
      bateria,
      temperatura: row.temperature,
      humedad: row.humidity,
      aceleraciones: sampleOf(row.x, row.y, row.z),
      ibeacon: {
        uuid: row.ibeaconUuid,
        major: row.ibeaconMajor,
        minor: row.ibeaconMinor,
        txPower: row.ibeaconTxPower,
      },
    },
    extra: {
      nombre: row.bleName,
      tipo: row.type === 'Unknown' ? undefined : row.type,
      ...resto(row, LEIDOS),
    },
  })
}
