import { isObjeto, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje } from './mensaje'

/**
 * Ruuvi Gateway. MQTT: one advert {gw_mac, rssi, gwts, ts, data}, the tag in the topic (else in the advert); a status
 * {state} on gw_status. HTTP: {data: {gw_mac, timestamp, tags: {MAC: {rssi, timestamp, data}}}}. Times are epoch seconds,
 * as strings or numbers; data is the raw advert in hex; coords are the gateway's, not the tag's.
 * Source: ruuvi/docs, Ruuvi Gateway data formats.
 */
export function decodeRuuvi(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  if (!isObjeto(json)) mensaje.refuse('forma_invalida', 'Se esperaba un objeto')
  else if (isObjeto(json.data)) readHttp(mensaje, json.data, contexto)
  else if (typeof json.data === 'string') readMqtt(mensaje, json, contexto)
  else readEstado(mensaje, json, contexto)
  return mensaje.resultado()
}

function readMqtt(mensaje: Mensaje, fila: Objeto, contexto: Contexto): void {
  mensaje.countFila()
  mensaje.lectura({
    mac: contexto.tagTopic,
    lector: fila.gw_mac,
    rssi: fila.rssi,
    tiempo: fila.ts,
    anuncios: [fila.data],
  })
  if (!mensaje.latido(fila.gw_mac, fila.gwts)) mensaje.latido(contexto.lectorTopic, fila.gwts)
}

function readHttp(mensaje: Mensaje, data: Objeto, contexto: Contexto): void {
  if (isObjeto(data.tags)) {
    const { tags } = data
    for (const mac of Object.keys(tags)) {
      if (!mensaje.countFila()) break
      const tag = tags[mac]
      if (!isObjeto(tag)) mensaje.refuse('fila_invalida', 'El tag no es un objeto')
      else
        mensaje.lectura({
          mac,
          lector: data.gw_mac,
          rssi: tag.rssi,
          tiempo: tag.timestamp,
          anuncios: [tag.data],
        })
    }
  } else {
    mensaje.refuse('forma_invalida', 'El mensaje no trae tags')
  }
  if (!mensaje.latido(data.gw_mac, data.timestamp)) mensaje.latido(contexto.lectorTopic, data.timestamp)
}

/** "offline" is the broker speaking for a gateway that is gone: no sign of life. */
function readEstado(mensaje: Mensaje, json: Objeto, contexto: Contexto): void {
  if (json.state === 'online') mensaje.latido(contexto.lectorTopic)
  else if (json.state !== 'offline') mensaje.refuse('forma_invalida', 'El mensaje no trae datos')
}
