import { decodeFabricante, decodeServicio } from '../anuncios/anuncio'
import { fromHex } from '../anuncios/bytes'
import { isObjeto, type Objeto, scale } from '../campos'
import type { Contexto, Decodificado, LecturaAnuncio } from '../lectura'
import { Mensaje, muestraDe, resto } from './mensaje'

const LEIDOS = new Set(
  `id mac mac_type rssi name batt volt tempc tempf hum pres accx accy accz mov seq uuid major minor txpower mfid time
  servicedata servicedatauuid manufacturerdata x_axis y_axis z_axis`.split(/\s+/),
)

/**
 * The factor from accx, accy, accz to g. The decoder declares m/s² for all, and its sources say otherwise: Ruuvi is mg
 * times 9.80665 / 10000, KKM and BlueCharm are bare mg, MikroTik is g; Mopeka's are no accelerations.
 */
const A_G: Record<string, number | null> = {
  RuuviTag_RAWv1: 1 / 0.980665,
  RuuviTag_RAWv2: 1 / 0.980665,
  K9: 1 / 1000,
  KSensor: 1 / 1000,
  'TG-BT5': 1,
  M1017: null,
}
const MS2_A_G = 1 / 9.80665

/**
 * OpenMQTTGateway and Theengs Gateway: one object or an array of {id, rssi, mac_type (1 random), tempc (°C), hum (%), batt
 * (%), volt (V), pres (hPa), ...}; raw adverts as servicedata with servicedatauuid and manufacturerdata. No time, and the
 * gateway only in the topic. Source: theengs/decoder device sources; OpenMQTTGateway docs.
 */
export function decodeTheengs(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  const filas = Array.isArray(json) ? json : isObjeto(json) ? [json] : undefined
  if (!filas) mensaje.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  for (const fila of mensaje.filas(filas ?? [])) readFila(mensaje, fila, contexto)
  return mensaje.resultado()
}

function readFila(mensaje: Mensaje, fila: Objeto, contexto: Contexto): void {
  const modelo = typeof fila.model_id === 'string' ? fila.model_id : ''
  const aG = Object.hasOwn(A_G, modelo) ? A_G[modelo] : MS2_A_G
  mensaje.lectura({
    mac: fila.id ?? fila.mac ?? contexto.tagTopic,
    rssi: fila.rssi,
    tiempo: fila.time,
    aleatoria: Number(fila.mac_type) === 1,
    leido: readCrudo(fila),
    medidas: {
      bateria: fila.batt,
      bateriaMv: scale(fila.volt, 1000),
      temperatura: fila.tempc,
      humedad: fila.hum,
      presionPa: scale(fila.pres, 100),
      contadorMovimiento: fila.mov,
      secuencia: fila.seq,
      aceleraciones: aG ? muestraDe(fila.accx, fila.accy, fila.accz, aG) : undefined,
      ibeacon: { uuid: fila.uuid, major: fila.major, minor: fila.minor, txPower: fila.txpower },
    },
    extra: { nombre: fila.name, ...resto(fila, LEIDOS) },
  })
}

/** servicedatauuid comes as "0xfcd2" or "fcd2", most significant byte first. */
function readCrudo(fila: Objeto): (LecturaAnuncio | null)[] {
  const fabricante = fromHex(fila.manufacturerdata)
  const uuid = fromHex(fila.servicedatauuid)
  const servicio = fromHex(fila.servicedata)
  return [
    fabricante && decodeFabricante(fabricante),
    servicio && uuid?.length === 2
      ? decodeServicio(Buffer.concat([Buffer.from(uuid).reverse(), servicio]))
      : null,
  ]
}
