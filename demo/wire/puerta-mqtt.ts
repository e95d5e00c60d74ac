import mqtt from 'mqtt'
import { writeToStream } from 'mqtt-packet'
import type { Open } from './puerta'

// By default it keeps a buffer for each of 65,536 numbers.
writeToStream.cacheNumbers = false

const ESPERA_MS = 1000
const ESPERA_MAX_MS = 30_000
const MAX_SIN_ACUSE = 200
/** CONNACK codes: identifier, user name or password refused, not authorised (MQTT 3.1.1 and 5). */
const DE_PERMISO = new Set<unknown>([2, 4, 5, 133, 134, 135])

/** One MQTT 3.1.1 connection per reader at QoS 1, as gateways have. It reconnects by itself, with growing delays. */
export const openMqtt =
  (url: string): Open =>
  (lector, pair, refused) => {
    const client = mqtt.connect(url, {
      clientId: `${lector.voz}-${lector.mac.toLowerCase()}`,
      username: pair.usuario,
      password: pair.clave,
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      connectTimeout: 15_000,
      reconnectPeriod: ESPERA_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
    })
    let sinAcuse = 0

    client.on('connect', () => {
      client.options.reconnectPeriod = ESPERA_MS
    })
    client.on('close', () => {
      client.options.reconnectPeriod = Math.min(
        (client.options.reconnectPeriod ?? ESPERA_MS) * 2,
        ESPERA_MAX_MS,
      )
    })
    client.on('error', (e: Error & { code?: unknown }) => {
      if (DE_PERMISO.has(e.code)) refused()
    })

    return {
      send({ topic, texto }): void {
        if (!client.connected || sinAcuse >= MAX_SIN_ACUSE) return
        sinAcuse++
        client.publish(topic, texto, { qos: 1 }, () => {
          sinAcuse--
        })
      },
      close: () => client.end(true),
    }
  }
