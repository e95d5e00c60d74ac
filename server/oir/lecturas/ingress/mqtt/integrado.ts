import { createServer, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { writeToStream } from 'mqtt-packet'
import { listenOn, type Wanted } from '../../../../platform/http/port'
import type { Metricas } from '../../../../platform/metrics/metrics'
import { nombrados, parseTopic, type Topic } from '../../formats/gateways/topics'
import type { Origen } from '../../pipeline/message'
import type { Credenciales } from '../credenciales'
import type { Recepcion } from '../recepcion'
import type { Rejections } from '../repo-rejections'
import { createEspera } from './espera'
import { limitPackets } from './limit'

// By default the library caches a buffer for each of 65,536 numbers, ten megabytes, only to save two bytes per packet.
writeToStream.cacheNumbers = false

type Where = { host: string; puerto: number | undefined }

/** The port of the settings; without one, 1883 or the next free one. */
export const portOf = ({ host, puerto }: Where): Wanted => ({
  host,
  port: puerto,
  first: 1883,
  setting: 'MQTT_PORT',
})

/** A client must send its credential within this time. */
const PRESENTACION_MS = 10_000
/** TCP keep-alive: after this silence the system checks whether the reader is still there. */
const SILENCIO_MS = 120_000
const MALA_CLAVE = 4

type ClientLector = Client & { origen?: Origen; usuario?: string; clave?: string }

/**
 * The embedded broker: readers publish, nobody subscribes. A message is acknowledged (PUBACK) only after its readings are committed; what is
 * published on topics of no format is dropped and counted. Each publication checks the credential again, so that a revoked one stops working at once.
 */
export async function startBroker(
  options: Where,
  {
    receive,
    credenciales,
    rejections,
    metricas,
    onFail,
  }: {
    receive: Recepcion
    credenciales: Credenciales
    rejections: Rejections
    metricas: Metricas
    /** Called if a credential could not be checked. */
    onFail: (e: unknown) => void
  },
) {
  const broker = await Aedes.createBroker({
    maxClientsIdLength: 256,
    maxTopicLevels: 12,
    queueLimit: 500,
    connectTimeout: PRESENTACION_MS,
  })
  const refuse = (motivo: string) => metricas.rechazados.inc({ via: 'mqtt', motivo })

  broker.authenticate = (client, usuario, clave, done) => {
    const rejection = Object.assign(new Error('bad credentials'), {
      returnCode: MALA_CLAVE,
    }) as AuthenticateError
    if (!usuario || !clave) {
      refuse('sin_credencial')
      return done(rejection, null)
    }
    const text = clave.toString()
    const socket = client.conn as Socket
    espera.present(socket)
    credenciales.check(usuario, text).then(
      (origen) => {
        if (!origen) {
          refuse('sin_credencial')
          espera.refuse(socket)
        }
        // A second connection with the same client id ends the first, and sessions go by the id. With the user name in front, only the
        // reader's own clients share its id. aedes uses the id after this.
        const id = `${usuario}/${client.id}`
        Object.assign(client, { id, origen, usuario, clave: text })
        done(origen ? null : rejection, Boolean(origen))
      },
      (e) => {
        onFail(e)
        espera.refuse(socket)
        done(Object.assign(new Error('unavailable'), { returnCode: 3 }) as AuthenticateError, null)
      },
    )
  }

  broker.authorizeSubscribe = (_client, _subscription, done) => {
    refuse('suscripcion')
    done(null, null)
  }

  const isForeign = (origen: Origen, { lector }: Topic) =>
    lector !== undefined && lector !== origen.lector?.mac && !origen.puente

  async function publish(client: ClientLector | null, packet: PublishPacket): Promise<void> {
    // Messages of the broker itself ($SYS) have no client.
    if (!client) return
    const origen = await credenciales.check(client.usuario ?? '', client.clave ?? '')
    if (!origen) throw new Error('revoked')
    const topic = parseTopic(packet.topic)
    if (!topic) {
      // Gateways publish more than readings: last wills, their own state, discovery. None of that is a reason to close.
      refuse('topic_desconocido')
      const detalle = `El topic ${packet.topic} no es de ningún formato.`
      if (origen.lector) rejections.noteUnheard(origen.lector.id, detalle)
      return
    }
    if (isForeign(origen, topic)) {
      refuse('lector_ajeno')
      if (origen.lector) rejections.note(origen.lector.id, `El topic ${packet.topic} no es de este lector.`)
      throw new Error('forbidden topic')
    }
    await receive({
      formato: topic.formato,
      via: 'mqtt',
      topic: packet.topic,
      texto: packet.payload.toString(),
      origen,
      ...nombrados(topic),
    })
  }

  broker.authorizePublish = (client, packet, done) => {
    // Nothing is retained: there are no subscribers.
    packet.retain = false
    publish(client as ClientLector | null, packet).then(
      () => done(null),
      (e: Error) => done(e),
    )
  }

  broker.on('connectionError', () => refuse('conexion'))
  broker.on('clientError', () => refuse('cliente'))

  const espera = createEspera(() => refuse('demasiadas'))
  broker.on('clientReady', (client) => espera.admit(client.conn as Socket))

  const enchufes = new Set<Socket>()
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: SILENCIO_MS }, (socket) => {
    if (!espera.add(socket)) {
      refuse('demasiadas')
      socket.destroy()
      return
    }
    enchufes.add(socket)
    metricas.conexionesMqtt.set(enchufes.size)
    socket.on('close', () => {
      enchufes.delete(socket)
      metricas.conexionesMqtt.set(enchufes.size)
    })
    limitPackets(socket, () => refuse('demasiado_grande'))
    broker.handle(socket)
  })

  const puerto = await listenOn(server, portOf(options))
  return {
    puerto,
    async stop(): Promise<void> {
      for (const s of enchufes) s.destroy()
      await new Promise<void>((r) => server.close(() => r()))
      await new Promise<void>((r) => broker.close(() => r()))
    },
  }
}
