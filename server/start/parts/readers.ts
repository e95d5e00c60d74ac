import { startClients } from '../../oir/lecturas/ingress/mqtt/externo'
import { startBroker } from '../../oir/lecturas/ingress/mqtt/integrado'
import { openSessionStore } from '../../oir/lecturas/ingress/mqtt/sessions/repo-sessions'
import { startEntrada } from '../../oir/lecturas/log/entrada'
import { startProcessHeartbeat } from '../../operacion/salud/process-heartbeat'
import { createOnFailure } from '../../platform/db/failures'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Health } from './health'
import type { Ingest } from './ingest'

/**
 * Let readers in that speak MQTT, and start measuring the health of this process.
 * @returns port of the embedded broker; null where an external one is used
 */
export async function openReaders(
  { config, closers, log: told }: Starting,
  { ingesta }: Database,
  { metricas, addLink }: Health,
  { log, pipeline, ventana, receive, credenciales, rejections }: Ingest,
): Promise<number | null> {
  const onFallo = createOnFailure(() => told)
  const readQueue = () => pipeline.enCola
  metricas.watchIngesta(readQueue, () => ventana.ultima)
  const processHeartbeat = startProcessHeartbeat(
    ingesta.db,
    ventana,
    readQueue,
    onFallo('this process could not tell how it is'),
  )
  closers.add(() => processHeartbeat.stop())
  if (log && config.NATS_ENTRADA) {
    const entrada = await startEntrada(log, {
      stream: config.NATS_ENTRADA,
      replicas: config.NATS_REPLICAS,
      receive,
      metricas,
      onFail: (e) => told.warn({ err: e }, 'what gateways say at NATS is not read, trying again'),
    })
    closers.add(() => entrada.stop())
  }
  if (config.MQTT_URL) {
    const sessions = await openSessionStore(ingesta.pool, config.MQTT_GRUPO, !config.DATABASE_URL)
    const clients = await startClients({ url: config.MQTT_URL, sessions }, receive, metricas, {
      onFail: (e) => told.warn({ err: e }, 'outside MQTT broker not reached, trying again'),
      onLost: () => told.warn({}, 'more messages at QoS 0 than can be saved: some are lost'),
      onForeign: () =>
        told.warn(
          { sessions: sessions.name },
          'something else uses the MQTT sessions of this installation and takes a part of its messages: give the other one its own MQTT_GRUPO',
        ),
      onForgotten: () =>
        told.warn(
          {},
          'the MQTT broker has forgotten sessions of this installation, with what waited in them',
        ),
      onDbFail: onFallo('the leases of the MQTT sessions were not renewed'),
    })
    closers.add(() => clients.stop())
    addLink(() => clients.conectado())
    return null
  }
  const broker = await startBroker(
    { host: config.HOST, puerto: config.MQTT_PORT },
    {
      receive,
      credenciales,
      rejections,
      metricas,
      onFail: onFallo('readers are refused: no credential can be checked'),
    },
  )
  closers.add(() => broker.stop())
  return broker.puerto
}
