import { isObjeto, type Objeto } from '../campos'
import type { Contexto, Decodificado, Ibeacon, Lectura } from '../lectura'
import { Mensaje, resto } from './mensaje'

const EXTREMOS = ['accelxmin', 'accelxmax', 'accelymin', 'accelymax', 'accelzmin', 'accelzmax'] as const
const LEIDOS = new Set([
  ...`mac lector rssi tiempo bateria bateria_mv temperatura humedad presion_pa aceleracion aceleraciones en_movimiento
  contador_movimiento golpe caida secuencia lat lon roll pitch anuncio mac_aleatoria alcance_g`.split(/\s+/),
  ...EXTREMOS,
])

/**
 * Retorna's own JSON, for trackers and adapters that can choose: one object or an array of
 * {mac, lector?, rssi? (dBm), tiempo? (ISO 8601, or epoch in s or ms), bateria? (%), bateria_mv? (mV), temperatura? (°C),
 * humedad? (%), presion_pa?, aceleracion?: [x, y, z] or aceleraciones?: [[x, y, z], ...] (g, oldest first),
 * alcance_g? (what the sensor reaches), en_movimiento?, contador_movimiento?, golpe?, caida?, accelxmin?, accelxmax? and the same for y and z (g, all six),
 * secuencia?, lat? and lon? (WGS84), roll? and pitch? (degrees), anuncio? (raw advert in hex), mac_aleatoria?}; any
 * other scalar is kept as it is. `mac` may be missing where the topic names the tag. An object with only `lector` and
 * `tiempo` is a heartbeat.
 */
export function decodeRetorna(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  const filas = Array.isArray(json) ? json : isObjeto(json) ? [json] : undefined
  if (!filas) mensaje.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  for (const fila of mensaje.filas(filas ?? [])) readFila(mensaje, fila, contexto)
  return mensaje.resultado()
}

function readFila(mensaje: Mensaje, fila: Objeto, contexto: Contexto): void {
  const mac = fila.mac ?? contexto.tagTopic
  if (mac === undefined && fila.anuncio === undefined && mensaje.latido(fila.lector, fila.tiempo)) return
  mensaje.lectura({
    mac,
    lector: fila.lector,
    rssi: fila.rssi,
    tiempo: fila.tiempo,
    aleatoria: fila.mac_aleatoria === true,
    anuncios: [fila.anuncio],
    medidas: {
      bateria: fila.bateria,
      bateriaMv: fila.bateria_mv,
      temperatura: fila.temperatura,
      humedad: fila.humedad,
      presionPa: fila.presion_pa,
      aceleraciones: fila.aceleraciones ?? [fila.aceleracion],
      alcanceG: fila.alcance_g,
      enMovimiento: fila.en_movimiento,
      contadorMovimiento: fila.contador_movimiento,
      golpe: fila.golpe,
      caida: fila.caida,
      extremos: {
        x: [fila.accelxmin, fila.accelxmax],
        y: [fila.accelymin, fila.accelymax],
        z: [fila.accelzmin, fila.accelzmax],
      },
      secuencia: fila.secuencia,
      lat: fila.lat,
      lon: fila.lon,
      roll: fila.roll,
      pitch: fila.pitch,
    },
    extra: resto(fila, LEIDOS),
  })
}

/** An advert that says this identity: flags, then Apple's frame. */
function anuncioOf({ uuid, major, minor, txPower }: Ibeacon): string {
  const hex = (n: number, digitos: number) => n.toString(16).padStart(digitos, '0')
  return `0201061aff4c000215${uuid}${hex(major, 4)}${hex(minor, 4)}${hex((txPower ?? 0) & 0xff, 2)}`
}

/** Readings of any gateway as a message that `decodeRetorna` reads. */
export function encodeRetorna(lecturas: readonly Lectura[]): string {
  const filas = lecturas.map(({ mac, lector, rssi, tiempo, macAleatoria, medidas: m, extra }) => ({
    ...extra,
    mac,
    lector: lector ?? undefined,
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
    // An advert that nobody understands is kept as it came.
    anuncio: m.ibeacon ? anuncioOf(m.ibeacon) : extra.anuncio,
  }))
  return JSON.stringify(filas)
}
