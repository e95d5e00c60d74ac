import { isObjeto, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje, muestraDe, resto } from './mensaje'

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
export function decodeMinew(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  const lista = Array.isArray(json) ? json : isObjeto(json) ? [json] : undefined
  if (!lista) mensaje.refuse('forma_invalida', 'Se esperaba una lista de filas')
  else readFilas(mensaje, lista)
  return mensaje.resultado()
}

function macGateway(fila: unknown): unknown {
  if (!isObjeto(fila)) return undefined
  if (fila.type === 'Gateway') return fila.mac
  return typeof fila.gateway === 'string' && fila.mac === undefined ? fila.gateway : undefined
}

function readFilas(mensaje: Mensaje, lista: unknown[]): void {
  let lector = macGateway(lista.find((fila) => macGateway(fila) !== undefined))
  for (const fila of mensaje.filas(lista)) {
    const gateway = macGateway(fila)
    if (gateway === undefined) readTag(mensaje, fila, lector)
    else if (mensaje.latido(gateway, fila.timestamp)) lector = gateway
    else mensaje.refuse('mac_invalida', 'La fila del gateway no tiene una MAC válida')
  }
}

function readTag(mensaje: Mensaje, fila: Objeto, lector: unknown): void {
  // A beacon that does not tell its battery is sent as 0.
  const bateria = fila.type === 'iBeacon' && fila.battery === 0 ? undefined : fila.battery
  mensaje.lectura({
    mac: fila.mac,
    lector,
    rssi: fila.rssi,
    tiempo: fila.timestamp,
    anuncios: [fila.rawData],
    medidas: {
      bateria,
      temperatura: fila.temperature,
      humedad: fila.humidity,
      aceleraciones: muestraDe(fila.x, fila.y, fila.z),
      ibeacon: {
        uuid: fila.ibeaconUuid,
        major: fila.ibeaconMajor,
        minor: fila.ibeaconMinor,
        txPower: fila.ibeaconTxPower,
      },
    },
    extra: {
      nombre: fila.bleName,
      tipo: fila.type === 'Unknown' ? undefined : fila.type,
      ...resto(fila, LEIDOS),
    },
  })
}
