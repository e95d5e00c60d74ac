import { isObject, type Objeto, scale } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { clean, Message, resto } from '../message'

const LINEA = /^\$([0-9A-Z]{3,6}),([^,]{0,24}),([^,]{0,24}),([^,]{0,8})(?:,(.*))?$/s
/** Reports without an advert, which only show that the gateway is alive. HBRP is the heartbeat, GPSR the position of the gateway. */
const SIN_ANUNCIO = new Set(['HBRP', 'GPSR'])
const LEIDOS = new Set(
  `ts reader gw tag rssi type raw_data battery vbatt temperature temp humidity rh moving move act fall accel accels
  uuid major minor ref_tx tx_power gp`.split(/\s+/),
)
const COUNTS_POR_G = 256

/**
 * Ingics gateways (iGS01 to iGS03): lines `$TYPE,tag,gateway,rssi,payload[,time]` separated by CR LF, the TAG first; the
 * time in epoch seconds, with a fraction, or in ms. Or JSON {"data": [...]} of such lines or of decoded objects (battery
 * in volts, 256 counts per g). Source: ingics/ingics-message-parser.
 */
export function decodeIngics(text: string, context: Context): Decodificado {
  const message = new Message(context)
  if (!/^[\s\uFEFF]*[[{]/.test(text)) {
    readList(message, lineasOf(clean(text)))
    return message.resultado()
  }
  const json = message.json(text)
  const list = isObject(json) ? json.data : json
  if (Array.isArray(list)) {
    if (list.length === 0) message.noteEmpty()
    readList(message, list)
  } else if (isObject(json)) readList(message, [json])
  return message.resultado()
}

/** One line at a time: splitting a huge text at once would take as much memory again. */
function* lineasOf(text: string): Generator<string> {
  let desde = 0
  while (desde < text.length) {
    const lineEnd = text.indexOf('\n', desde)
    const hasta = lineEnd < 0 ? text.length : lineEnd
    const linea = text.slice(desde, hasta).trim()
    if (linea !== '') yield linea
    desde = hasta + 1
  }
}

function readList(message: Message, list: Iterable<unknown>): void {
  for (const elemento of list) {
    if (!message.countFila()) return
    if (typeof elemento === 'string') readLinea(message, elemento.trim())
    else if (isObject(elemento)) readObject(message, elemento)
    else message.refuse('fila_invalida', 'La fila no es una línea ni un objeto')
  }
}

function readLinea(message: Message, linea: string): void {
  if (linea === '') return
  const partes = LINEA.exec(linea)
  if (!partes) {
    message.refuse('fila_invalida', 'La línea no tiene la forma $TIPO,tag,gateway,rssi,datos')
    return
  }
  const [, tipo = '', tag, gateway, rssi, cola = ''] = partes
  const fields = cola.split(',', 16)
  if (SIN_ANUNCIO.has(tipo)) {
    const last = fields.at(-1)
    if (!message.latido(gateway, last)) message.refuse('mac_invalida', 'El gateway no tiene una MAC válida')
    return
  }
  const [anuncio = '', tiempo] = fields
  message.lectura({ mac: tag, lector: gateway, rssi, tiempo, anuncios: [anuncio], extra: { tipo } })
}

function readObject(message: Message, row: Objeto): void {
  const lector = row.gw ?? row.reader
  if (row.tag === undefined) {
    if (!message.latido(lector, row.ts)) message.refuse('fila_invalida', 'La fila no nombra tag ni gateway')
    return
  }
  const samples = Array.isArray(row.accels) ? row.accels.slice(0, 64) : [row.accel]
  message.lectura({
    mac: row.tag,
    lector,
    rssi: row.rssi,
    tiempo: row.ts,
    anuncios: [row.raw_data],
    medidas: {
      bateriaMv: scale(row.battery ?? row.vbatt, 1000),
      temperatura: row.temperature ?? row.temp,
      humedad: row.humidity ?? row.rh,
      presionPa: scale(row.gp, 100),
      enMovimiento: row.moving ?? row.move ?? row.act,
      caida: row.fall,
      aceleraciones: samples
        .filter(isObject)
        .map(({ x, y, z }) => [x, y, z].map((axis) => scale(axis, 1 / COUNTS_POR_G))),
      ibeacon: {
        uuid: row.uuid,
        major: row.major,
        minor: row.minor,
        txPower: row.ref_tx ?? row.tx_power,
      },
    },
    extra: { modelo: row.type === 'Unknown' ? undefined : row.type, ...resto(row, LEIDOS) },
  })
}
