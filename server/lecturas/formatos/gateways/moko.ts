import { isObjeto, numero, type Objeto } from '../campos'
import type { Contexto, Decodificado } from '../lectura'
import { Mensaje, muestraDe, resto } from './mensaje'

const LATIDO = 3004
const ESCANEO = 3070
const LEIDOS = new Set(
  `timestamp timezone adv_data rsp_data raw_data type rssi mac adv_name uuid major minor rssi_1m batt_vol temperature
  humidity adv_count x_axis_data y_axis_data z_axis_data accelerometer_check_move motion_trigger_count`.split(
    /\s+/,
  ),
)

/**
 * MOKO gateways (MKGW), JSON {msg_id, device_info: {mac}, data}. 3070 is a scan: rows decoded by the gateway (mV, °C, %,
 * axes in mg) or raw (adv_data and rsp_data, or raw_data, in hex). 3004 is the heartbeat. timestamp is epoch ms or s, or
 * seconds since boot while the clock is not set, which is no time. Source: MOKO MKGW MQTT messages, live captures.
 */
export function decodeMoko(texto: string, contexto: Contexto): Decodificado {
  const mensaje = new Mensaje(contexto)
  const json = mensaje.json(texto)
  if (json === undefined) return mensaje.resultado()
  if (!isObjeto(json)) {
    mensaje.refuse('forma_invalida', 'Se esperaba un objeto con msg_id')
    return mensaje.resultado()
  }
  const lector = isObjeto(json.device_info) ? json.device_info.mac : undefined
  const id = numero(json.msg_id)
  if (id === ESCANEO) readEscaneo(mensaje, json.data, lector)
  else if (id !== LATIDO) mensaje.refuse('mensaje_no_admitido', 'El mensaje no es un escaneo ni un latido')
  const reloj = isObjeto(json.data) ? instante(json.data.timestamp) : undefined
  if (id !== undefined && !mensaje.latido(lector, reloj)) mensaje.latido(contexto.lectorTopic, reloj)
  return mensaje.resultado()
}

/** Some firmware nests the time as {timestamp, timezone}. */
function instante(valor: unknown): unknown {
  return isObjeto(valor) ? valor.timestamp : valor
}

function readEscaneo(mensaje: Mensaje, data: unknown, lector: unknown): void {
  const filas = Array.isArray(data) ? data : isObjeto(data) ? [data] : []
  if (filas.length === 0) mensaje.refuse('forma_invalida', 'El escaneo no trae filas')
  for (const fila of mensaje.filas(filas)) readFila(mensaje, fila, lector)
}

function readFila(mensaje: Mensaje, fila: Objeto, lector: unknown): void {
  const movimiento = numero(fila.accelerometer_check_move)
  mensaje.lectura({
    mac: fila.mac,
    lector,
    rssi: fila.rssi,
    tiempo: instante(fila.timestamp),
    anuncios: [fila.adv_data, fila.rsp_data, fila.raw_data],
    medidas: {
      bateriaMv: fila.batt_vol,
      temperatura: fila.temperature,
      humedad: fila.humidity,
      secuencia: fila.adv_count,
      aceleraciones: muestraDe(fila.x_axis_data, fila.y_axis_data, fila.z_axis_data, 1 / 1000),
      enMovimiento: movimiento === undefined ? fila.accelerometer_check_move : movimiento !== 0,
      contadorMovimiento: fila.motion_trigger_count,
      ibeacon: { uuid: fila.uuid, major: fila.major, minor: fila.minor, txPower: fila.rssi_1m },
    },
    extra: { nombre: fila.adv_name, tipo: fila.type, ...resto(fila, LEIDOS) },
  })
}
