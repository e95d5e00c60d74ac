import { isObject, numero, type Objeto } from '../../fields'
import type { Context, Decodificado } from '../../lectura'
import { Message, resto, sampleOf } from '../message'

const ESCANEO = 3070
/** State of the network: the older protocol sends it as 3003, and a scan as 3004. */
const STATES = new Set([3003, 3004])
const LEIDOS = new Set([
  'raw data',
  'rssi@1m',
  ...`timestamp timezone adv_data rsp_data raw_data raw type rssi mac adv_name name uuid major minor rssi_1m
  batt_vol temperature humidity adv_count x_axis_data y_axis_data z_axis_data accelerometer_check_move motion_trigger_count`.split(
    /\s+/,
  ),
])
/** Time of the older protocol, as in 2026-6-8&21:43:48+00. */
const ANTIGUA = /^(\d{4})-(\d{1,2})-(\d{1,2})&(\d{2}:\d{2}:\d{2})([+-]\d{2})$/

/**
 * MOKO gateways (MKGW), JSON {msg_id, device_info: {mac}, data}. 3070 is a scan: rows decoded by the gateway (mV, °C, %,
 * axes in mg) or raw (adv_data and rsp_data, or raw_data, in hex). 3004 is the heartbeat. timestamp is epoch ms or s, or
 * seconds since boot while the clock is not set, which is no time. The older protocol (MK107, MK110) sends the scan as 3004, each row in
 * {type, value}, and the state of its network as 3003. Source: MOKO MKGW MQTT messages, live captures; reelyactive/barnowl-mokosmart.
 */
export function decodeMoko(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  if (!isObject(json)) {
    message.refuse('forma_invalida', 'Se esperaba un objeto con msg_id')
    return message.resultado()
  }
  const lector = isObject(json.device_info) ? json.device_info.mac : undefined
  const id = numero(json.msg_id)
  if (isObject(json.data) && json.data.net_state === 'offline') {
    message.noteFarewell()
    return message.resultado()
  }
  if (id === ESCANEO || (id === 3004 && Array.isArray(json.data))) readEscaneo(message, json.data, lector)
  else if (id === undefined || !STATES.has(id))
    message.refuse('mensaje_no_admitido', 'El mensaje no es un escaneo ni un latido')
  const clock = isObject(json.data) ? instant(json.data.timestamp) : undefined
  if (id !== undefined && !message.latido(lector, clock)) message.latidoPropio(clock)
  return message.resultado()
}

/** Some firmware nests the time as {timestamp, timezone}. */
function instant(valor: unknown): unknown {
  if (isObject(valor)) return valor.timestamp
  const [, year, month = '', day = '', hour, zone] = (typeof valor === 'string' && ANTIGUA.exec(valor)) || []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour}${zone}:00` : valor
}

function readEscaneo(message: Message, data: unknown, lector: unknown): void {
  const rows = Array.isArray(data) ? data : isObject(data) ? [data] : undefined
  if (!rows) message.refuse('forma_invalida', 'El escaneo no trae filas')
  else for (const row of message.filas(rows)) readRow(message, isObject(row.value) ? row.value : row, lector)
}

function readRow(message: Message, row: Objeto, lector: unknown): void {
  const movimiento = numero(row.accelerometer_check_move)
  message.lectura({
    mac: row.mac,
    lector,
    rssi: row.rssi,
    tiempo: instant(row.timestamp),
    anuncios: [row.adv_data, row.rsp_data, row.raw_data, row['raw data'], row.raw],
    medidas: {
      bateriaMv: row.batt_vol,
      temperatura: row.temperature,
      humedad: row.humidity,
      secuencia: row.adv_count,
      aceleraciones: sampleOf(row.x_axis_data, row.y_axis_data, row.z_axis_data, 1 / 1000),
      enMovimiento: movimiento === undefined ? row.accelerometer_check_move : movimiento !== 0,
      contadorMovimiento: row.motion_trigger_count,
      ibeacon: { uuid: row.uuid, major: row.major, minor: row.minor, txPower: row.rssi_1m ?? row['rssi@1m'] },
    },
    extra: { nombre: row.adv_name ?? row.name, tipo: row.type, ...resto(row, LEIDOS) },
  })
}
