import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Metricas } from '../../../../platform/metrics/metrics'
import { FILTERS } from '../../formats/gateways/topics'
import type { Recepcion } from '../recepcion'
import { readAjena } from './ajena'

/** A mqtt.js client handles one message at a time. Several clients of one shared subscription fill a batch. */
const CONNECTIONS = 16
const SESION_S = 3600
const ESPERA_MAX_MS = 5000

/** Most messages at QoS 0 that wait to be saved. The broker forgets a message when it sends it, so that only memory has it. */
export const MAX_SIN_GUARDAR = { mensajes: 2000, bytes: 16 << 20 }

/**
 * Read from an outside broker through shared subscriptions (`$share/<group>/...`), so that several processes divide the messages. At QoS 1
 * a message is acknowledged once its readings are committed, and retried until then; meanwhile the broker keeps later messages. At QoS 0 it
 * is retried too, while few messages wait; beyond that, messages are lost. The broker checks who may publish where. Here the topic or
 * payload names the reader, which must be registered.
 * @param onFail called once each time that the broker begins to refuse us or becomes unreachable
 * @param onLost called once each time that messages at QoS 0 begin to be lost
 */
export async function startClients(
  url: string,
  {
    group,
    identidad,
    receive,
    metricas,
    onFail,
    onLost,
  }: {
    group: string
    identidad: string
    receive: Recepcion
    metricas: Metricas
    onFail: (e: Error) => void
    onLost: () => void
  },
) {
  const { default: mqtt } = await import('mqtt')
  const nombre = createHash('sha256').update(`${hostname()} ${identidad}`).digest('hex').slice(0, 12)
  let parando = false
  // A set, not a counter: a connection that was never open emits `close` too.
  const abiertos = new Set<number>()
  let avisado = false
  const fail = (e: Error) => {
    if (!avisado && !parando) onFail(e)
    avisado = true
  }
  const count = () => metricas.conexionesMqtt.set(abiertos.size)

  async function handle(topicTexto: string, message: Buffer): Promise<void> {
    const entrada = readAjena(topicTexto, message, metricas)
    if (!entrada) return
    for (let espera = 100; !parando; espera = Math.min(espera * 2, ESPERA_MAX_MS)) {
      try {
        await receive(entrada)
        return
      } catch {
        await sleep(espera)
      }
    }
    throw new Error('stopping')
  }

  const sinGuardar = { mensajes: 0, bytes: 0 }
  let perdiendo = false

  async function handleSuelto(topic: string, message: Buffer): Promise<void> {
    const { mensajes, bytes } = sinGuardar
    if (mensajes >= MAX_SIN_GUARDAR.mensajes || bytes + message.length > MAX_SIN_GUARDAR.bytes) {
      metricas.rechazados.inc({ via: 'mqtt', motivo: 'sin_sitio' })
      if (!perdiendo) onLost()
      perdiendo = true
      return
    }
    sinGuardar.mensajes++
    sinGuardar.bytes += message.length
    try {
      await handle(topic, message)
    } finally {
      sinGuardar.mensajes--
      sinGuardar.bytes -= message.length
      if (!sinGuardar.mensajes) perdiendo = false
    }
  }

  const clients = Array.from({ length: CONNECTIONS }, (_, i) => {
    const client = mqtt.connect(url, {
      clientId: `${group}-${nombre}-${i}`,
      protocolVersion: 5,
      clean: false,
      properties: { sessionExpiryInterval: SESION_S, receiveMaximum: 20 },
      reconnectPeriod: 2000,
      resubscribe: false,
      customHandleAcks: (topic, message, packet, done) => {
        if (packet.qos === 0) return
        handle(topic, message as Buffer).then(
          () => done(0),
          // Not acknowledged: the broker sends it again, to this or another process.
          () => {},
        )
      },
    })
    client.on('message', (topic, message, packet) => {
      if (packet.qos === 0) handleSuelto(topic, message).catch(() => {})
    })
    client.on('error', (e) => {
      metricas.rechazados.inc({ via: 'mqtt', motivo: 'conexion' })
      fail(e)
    })
    client.on('connect', () => {
      abiertos.add(i)
      count()
      const filters = Object.fromEntries(FILTERS.map((f) => [`$share/${group}/${f}`, { qos: 1 as const }]))
      client.subscribe(filters, (e) => {
        if (e) fail(e)
        else avisado = false
      })
    })
    client.on('close', () => {
      abiertos.delete(i)
      count()
      fail(new Error('connection closed'))
    })
    return client
  })

  return {
    conectado: () => clients.some((c) => c.connected),
    async stop(): Promise<void> {
      parando = true
      await Promise.all(clients.map((c) => c.endAsync(true).catch(() => {})))
    },
  }
}
