import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Metricas } from '../../../platform/metrics/metrics'
import { FILTERS } from '../formats/gateways/topics'
import { readAjena } from '../ingress/mqtt/ajena'
import type { Recepcion } from '../ingress/recepcion'
import type { Log } from './connection'

/** Name of the consumer, which all processes share, so that they divide the messages. */
const DURADERO = 'retorna'
/** Most messages of a process in flight to the log. */
const PEDIDOS = 200
const MAX_SIN_CONFIRMAR = 5000
/** A message that is not acknowledged within this time is given to another process. */
const CONFIRMA_NS = 30 * 1_000_000_000
const REINTENTO_MS = 1000

/** NATS subject of an MQTT topic filter: `gw/AC…/status` becomes `gw.AC….status`, and a leading `/` becomes `/.`. */
export const subjectOf = (filter: string) =>
  filter
    .replace(/^\//, '\u0000')
    .replaceAll('/', '.')
    .replace('\u0000', '/.')
    .replaceAll('+', '*')
    .replaceAll('#', '>')

export const topicOf = (subject: string) =>
  subject.startsWith('/.') ? `/${subject.slice(2).replaceAll('.', '/')}` : subject.replaceAll('.', '/')

/**
 * Take what gateways send to NATS itself (to its MQTT listener, or to a plant's own server that forwards it). A stream keeps it until it is
 * in the log. NATS checks who may publish where, as any outside broker does.
 * @param stream is created if it does not exist, with the topics that gateways use
 */
export async function startEntrada(
  b: Log,
  {
    stream,
    replicas,
    receive,
    metricas,
    onFail,
  }: {
    stream: string
    replicas: number
    receive: Recepcion
    metricas: Metricas
    onFail: (e: unknown) => void
  },
) {
  const subjects = FILTERS.map(subjectOf)
  const made = await b.jsm.streams.info(stream).catch(() => null)
  // One of an earlier version lacks what gateways use by now. One that takes from a plant has no subjects of its own.
  const had = made?.config.subjects ?? []
  if (had.length && had.every((s) => subjects.includes(s)) && had.length < subjects.length)
    await b.jsm.streams.update(stream, { subjects }).catch(onFail)
  if (!made)
    await b.jsm.streams.add({
      name: stream,
      subjects,
      storage: 'file',
      retention: 'workqueue',
      discard: 'new',
      num_replicas: replicas,
    })
  if (!(await b.jsm.consumers.info(stream, DURADERO).catch(() => null)))
    await b.jsm.consumers.add(stream, {
      durable_name: DURADERO,
      ack_policy: 'explicit',
      ack_wait: CONFIRMA_NS,
      max_ack_pending: MAX_SIN_CONFIRMAR,
    })
  let parado = false
  let messages: ConsumerMessages | null = null

  async function handle(m: JsMsg): Promise<void> {
    const entrada = readAjena(topicOf(m.subject), m.data, metricas)
    if (!entrada) return m.ack()
    try {
      await receive(entrada)
      m.ack()
    } catch {
      m.nak(REINTENTO_MS)
    }
  }

  async function read(): Promise<void> {
    const c = await b.js.consumers.get(stream, DURADERO)
    messages = await c.consume({ max_messages: PEDIDOS, idle_heartbeat: 2000, expires: 10_000 })
    for await (const m of messages) handle(m).catch(onFail)
  }

  const fin = (async () => {
    while (!parado) {
      await read().catch((e) => !parado && onFail(e))
      if (!parado) await sleep(REINTENTO_MS)
    }
  })()

  return {
    async stop(): Promise<void> {
      parado = true
      await Promise.race([messages?.close(), sleep(1000)])
      await Promise.race([fin, sleep(1500)])
    },
  }
}
