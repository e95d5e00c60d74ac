import type { MqttClient } from 'mqtt'
import { FILTERS } from '../../../formats/gateways/topics'
import type { PartWorker } from '../../../pipeline/ownership/share-manager'
import { SESSION_S, type SessionGrant } from './repo-sessions'

/** Most messages at QoS 1 that the broker sends before the first of them is acknowledged. */
const RECEIVE_MAXIMUM = 20
export type SessionOptions = {
  url: string
  /** Begins the client ids and names the shared subscription: of this installation alone. */
  name: string
  /** Resolves when the message is committed. A message at QoS 1 is acknowledged then; rejected, it is not, and comes again. */
  handle(topic: string, message: Buffer): Promise<void>
  handleLoose(topic: string, message: Buffer): Promise<void>
  onConnect(numero: number): void
  /** The connection has ended. It is not opened again before the leases say whose session it is by now. */
  onClose(numero: number): void
  onError(e: Error): void
  /** The broker keeps a session of this name that this database never opened. */
  onForeign(numero: number): void
  /** The broker no longer has a session that it should have kept: what waited in it is gone. */
  onForgotten(numero: number): void
}

/** Whether the broker should have kept the session since it was read last. */
const isKept = ({ leida }: SessionGrant) =>
  leida !== null && Date.now() - leida.getTime() < SESSION_S * 1000 * 0.9

/**
 * One connection for a session at the broker. The broker keeps the session and what waits in it when this connection ends, for whoever reads
 * it next.
 */
export function openSession(
  mqtt: typeof import('mqtt').default,
  grant: SessionGrant,
  options: SessionOptions,
): PartWorker {
  const { url, name, handle, handleLoose } = options
  const { numero } = grant
  const client: MqttClient = mqtt.connect(url, {
    clientId: `${name}-${numero}`,
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: SESSION_S, receiveMaximum: RECEIVE_MAXIMUM },
    reconnectPeriod: 0,
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
    if (packet.qos === 0) handleLoose(topic, message).catch(() => {})
  })
  client.on('error', options.onError)
  client.on('connect', ({ sessionPresent }) => {
    if (sessionPresent && grant.leida === null) options.onForeign(numero)
    if (!sessionPresent && isKept(grant)) options.onForgotten(numero)
    const filters = Object.fromEntries(FILTERS.map((f) => [`$share/${name}/${f}`, { qos: 1 as const }]))
    client.subscribe(filters, (e) => {
      if (e) options.onError(e)
      else options.onConnect(numero)
    })
  })
  client.on('close', () => options.onClose(numero))
  const end = () => client.endAsync(true).catch(() => {})
  return { stop: end, drop: end }
}
