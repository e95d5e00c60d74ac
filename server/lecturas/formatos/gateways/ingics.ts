import { isObjeto, type Objeto, scale } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje, resto } from './mensaje'

const LINEA = /^\$([0-9A-Z]{3,6}),([^,]{0,24}),([^,]{0,24}),([^,]{0,8})(?:,(.*))?$/s
/** Reports without an advert: they only prove the gateway alive. HBRP is the heartbeat, GPSR the gateway's position. */
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
export function decodeIngics(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  if (!/^[\s\uFEFF]*[[{]/.test(texto)) {
    readLista(mensaje, lineasDe(texto))
    return mensaje.resultado()
  }
  const json = mensaje.json(texto)
  if (isObjeto(json)) readLista(mensaje, Array.isArray(json.data) ? json.data : [json])
  else if (Array.isArray(json)) readLista(mensaje, json)
  return mensaje.resultado()
}

/** One line at a time: a split of a huge text would cost as much again in memory. */
function* lineasDe(texto: string): Generator<string> {
  let desde = 0
  while (desde < texto.length) {
    const corte = texto.indexOf('\n', desde)
    const hasta = corte < 0 ? texto.length : corte
    const linea = texto.slice(desde, hasta).trim()
    if (linea !== '') yield linea
    desde = hasta + 1
  }
}

function readLista(mensaje: Mensaje, lista: Iterable<unknown>): void {
  for (const elemento of lista) {
    if (!mensaje.countFila()) return
    if (typeof elemento === 'string') readLinea(mensaje, elemento.trim())
    else if (isObjeto(elemento)) readObjeto(mensaje, elemento)
    else mensaje.refuse('fila_invalida', 'La fila no es una línea ni un objeto')
  }
}

function readLinea(mensaje: Mensaje, linea: string): void {
  if (linea === '') return
  const partes = LINEA.exec(linea)
  if (!partes) {
    mensaje.refuse('fila_invalida', 'La línea no tiene la forma $TIPO,tag,gateway,rssi,datos')
    return
  }
  const [, tipo = '', tag, gateway, rssi, cola = ''] = partes
  const campos = cola.split(',', 16)
  if (SIN_ANUNCIO.has(tipo)) {
    const ultimo = campos.at(-1)
    if (!mensaje.latido(gateway, ultimo)) mensaje.refuse('mac_invalida', 'El gateway no tiene una MAC válida')
    return
  }
  const [anuncio = '', tiempo] = campos
  mensaje.lectura({ mac: tag, lector: gateway, rssi, tiempo, anuncios: [anuncio], extra: { tipo } })
}

function readObjeto(mensaje: Mensaje, fila: Objeto): void {
  const lector = fila.gw ?? fila.reader
  if (fila.tag === undefined) {
    if (!mensaje.latido(lector, fila.ts)) mensaje.refuse('fila_invalida', 'La fila no nombra tag ni gateway')
    return
  }
  const muestras = Array.isArray(fila.accels) ? fila.accels.slice(0, 64) : [fila.accel]
  mensaje.lectura({
    mac: fila.tag,
    lector,
    rssi: fila.rssi,
    tiempo: fila.ts,
    anuncios: [fila.raw_data],
    medidas: {
      bateriaMv: scale(fila.battery ?? fila.vbatt, 1000),
      temperatura: fila.temperature ?? fila.temp,
      humedad: fila.humidity ?? fila.rh,
      presionPa: scale(fila.gp, 100),
      enMovimiento: fila.moving ?? fila.move ?? fila.act,
      caida: fila.fall,
      aceleraciones: muestras
        .filter(isObjeto)
        .map(({ x, y, z }) => [x, y, z].map((eje) => scale(eje, 1 / COUNTS_POR_G))),
      ibeacon: {
        uuid: fila.uuid,
        major: fila.major,
        minor: fila.minor,
        txPower: fila.ref_tx ?? fila.tx_power,
      },
    },
    extra: { modelo: fila.type === 'Unknown' ? undefined : fila.type, ...resto(fila, LEIDOS) },
  })
}
