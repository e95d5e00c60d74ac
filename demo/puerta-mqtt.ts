import mqtt from 'mqtt'
import { writeToStream } from 'mqtt-packet'
import type { Open } from './puerta'

// By itself it keeps a buffer for each of 65,536 numbers.
writeToStream.cacheNumbers = false

const ESPERA_MS = 1000
const ESPERA_MAX_MS = 30_000
const MAX_SIN_ACUSE = 200
/** CONNACK: identifier, user name or password refused, not authorised (3.1.1 and 5). */
const DE_PERMISO = new Set<unknown>([2, 4, 5, 133, 134, 135])

/** One MQTT 3.1.1 connection per reader, as gateways have, at QoS 1. Reconnects by itself, ever more slowly. */
export const openMqtt =
  (url: string): Open =>
  (lector, par, refused) => {
    const cliente = mqtt.connect(url, {
      clientId: `${lector.voz}-${lector.mac.toLowerCase()}`,
      username: par.usuario,
      password: par.clave,
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      connectTimeout: 15_000,
      reconnectPeriod: ESPERA_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
    })
    let sinAcuse = 0

    cliente.on('connect', () => {
      cliente.options.reconnectPeriod = ESPERA_MS
    })
    cliente.on('close', () => {
      cliente.options.reconnectPeriod = Math.min(
        (cliente.options.reconnectPeriod ?? ESPERA_MS) * 2,
        ESPERA_MAX_MS,
      )
    })
    cliente.on('error', (e: Error & { code?: unknown }) => {
      if (DE_PERMISO.has(e.code)) refused()
    })

    return {
      send({ topic, texto }): void {
        if (!cliente.connected || sinAcuse >= MAX_SIN_ACUSE) return
        sinAcuse++
        cliente.publish(topic, texto, { qos: 1 }, () => {
          sinAcuse--
        })
      },
      close: () => cliente.end(true),
    }
  }
