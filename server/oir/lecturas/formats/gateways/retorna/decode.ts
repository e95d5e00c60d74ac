import { isMac } from '#contract/parque/dispositivos/alta-values'
import { isObject, type Objeto } from '../../fields'
import type { Context, Decodificado, Ibeacon, Lectura } from '../../lectura'
import { Message, resto } from '../message'

const EXTREMES = ['accelxmin', 'accelxmax', 'accelymin', 'accelymax', 'accelzmin', 'accelzmax'] as const
const LEIDOS = new Set([
  ...`mac lector rssi tiempo bateria bateria_mv temperatura humedad presion_pa aceleracion aceleraciones en_movimiento
  contador_movimiento golpe caida secuencia lat lon roll pitch anuncio mac_aleatoria alcance_g lector_serie`.split(
    /\s+/,
  ),
  ...EXTREMES,
])

/**
 * Retorna's own JSON, for trackers and adapters whose output can be chosen. One object or an array of {mac, lector?, rssi? (dBm), tiempo?
 * (ISO 8601, or epoch in s or ms), bateria? (%), bateria_mv? (mV), temperatura? (°C), humedad? (%), presion_pa?, aceleracion?: [x, y, z] or
 * aceleraciones?: [[x, y, z], ...] (g, oldest first), alcance_g? (range of the sensor, g), en_movimiento?, contador_movimiento?, golpe?,
 * caida?, accelxmin?, accelxmax? and the same for y and z (g, all six), secuencia?, lat? and lon? (WGS84), roll? and pitch? (degrees),
 * anuncio? (raw advert in hex), mac_aleatoria?}. Any other scalar is kept as it is. `mac` may be missing if the topic names the tag. An
 * object with only `lector` and `tiempo` is a heartbeat. `lector_serie?` names a reader that is registered by a serial.
 */
export function decodeRetorna(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  const rows = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
  if (!rows) message.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  else for (const row of message.filas(rows)) readRow(message, row, context)
  return message.resultado()
}

function readRow(message: Message, row: Objeto, context: Context): void {
  const mac = row.mac ?? context.tagTopic
  if (mac === undefined && row.anuncio === undefined && message.latido(row.lector, row.tiempo)) return
  message.lectura({
    mac,
    lector: row.lector,
    lectorSerie: row.lector_serie,
    rssi: row.rssi,
    tiempo: row.tiempo,
    aleatoria: row.mac_aleatoria === true,
    anuncios: [row.anuncio],
    medidas: {
      bateria: row.bateria,
      bateriaMv: row.bateria_mv,
      temperatura: row.temperatura,
      humedad: row.humedad,
      presionPa: row.presion_pa,
      aceleraciones: row.aceleraciones ?? [row.aceleracion],
      alcanceG: row.alcance_g,
      enMovimiento: row.en_movimiento,
      contadorMovimiento: row.contador_movimiento,
      golpe: row.golpe,
      caida: row.caida,
      extremos: {
        x: [row.accelxmin, row.accelxmax],
        y: [row.accelymin, row.accelymax],
        z: [row.accelzmin, row.accelzmax],
      },
      secuencia: row.secuencia,
      lat: row.lat,
      lon: row.lon,
      roll: row.roll,
      pitch: row.pitch,
    },
    extra: resto(row, LEIDOS),
  })
}

/** A raw advert in hex with this iBeacon identity: flags, then the Apple frame. */
function anuncioOf({ uuid, major, minor, txPower }: Ibeacon): string {
  const hex = (n: number, digitos: number) => n.toString(16).padStart(digitos, '0')
  return `0201061aff4c000215${uuid}${hex(major, 4)}${hex(minor, 4)}${hex((txPower ?? 0) & 0xff, 2)}`
}

/** Readings of any gateway as a message that `decodeRetorna` reads. */
export function encodeRetorna(lecturas: readonly Lectura[]): string {
  const rows = lecturas.map(({ mac, lector, rssi, tiempo, macAleatoria, medidas: m, extra }) => ({
    ...extra,
    mac,
    ...(lector !== null && { [isMac(lector) ? 'lector' : 'lector_serie']: lector }),
    rssi: rssi ?? undefined,
    tiempo: tiempo ?? undefined,
    mac_aleatoria: macAleatoria || undefined,
    bateria: m.bateria,
    bateria_mv: m.bateriaMv,
    temperatura: m.temperatura,
    humedad: m.humedad,
    presion_pa: m.presionPa,
    aceleraciones: m.aceleraciones,
    alcance_g: m.alcanceG,
    en_movimiento: m.enMovimiento,
    contador_movimiento: m.contadorMovimiento,
    golpe: m.golpe,
    caida: m.caida,
    accelxmin: m.extremos?.x[0],
    accelxmax: m.extremos?.x[1],
    accelymin: m.extremos?.y[0],
    accelymax: m.extremos?.y[1],
    accelzmin: m.extremos?.z[0],
    accelzmax: m.extremos?.z[1],
    secuencia: m.secuencia,
    lat: m.lat,
    lon: m.lon,
    roll: m.roll,
    pitch: m.pitch,
    // An advert that no format knows is kept as it came.
    anuncio: m.ibeacon ? anuncioOf(m.ibeacon) : extra.anuncio,
  }))
  return JSON.stringify(rows)
}
