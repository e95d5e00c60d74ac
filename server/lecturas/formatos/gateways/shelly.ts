import { decodeServicio } from '../anuncios/anuncio'
import { fromHex } from '../anuncios/bytes'
import { isObjeto, type Objeto, scale } from '../campos'
import type { Contexto, Decodificado, LecturaAnuncio } from '../lectura'
import { Mensaje, resto } from './mensaje'

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
export function decodeShelly(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  if (isObjeto(json) && isObjeto(json.params)) readNotificacion(mensaje, json, json.params, contexto)
  else {
    const filas = Array.isArray(json) ? json : isObjeto(json) ? [json] : undefined
    if (!filas) mensaje.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
    for (const fila of mensaje.filas(filas ?? [])) readFila(mensaje, fila, contexto, undefined, undefined)
  }
  return mensaje.resultado()
}

function readNotificacion(mensaje: Mensaje, json: Objeto, params: Objeto, contexto: Contexto): void {
  const lector = typeof json.src === 'string' ? json.src.slice(-12) : undefined
  mensaje.latido(lector, params.ts)
  if (!Array.isArray(params.events)) return
  for (const evento of mensaje.filas(params.events)) {
    // Other components of the gateway notify too: those are no adverts.
    if (isObjeto(evento.data) && (evento.data.addr ?? evento.data.address) !== undefined) {
      readFila(mensaje, evento.data, contexto, lector, evento.ts ?? params.ts)
    }
  }
}

/** The first of several values of a kind. */
function primero(valor: unknown): unknown {
  return Array.isArray(valor) ? valor[0] : valor
}

function readFila(mensaje: Mensaje, fila: Objeto, contexto: Contexto, lector: unknown, ts: unknown): void {
  const { acceleration: ejes } = fila
  mensaje.lectura({
    mac: fila.addr ?? fila.address ?? fila.mac ?? contexto.tagTopic,
    lector,
    rssi: fila.rssi,
    tiempo: ts ?? fila.time ?? fila.ts,
    leido: [readCrudo(fila)],
    medidas: {
      bateria: primero(fila.battery ?? fila.Battery),
      temperatura: primero(fila.temperature ?? fila.Temperature),
      humedad: primero(fila.humidity ?? fila.Humidity),
      presionPa: scale(primero(fila.pressure), 100),
      secuencia: fila.pid,
      enMovimiento: primero(fila.moving) ?? primero(fila.vibration),
      aceleraciones:
        Array.isArray(ejes) && ejes.length === 3 ? [ejes.map((eje) => scale(eje, MS2_A_G))] : undefined,
    },
    extra: flatten(resto(fila, LEIDOS)),
  })
}

/** Several of a kind become `nombre`, `nombre_2`, ... */
function flatten(fila: Objeto): Objeto {
  const extra: Objeto = {}
  for (const [nombre, valor] of Object.entries(fila)) {
    const lista = Array.isArray(valor) ? valor.slice(0, 8) : [valor]
    lista.forEach((uno, n) => {
      extra[n === 0 ? nombre : `${nombre}_${n + 1}`] = uno
    })
  }
  return extra
}

function readCrudo(fila: Objeto): LecturaAnuncio | null {
  const hex = isObjeto(fila.service_data) ? fila.service_data.fcd2 : fila.service_data
  const lista = Array.isArray(fila.data) && fila.data.length <= 255 ? fila.data : undefined
  const bytes = lista?.every((b) => Number.isInteger(b)) ? Uint8Array.from(lista) : fromHex(hex)
  return bytes ? decodeServicio(Uint8Array.from([...UUID_BTHOME, ...bytes])) : null
}
