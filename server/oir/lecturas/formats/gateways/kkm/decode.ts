import { readClimate } from '../../adverts/kkm'
import { isObject, normalizeMac, type Objeto } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { Message, resto, sampleOf } from '../message'

const LEIDOS = new Set(
  `dmac rssi time vbatt temp hum humidity advCnt accX accY accZ uuid majorID minorID major minor refPwr
  refpower data data1 data2 name`.split(/\s+/),
)
/** Address prefixes of KKM tags. Raw rows of some firmware send the address backwards. */
const PREFIJOS = /^(DD33|BC57)/

/**
 * KKM KGateway, JSON {msg: "advData", gmac, obj: [...]}: rows decoded by the gateway (mV, °C, %, axes in mg) or raw (data1
 * in hex, rssi as string). time carries no zone and counts as UTC. {msg: "alive"} is the heartbeat. What a row is shows in
 * its fields; its type bits (1 iBeacon, 2 UID, 8 TLM, 16 URL) are kept as extra. Source: live captures of KGateway.
 */
export function decodeKkm(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (!isObject(json)) {
    message.refuse('forma_invalida', 'Se esperaba un objeto con msg')
    return message.resultado()
  }
  if (json.msg === 'advData' && Array.isArray(json.obj)) {
    for (const row of message.filas(json.obj)) readRow(message, row, json.gmac)
  } else if (json.msg !== 'alive') {
    message.refuse('mensaje_no_admitido', 'El mensaje no es advData ni alive')
  }
  if (typeof json.msg === 'string' && !message.latido(json.gmac, json.time)) message.latidoPropio(json.time)
  return message.resultado()
}

function straighten(dmac: unknown): unknown {
  const mac = normalizeMac(dmac)
  const reves = mac?.match(/../g)?.reverse().join('') ?? ''
  return mac && !PREFIJOS.test(mac) && PREFIJOS.test(reves) ? reves : dmac
}

function readRow(message: Message, row: Objeto, lector: unknown): void {
  const anuncios = [row.data1, row.data2, row.data]
  const potencia = row.refPwr ?? row.refpower
  const cruda = anuncios.some((anuncio) => typeof anuncio === 'string')
  message.lectura({
    mac: cruda ? straighten(row.dmac) : row.dmac,
    lector,
    rssi: row.rssi,
    tiempo: row.time,
    anuncios,
    medidas: {
      bateriaMv: row.vbatt,
      ...readClimate(row.temp, row.hum ?? row.humidity),
      secuencia: row.advCnt,
      aceleraciones: sampleOf(row.accX, row.accY, row.accZ, 1 / 1000),
      ibeacon: {
        uuid: row.uuid,
        major: row.majorID ?? row.major,
        minor: row.minorID ?? row.minor,
        txPower: potencia,
      },
    },
    extra: { nombre: row.name, ...(row.uuid === undefined && { tx_power: potencia }), ...resto(row, LEIDOS) },
  })
}
