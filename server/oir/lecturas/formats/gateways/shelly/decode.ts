import { decodeService } from '../../adverts/anuncio'
import { fromHex } from '../../adverts/bytes'
import { isObject, type Objeto, scale } from '../../fields'
import type { Context, Decodificado, LecturaAnuncio } from '../../lectura'
import { Message, resto } from '../message'

const LEIDOS = new Set([
  'atm. pressure',
  ...`addr address mac rssi local_name battery Battery temperature Temperature humidity Humidity pressure pid moving vibration
  acceleration service_data data time ts`.split(/\s+/),
])
const UUID_BTHOME = [0xd2, 0xfc]
const MS2_A_G = 1 / 9.80665
/** Components of the gateway that stand for a tag, which their status and events do not name by its address. */
const TAG_COMPONENT = /^(bthomedevice|bthomesensor|blutrv):/
const SCAN_RESULT = 'ble.scan_result'
const MAX_BASE64 = 4096

/**
 * Shelly BLU, as its gateway scripts publish it: {addr or address, rssi, battery, temperature (°C), humidity (%), motion,
 * button, ...}, lists where a tag has several of a kind, the values in service_data in the universal script; or raw BTHome as
 * service_data hex or as a list of bytes in data. A Gen2 NotifyEvent wraps the same in params.events, and its src ends in the gateway's MAC;
 * else nothing names the gateway. Its event ble.scan_result carries adverts: [1, addr, rssi, advert, scan response] or
 * [2, [[addr, rssi, advert, scan response], ...]], in base64. Source: ALLTERCO/shelly-script-examples, ble-shelly-blu and
 * universal-blu-to-mqtt; home-assistant-libs/aioshelly, ble.
 */
export function decodeShelly(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (isObject(json) && isObject(json.params)) readNotificacion(message, json, json.params, context)
  else {
    const rows = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
    if (!rows) message.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
    else for (const row of message.filas(rows)) readRow(message, row, context, undefined, undefined)
  }
  return message.resultado()
}

function readNotificacion(message: Message, json: Objeto, params: Objeto, context: Context): void {
  const lector = typeof json.src === 'string' ? json.src.slice(-12) : undefined
  if (!message.latido(lector, params.ts)) message.latidoPropio(params.ts)
  if (Object.keys(params).some((clave) => TAG_COMPONENT.test(clave))) refuseComponent(message)
  if (!Array.isArray(params.events)) return
  for (const evento of message.filas(params.events)) {
    const ts = evento.ts ?? params.ts
    if (evento.event === SCAN_RESULT) readScan(message, evento.data, lector, ts)
    else if (TAG_COMPONENT.test(String(evento.component))) refuseComponent(message)
    // Other components of the gateway notify too, without adverts.
    else if (isObject(evento.data) && isAdvert(evento)) readRow(message, evento.data, context, lector, ts)
  }
}

function refuseComponent(message: Message): void {
  message.refuse(
    'mensaje_no_admitido',
    'Un componente BTHome no dice la dirección de su dispositivo: use el script ble-shelly-blu',
  )
}

const isAdvert = ({ event, data }: Objeto) =>
  event === 'shelly-blu' ||
  (isObject(data) && (data.addr ?? data.address ?? data.service_data ?? data.BTHome_version) !== undefined)

function readScan(message: Message, data: unknown, lector: unknown, ts: unknown): void {
  const [version, ...one] = Array.isArray(data) ? data : []
  const list = version === 1 ? [one] : version === 2 && Array.isArray(one[0]) ? one[0] : undefined
  if (!list) {
    message.refuse('forma_invalida', 'El escaneo no es de una versión conocida')
    return
  }
  for (const row of list) {
    if (!message.countFila()) return
    if (!Array.isArray(row)) {
      message.refuse('fila_invalida', 'El anuncio del escaneo no es una lista')
      continue
    }
    const [mac, rssi, ...adverts] = row
    message.lectura({ mac, lector, rssi, tiempo: ts, anuncios: [adverts.slice(0, 2).map(hexOf).join('')] })
  }
}

/** Base64 as hex; what is none stays, and is refused as an advert that cannot be read. */
function hexOf(base64: unknown): string {
  const text = typeof base64 === 'string' ? base64.slice(0, MAX_BASE64) : ''
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('hex') : text
}

/** The first of several values of a kind. */
function first(valor: unknown): unknown {
  return Array.isArray(valor) ? valor[0] : valor
}

/** The universal script publishes the values of a tag inside of service_data. */
const flattenService = (row: Objeto): Objeto =>
  isObject(row.service_data) && row.service_data.fcd2 === undefined ? { ...row.service_data, ...row } : row

function readRow(message: Message, bruta: Objeto, context: Context, lector: unknown, ts: unknown): void {
  const row = flattenService(bruta)
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
      presionPa: scale(first(row.pressure ?? row['atm. pressure']), 100),
      secuencia: row.pid,
      enMovimiento: first(row.moving) ?? first(row.vibration),
      aceleraciones:
        Array.isArray(axes) && axes.length === 3 ? [axes.map((axis) => scale(axis, MS2_A_G))] : undefined,
    },
    extra: flatten(resto(row, LEIDOS), row.local_name),
  })
}

/** Several values of a kind become `nombre`, `nombre_2`, ... */
function flatten(row: Objeto, nombre: unknown): Objeto {
  const extra: Objeto = { nombre }
  for (const clave of Object.keys(row)) {
    const valor = row[clave]
    if (!Array.isArray(valor)) extra[clave] = valor
    else
      valor.slice(0, 8).forEach((uno, n) => {
        extra[n === 0 ? clave : `${clave}_${n + 1}`] = uno
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
