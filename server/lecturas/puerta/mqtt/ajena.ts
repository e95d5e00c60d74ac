import type { Metricas } from '../../../metricas'
import { nombrados, parseTopic } from '../../formatos/gateways/topics'
import type { Entrada } from '../recepcion'

const MAX_MENSAJE = 1 << 20

/** What came by a broker that is not ours, which has checked who may say it; null, and counted, where it is nothing of a gateway's. */
export function readAjena(topicTexto: string, mensaje: Uint8Array, metricas: Metricas): Entrada | null {
  const topic = parseTopic(topicTexto)
  if (!topic || mensaje.length > MAX_MENSAJE) {
    metricas.rechazados.inc({ via: 'mqtt', motivo: topic ? 'demasiado_grande' : 'topic_desconocido' })
    return null
  }
  return {
    formato: topic.formato,
    via: 'mqtt',
    topic: topicTexto,
    texto: Buffer.from(mensaje.buffer, mensaje.byteOffset, mensaje.length).toString(),
    origen: { lector: null, puente: true },
    ...nombrados(topic, false),
  }
}
