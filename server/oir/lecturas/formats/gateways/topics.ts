import type { Formato } from '#contract/oir/lecturas/gateways-values'
import { normalizeMac } from '../fields'
import { isFormato } from './decodificadores'

export type Topic = { formato: Formato; lector?: string; nombreLector?: string; tag?: string }

/** MQTT subscription filters that cover every topic that `parseTopic` knows. */
export const FILTERS = [
  'gw/+/status',
  '/gw/+/status',
  'ruuvi/+',
  'ruuvi/+/+',
  'kbeacon/publish/+',
  'kbeacon/pubaction/+',
  'home/+/BTtoMQTT/+',
  'shelly-blu/events/+',
  'retorna/+/+',
  'retorna/+/+/+',
] as const

/**
 * What a topic tells: the format, and the gateway and tag that it names, as 12 upper case hex digits. A gateway name that is no MAC becomes
 * `nombreLector`. Null: the topic is of no known gateway.
 */
export function parseTopic(topic: string): Topic | null {
  if (topic.length > 512) return null
  const partes = (topic.startsWith('/') ? topic.slice(1) : topic).split('/')
  const [root, a = '', b = '', c = ''] = partes
  if (root === 'gw' && partes.length === 3 && b === 'status') return conLector('minew', a)
  if (topic.startsWith('/')) return null
  // A gateway whose prefix leaves its MAC out: the message names it.
  if (root === 'ruuvi' && partes.length === 2 && a !== '') return conTag({ formato: 'ruuvi' }, a)
  if (root === 'ruuvi' && partes.length === 3) return conTag(conLector('ruuvi', a), b)
  if (root === 'kbeacon' && partes.length === 3 && /^(publish|pubaction)$/.test(a)) return conLector('kkm', b)
  if (root === 'home' && partes.length === 4 && b === 'BTtoMQTT') return conTag(conLector('theengs', a), c)
  if (root === 'shelly-blu' && partes.length === 3 && a === 'events') return conTag({ formato: 'shelly' }, b)
  if (root === 'retorna' && (partes.length === 3 || partes.length === 4) && isFormato(a)) {
    return conTag(conLector(a, b), c)
  }
  return null
}

/** Reader and tag that a message's topic names. A name that is no MAC may be the serial that a reader is registered under. */
export function nombrados(topic: Topic | null): { lectorTopic?: string; tagTopic?: string } {
  return { lectorTopic: topic?.lector ?? topic?.nombreLector, tagTopic: topic?.tag }
}

function conLector(formato: Formato, nombre: string): Topic {
  const lector = normalizeMac(nombre)
  if (lector) return { formato, lector }
  return nombre === '' ? { formato } : { formato, nombreLector: nombre }
}

function conTag(topic: Topic, nombre: string): Topic {
  const tag = normalizeMac(nombre)
  return tag ? { ...topic, tag } : topic
}
