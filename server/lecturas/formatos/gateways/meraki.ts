import { isObjeto, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje } from './mensaje'

/**
 * Cisco Meraki Scanning API v3, type Bluetooth: data.observations of clientMac, latestRecord (nearest access point, its
 * rssi, ISO time), locations (estimate of the tag with the access points that heard it) and bleBeacons (raw AD structures
 * in hex, or uuid, major, minor). Windows of one minute. Also v2 BluetoothDevicesSeen, one access point per message.
 * Source: Cisco Meraki, Scanning API, Bluetooth observations.
 */
export function decodeMeraki(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  if (!isObjeto(json) || !isObjeto(json.data)) {
    mensaje.refuse('forma_invalida', 'Se esperaba un objeto con data')
    return mensaje.resultado()
  }
  const { data } = json
  if (typeof json.type !== 'string' || !/^(bluetooth|ble)/i.test(json.type)) {
    mensaje.refuse('mensaje_no_admitido', 'Solo se leen las observaciones de tipo Bluetooth')
    return mensaje.resultado()
  }
  for (const ap of Array.isArray(data.reportingAps) ? data.reportingAps.slice(0, 1000) : []) {
    if (isObjeto(ap)) mensaje.latido(ap.mac, data.endTime)
  }
  mensaje.latido(data.apMac)
  const filas = Array.isArray(data.observations) ? data.observations : []
  for (const fila of mensaje.filas(filas)) readObservacion(mensaje, fila, data.apMac)
  return mensaje.resultado()
}

type Escucha = { lector: unknown; rssi: unknown; tiempo: unknown; lat?: unknown; lon?: unknown }

/** The hearings of each location; the latest record where there is none. */
function escuchas(fila: Objeto, apMac: unknown): Escucha[] {
  const lista: Escucha[] = []
  for (const lugar of Array.isArray(fila.locations) ? fila.locations.slice(0, 100) : []) {
    if (!isObjeto(lugar)) continue
    const sitio = { tiempo: lugar.time, lat: lugar.lat, lon: lugar.lng }
    for (const registro of Array.isArray(lugar.rssiRecords) ? lugar.rssiRecords.slice(0, 32) : []) {
      if (isObjeto(registro)) lista.push({ lector: registro.apMac, rssi: registro.rssi, ...sitio })
    }
  }
  if (lista.length > 0) return lista
  const ultimo = fila.latestRecord
  if (isObjeto(ultimo))
    return [{ lector: ultimo.nearestApMac, rssi: ultimo.nearestApRssi, tiempo: ultimo.time }]
  const lugar = isObjeto(fila.location) ? fila.location : {}
  const tiempo = fila.seenEpoch ?? fila.seenTime
  return [{ lector: apMac, rssi: fila.rssi, tiempo, lat: lugar.lat, lon: lugar.lng }]
}

function readObservacion(mensaje: Mensaje, fila: Objeto, apMac: unknown): void {
  const balizas = (Array.isArray(fila.bleBeacons) ? fila.bleBeacons.slice(0, 16) : []).filter(isObjeto)
  const identidad = balizas.find((baliza) => typeof baliza.uuid === 'string')
  for (const { lector, rssi, tiempo, lat, lon } of escuchas(fila, apMac)) {
    mensaje.lectura({
      mac: fila.clientMac,
      lector,
      rssi,
      tiempo,
      anuncios: balizas.map((baliza) => baliza.rawData),
      medidas: {
        lat,
        lon,
        ibeacon: identidad && {
          uuid: identidad.uuid,
          major: identidad.major,
          minor: identidad.minor,
          txPower: identidad.txPower,
        },
      },
      extra: { nombre: fila.name, tipo: balizas[0]?.bleType },
    })
  }
}
