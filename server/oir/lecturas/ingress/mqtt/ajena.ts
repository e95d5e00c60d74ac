import type { Metricas } from '../../../../platform/metrics/metrics'
import { nombrados, parseTopic } from '../../formats/gateways/topics'
import type { RawMessage } from '../../pipeline/message'

const MAX_MESSAGE = 1 << 20

/**
 * A message from an outside broker, which has checked its sender. Null: it is no gateway's message, or too long; it is counted as refused.
 */
export function readAjena(topicTexto: string, message: Uint8Array, metricas: Metricas): RawMessage | null {
  const topic = parseTopic(topicTexto)
  if (!topic || message.length > MAX_MESSAGE) {
    metricas.rechazados.inc({ via: 'mqtt', motivo: topic ? 'demasiado_grande' : 'topic_desconocido' })
    return null
  }
  return {
    formato: topic.formato,
    via: 'mqtt',
    topic: topicTexto,
    texto: Buffer.from(message.buffer, message.byteOffset, message.length).toString(),
    origen: { lector: null, puente: true },
    ...nombrados(topic),
  }
}
