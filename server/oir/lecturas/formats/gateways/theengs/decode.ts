import { decodeFabricante, decodeService } from '../../adverts/anuncio'
import { fromHex } from '../../adverts/bytes'
import { readClimate } from '../../adverts/kkm'
import { firstTime, isObject, normalizeMac, type Objeto, scale } from '../../fields'
import type { Context, Decodificado, LecturaAnuncio } from '../../lectura'
import { Message, resto, sampleOf } from '../message'

const LEIDOS = new Set(
  `id mac mac_type rssi name batt volt tempc tempf hum pres accx accy accz mov seq uuid major minor txpower mfid time
  UTCtime unixtime servicedata servicedatauuid manufacturerdata x_axis y_axis z_axis`.split(/\s+/),
)

/**
 * By model, the factor from accx, accy, accz to g; null: these are no accelerations. The decoder declares m/s² for all models, but its
 * sources show otherwise: Ruuvi is mg times 9.80665 / 10000, KKM and BlueCharm are plain mg, MikroTik is g.
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
/** Models whose humidity is decoded as a number without a sign: from 128 on it is a negative one. */
const KKM = new Set(['K6P', 'K9'])

/**
 * OpenMQTTGateway and Theengs Gateway: one object or an array of {id, rssi, mac_type (1 random), tempc (°C), hum (%), batt
 * (%), volt (V), pres (hPa), ...}; raw adverts as servicedata with servicedatauuid and manufacturerdata. A time only where it is switched
 * on, and the gateway only in the topic. Source: theengs/decoder device sources; OpenMQTTGateway docs.
 */
export function decodeTheengs(text: string, context: Context): Decodificado {
  const message = new Message(context)
  const json = message.json(text)
  if (json === undefined) return message.resultado()
  const rows = Array.isArray(json) ? json : isObject(json) ? [json] : undefined
  if (!rows) message.refuse('forma_invalida', 'Se esperaba un objeto o una lista')
  else for (const row of message.filas(rows)) readRow(message, row, context)
  return message.resultado()
}

/** The gateway says that it does not hear the tag any more, or that it could not connect to it. */
const isUnheard = ({ presence, state, success }: Objeto) =>
  presence === 'absent' || state === 'offline' || success === false

function readRow(message: Message, row: Objeto, context: Context): void {
  if (isUnheard(row)) {
    message.latidoPropio()
    return
  }
  const modelo = typeof row.model_id === 'string' ? row.model_id : ''
  const aG = Object.hasOwn(A_G, modelo) ? A_G[modelo] : MS2_A_G
  message.lectura({
    // An iBeacon may have its UUID as id.
    mac: [row.mac, row.id, context.tagTopic].find((mac) => normalizeMac(mac)) ?? row.id,
    rssi: row.rssi,
    tiempo: firstTime(row.time, row.UTCtime, row.unixtime),
    aleatoria: Number(row.mac_type) === 1,
    leido: readCrudo(row),
    medidas: {
      bateria: row.batt,
      bateriaMv: scale(row.volt, 1000),
      ...readClimate(row.tempc, KKM.has(modelo) && Number(row.hum) >= 128 ? Number(row.hum) - 256 : row.hum),
      presionPa: scale(row.pres, 100),
      contadorMovimiento: row.mov,
      secuencia: row.seq,
      aceleraciones: aG ? sampleOf(row.accx, row.accy, row.accz, aG) : undefined,
      ibeacon: { uuid: row.uuid, major: row.major, minor: row.minor, txPower: row.txpower },
    },
    extra: { nombre: row.name, ...resto(row, LEIDOS) },
  })
}

/** servicedatauuid comes as "0xfcd2" or "fcd2", most significant byte first. */
function readCrudo(row: Objeto): (LecturaAnuncio | null)[] {
  const fabricante = fromHex(row.manufacturerdata)
  const uuid = fromHex(row.servicedatauuid)
  const service = fromHex(row.servicedata)
  return [
    fabricante && decodeFabricante(fabricante),
    service && uuid?.length === 2
      ? decodeService(Buffer.concat([Buffer.from(uuid).reverse(), service]))
      : null,
  ]
}
