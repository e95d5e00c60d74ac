import { isObject, type Objeto } from '../fields'
import type { Context, Decodificado } from '../lectura'
import { Message } from './message'

/**
 * Ruuvi Gateway. MQTT: one advert {gw_mac, rssi, gwts, ts, data}, the tag in the topic (else in the advert); a status
 * {state} on gw_status. HTTP: {data: {gw_mac, timestamp, tags: {MAC: {rssi, timestamp, data}}}}. Times are epoch seconds,
 * as strings or numbers; data is the raw advert in hex; coords are the gateway's, not the tag's.
 * Source: ruuvi/docs, Ruuvi Gateway data formats.
 */
export function decodeRuuvi(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (!isObject(json)) message.refuse('forma_invalida', 'Se esperaba un objeto')
  else if (isObject(json.data)) readHttp(message, json.data, context)
  else if (typeof json.data === 'string') readMqtt(message, json, context)
  else readEstado(message, json, context)
  return message.resultado()
}

function readMqtt(message: Message, row: Objeto, context: Context): void {
  message.countFila()
  message.lectura({
    mac: context.tagTopic,
    lector: row.gw_mac,
    rssi: row.rssi,
    tiempo: row.ts,
    anuncios: [row.data],
  })
  if (!message.latido(row.gw_mac, row.gwts)) message.latido(context.lectorTopic, row.gwts)
}

function readHttp(message: Message, data: Objeto, context: Context): void {
  if (isObject(data.tags)) {
    const { tags } = data
    for (const mac of Object.keys(tags)) {
      if (!message.countFila()) break
      const tag = tags[mac]
      if (!isObject(tag)) message.refuse('fila_invalida', 'El tag no es un objeto')
      else
        message.lectura({
          mac,
          lector: data.gw_mac,
          rssi: tag.rssi,
          tiempo: tag.timestamp,
          anuncios: [tag.data],
        })
    }
  } else {
    message.refuse('forma_invalida', 'El mensaje no trae tags')
  }
  if (!message.latido(data.gw_mac, data.timestamp)) message.latido(context.lectorTopic, data.timestamp)
}

/** "online" is a sign of life. "offline" is not: the broker sends it for a gateway that is gone. */
function readEstado(message: Message, json: Objeto, context: Context): void {
  if (json.state === 'online') message.latido(context.lectorTopic)
  else if (json.state !== 'offline') message.refuse('forma_invalida', 'El mensaje no trae datos')
}
