import { isObject, type Objeto, scale } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { type FilaBruta, Message, resto, sampleOf } from '../message'

const LEIDOS = new Set(
  `gw_mac rssi aoa gwts ts timestamp cnt coords data dataFormat temperature humidity pressure accelX accelY accelZ
  movementCounter voltage txPower measurementSequenceNumber id`.split(/\s+/),
)

/**
 * Ruuvi Gateway. MQTT: one advert {gw_mac, rssi, gwts, ts, data}, the tag in the topic (else in the advert); a status
 * {state} on gw_status. HTTP: {data: {gw_mac, timestamp, tags: {MAC: {rssi, timestamp, data}}}}. Times are epoch seconds,
 * as strings or numbers; data is the raw advert in hex; coords are the gateway's, not the tag's. Beside data or in place of it, as the
 * gateway is set: its decoded values (°C, %, Pa, g, V).
 * Source: ruuvi/docs, Ruuvi Gateway data formats; ruuvi/ruuvi.gateway_esp.c, mqtt_json and http_json.
 */
export function decodeRuuvi(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (!isObject(json)) message.refuse('forma_invalida', 'Se esperaba un objeto')
  else if (isObject(json.data)) readHttp(message, json.data)
  else if (typeof json.data === 'string' || isDecoded(json)) readMqtt(message, json, context)
  else readEstado(message, json)
  return message.resultado()
}

/** One advert of which the gateway sends no raw data. */
const isDecoded = ({ gw_mac, rssi }: Objeto) => gw_mac !== undefined && rssi !== undefined

/** What the gateway tells of one advert. A row without data and without values was only heard. */
function rowOf(row: Objeto): Pick<FilaBruta, 'rssi' | 'anuncios' | 'medidas' | 'extra'> {
  return {
    rssi: row.rssi,
    anuncios: [row.data],
    medidas: {
      temperatura: row.temperature,
      humedad: row.humidity,
      presionPa: row.pressure,
      bateriaMv: scale(row.voltage, 1000),
      contadorMovimiento: row.movementCounter,
      secuencia: row.measurementSequenceNumber,
      aceleraciones: sampleOf(row.accelX, row.accelY, row.accelZ),
    },
    extra: { tx_power: row.txPower, ...resto(row, LEIDOS) },
  }
}

function readMqtt(message: Message, row: Objeto, context: Context): void {
  message.countFila()
  message.lectura({
    ...rowOf(row),
    mac: context.tagTopic ?? row.id,
    lector: row.gw_mac,
    tiempo: row.ts,
  })
  if (!message.latido(row.gw_mac, row.gwts)) message.latidoPropio(row.gwts)
}

function readHttp(message: Message, data: Objeto): void {
  if (isObject(data.tags)) {
    const { tags } = data
    for (const mac of Object.keys(tags)) {
      if (!message.countFila()) break
      const tag = tags[mac]
      if (!isObject(tag)) message.refuse('fila_invalida', 'El tag no es un objeto')
      else message.lectura({ ...rowOf(tag), mac, lector: data.gw_mac, tiempo: tag.timestamp })
    }
  } else {
    message.refuse('forma_invalida', 'El mensaje no trae tags')
  }
  if (!message.latido(data.gw_mac, data.timestamp)) message.latidoPropio(data.timestamp)
}

/** "online" is a sign of life. "offline" is not: the broker sends it for a gateway that is gone. */
function readEstado(message: Message, json: Objeto): void {
  if (json.state === 'online') message.latidoPropio()
  else if (json.state === 'offline') message.noteFarewell()
  else message.refuse('forma_invalida', 'El mensaje no trae datos')
}
