import { firstTime, isObject, type Objeto } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { Message } from '../message'

/**
 * Cisco Meraki Scanning API v3, type Bluetooth: data.observations of clientMac, latestRecord (nearest access point, its
 * rssi, ISO time), locations (estimate of the tag with the access points that heard it) and bleBeacons (raw AD structures
 * in hex, or uuid, major, minor). Windows of one minute. Also v2 BluetoothDevicesSeen, one access point per message.
 * Source: Cisco Meraki, Scanning API, Bluetooth observations.
 */
export function decodeMeraki(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (!isObject(json) || !isObject(json.data)) {
    message.refuse('forma_invalida', 'Se esperaba un objeto con data')
    return message.resultado()
  }
  const { data } = json
  if (typeof json.type !== 'string' || !/^(bluetooth|ble)/i.test(json.type)) {
    message.refuse('mensaje_no_admitido', 'Solo se leen las observaciones de tipo Bluetooth')
    return message.resultado()
  }
  for (const ap of Array.isArray(data.reportingAps) ? data.reportingAps.slice(0, 1000) : []) {
    if (isObject(ap)) message.latido(ap.mac, data.endTime)
  }
  message.latido(data.apMac)
  if (!Array.isArray(data.observations)) message.refuse('forma_invalida', 'El mensaje no trae observaciones')
  else for (const row of message.filas(data.observations)) readObservacion(message, row, data.apMac)
  return message.resultado()
}

type NotificationListener = { lector: unknown; rssi: unknown; tiempo: unknown; lat?: unknown; lon?: unknown }

/** A device of version 2 that no access point heard in the window: its times are 0 or null. */
const isUnheard = (row: Objeto) =>
  (row.seenEpoch !== undefined || row.seenTime !== undefined) &&
  [row.seenEpoch, row.seenTime].every((t) => !t || String(t).startsWith('1970-'))

/** The hearings of all locations; the latest record if there are none. */
function escuchas(row: Objeto, apMac: unknown): NotificationListener[] {
  const list: NotificationListener[] = []
  for (const place of Array.isArray(row.locations) ? row.locations.slice(0, 100) : []) {
    if (!isObject(place)) continue
    const where = { tiempo: place.time, lat: place.lat, lon: place.lng }
    for (const registro of Array.isArray(place.rssiRecords) ? place.rssiRecords.slice(0, 32) : []) {
      if (isObject(registro)) list.push({ lector: registro.apMac, rssi: registro.rssi, ...where })
    }
  }
  if (list.length > 0) return list
  const last = row.latestRecord
  if (isObject(last)) return [{ lector: last.nearestApMac, rssi: last.nearestApRssi, tiempo: last.time }]
  const place = isObject(row.location) ? row.location : {}
  const tiempo = firstTime(row.seenEpoch, row.seenTime)
  return [{ lector: apMac, rssi: row.rssi, tiempo, lat: place.lat, lon: place.lng }]
}

function readObservacion(message: Message, row: Objeto, apMac: unknown): void {
  if (isUnheard(row)) {
    if (!message.latido(apMac)) message.latidoPropio()
    return
  }
  const balizas = (Array.isArray(row.bleBeacons) ? row.bleBeacons.slice(0, 16) : []).filter(isObject)
  const identidad = balizas.find((baliza) => typeof baliza.uuid === 'string')
  for (const { lector, rssi, tiempo, lat, lon } of escuchas(row, apMac)) {
    message.lectura({
      mac: row.clientMac,
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
      extra: { nombre: row.name, tipo: balizas[0]?.bleType },
    })
  }
}
