import { decodeService } from '../adverts/anuncio'
import { fromHex } from '../adverts/bytes'
import { isObject, type Objeto, scale } from '../fields'
import type { Context, Decodificado, LecturaAnuncio } from '../lectura'
import { Message, resto } from './message'

const LEIDOS = new Set(
  `addr address mac rssi battery Battery temperature Temperature humidity Humidity pressure pid moving vibration
  acceleration service_data data time ts`.split(/\s+/),
)
const UUID_BTHOME = [0xd2, 0xfc]
const MS2_A_G = 1 / 9.80665

/**
 * Shelly BLU, as its gateway scripts publish it: {addr or address, rssi, battery, temperature (°C), humidity (%), motion,
 * button, ...}, lists where a tag has several of a kind; or raw BTHome as service_data hex or as a list of bytes in data.
 * A Gen2 NotifyEvent wraps the same in params.events, and its src ends in the gateway's MAC; else nothing names the
 * gateway. Source: ALLTERCO/shelly-script-examples, ble-shelly-blu.
 */
export function decodeShelly(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (isObject(json) && isObject(json.params)) readNotificacion(message, json, json.params, context)
  else {
    const rows = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
    if (!rows) message.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
    for (const row of message.filas(rows ?? [])) readRow(message, row, context, undefined, undefined)
  }
  return message.resultado()
}

function readNotificacion(message: Message, json: Objeto, params: Objeto, context: Context): void {
  const lector = typeof json.src === 'string' ? json.src.slice(-12) : undefined
  message.latido(lector, params.ts)
  if (!Array.isArray(params.events)) return
  for (const evento of message.filas(params.events)) {
    // Other components of the gateway notify too, without adverts.
    if (isObject(evento.data) && (evento.data.addr ?? evento.data.address) !== undefined) {
      readRow(message, evento.data, context, lector, evento.ts ?? params.ts)
    }
  }
}

/** The first of several values of a kind. */
function first(valor: unknown): unknown {
  return Array.isArray(valor) ? valor[0] : valor
}

function readRow(message: Message, row: Objeto, context: Context, lector: unknown, ts: unknown): void {
  const { acceleration: axes } = row
  message.lectura({
    mac: row.addr ?? row.address ?? row.mac ?? context.tagTopic,
    lector,
    rssi: row.rssi,
    tiempo: ts ?? row.time ?? row.ts,
    leido: [readCrudo(row)],
    medidas: {
      bateria: first(row.battery ?? row.Battery),
      temperatura: first(row.temperature ?? row.Temperature),
      humedad: first(row.humidity ?? row.Humidity),
      presionPa: scale(first(row.pressure), 100),
      secuencia: row.pid,
      enMovimiento: first(row.moving) ?? first(row.vibration),
      aceleraciones:
        Array.isArray(axes) && axes.length === 3 ? [axes.map((axis) => scale(axis, MS2_A_G))] : undefined,
    },
    extra: flatten(resto(row, LEIDOS)),
  })
}

/** Several values of a kind become `nombre`, `nombre_2`, ... */
function flatten(row: Objeto): Objeto {
  const extra: Objeto = {}
  for (const [nombre, valor] of Object.entries(row)) {
    const list = Array.isArray(valor) ? valor.slice(0, 8) : [valor]
    list.forEach((uno, n) => {
      extra[n === 0 ? nombre : `${nombre}_${n + 1}`] = uno
    })
  }
  return extra
}

function readCrudo(row: Objeto): LecturaAnuncio | null {
  const hex = isObject(row.service_data) ? row.service_data.fcd2 : row.service_data
  const list = Array.isArray(row.data) && row.data.length <= 255 ? row.data : undefined
  const bytes = list?.every((b) => Number.isInteger(b)) ? Uint8Array.from(list) : fromHex(hex)
  return bytes ? decodeService(Uint8Array.from([...UUID_BTHOME, ...bytes])) : null
}
