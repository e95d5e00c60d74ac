import { isObjeto, normalizeMac, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje, muestraDe, resto } from './mensaje'

const LEIDOS = new Set(
  `dmac rssi time vbatt temp hum humidity advCnt accX accY accZ uuid majorID minorID major minor refPwr data data1 data2
  name`.split(/\s+/),
)
/** Address prefixes of KKM tags. Raw rows of some firmware send the address backwards. */
const PREFIJOS = /^(DD33|BC57)/

/**
 * KKM KGateway, JSON {msg: "advData", gmac, obj: [...]}: rows decoded by the gateway (mV, °C, %, axes in mg) or raw (data1
 * in hex, rssi as string). time carries no zone and counts as UTC. {msg: "alive"} is the heartbeat. What a row is shows in
 * its fields; its type bits (1 iBeacon, 2 UID, 8 TLM, 16 URL) are kept as extra. Source: live captures of KGateway.
 */
export function decodeKkm(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  if (!isObjeto(json)) {
    mensaje.refuse('forma_invalida', 'Se esperaba un objeto con msg')
    return mensaje.resultado()
  }
  if (json.msg === 'advData' && Array.isArray(json.obj)) {
    for (const fila of mensaje.filas(json.obj)) readFila(mensaje, fila, json.gmac)
  } else if (json.msg !== 'alive') {
    mensaje.refuse('mensaje_no_admitido', 'El mensaje no es advData ni alive')
  }
  if (typeof json.msg === 'string' && !mensaje.latido(json.gmac, json.time)) {
    mensaje.latido(contexto.lectorTopic, json.time)
  }
  return mensaje.resultado()
}

function straighten(dmac: unknown): unknown {
  const mac = normalizeMac(dmac)
  const reves = mac?.match(/../g)?.reverse().join('') ?? ''
  return mac && !PREFIJOS.test(mac) && PREFIJOS.test(reves) ? reves : dmac
}

function readFila(mensaje: Mensaje, fila: Objeto, lector: unknown): void {
  const anuncios = [fila.data1, fila.data2, fila.data]
  const cruda = anuncios.some((anuncio) => typeof anuncio === 'string')
  mensaje.lectura({
    mac: cruda ? straighten(fila.dmac) : fila.dmac,
    lector,
    rssi: fila.rssi,
    tiempo: fila.time,
    anuncios,
    medidas: {
      bateriaMv: fila.vbatt,
      temperatura: fila.temp,
      humedad: fila.hum ?? fila.humidity,
      secuencia: fila.advCnt,
      aceleraciones: muestraDe(fila.accX, fila.accY, fila.accZ, 1 / 1000),
      ibeacon: {
        uuid: fila.uuid,
        major: fila.majorID ?? fila.major,
        minor: fila.minorID ?? fila.minor,
        txPower: fila.refPwr,
      },
    },
    extra: { nombre: fila.name, ...resto(fila, LEIDOS) },
  })
}
