import { normalizeMac } from '../fields'
import { type Formato, isFormato, MAKERS } from './makers'

export type Topic = { formato: Formato; lector?: string; nombreLector?: string; tag?: string }

type Pattern = { formato: Formato; levels: readonly string[] }

const GATEWAY = '<gateway>'
const TAG = '<tag>'

const PATTERNS: readonly Pattern[] = MAKERS.flatMap((m) =>
  m.topics.map((t) => ({ formato: m.id, levels: t.split('/') })),
)
/** How topics of any format begin, with its id as the second level. */
const OWN = 'retorna'

/** MQTT subscription filters that cover every topic that `parseTopic` knows. */
export const FILTERS: readonly string[] = [
  ...new Set(PATTERNS.map(({ levels }) => levels.map((l) => (l.startsWith('<') ? '+' : l)).join('/'))),
  `${OWN}/+/+`,
  `${OWN}/+/+/+`,
]

/**
 * What a topic tells: the format, and the gateway and tag that it names, as 12 upper case hex digits. A gateway name that is no MAC becomes
 * `nombreLector`. Null: the topic is of no known gateway.
 */
export function parseTopic(topic: string): Topic | null {
  if (topic.length > 512) return null
  const levels = topic.split('/')
  const [root, formato = ''] = levels
  if (root === OWN && (levels.length === 3 || levels.length === 4) && isFormato(formato))
    return readLevels({ formato, levels: [OWN, formato, GATEWAY, TAG] }, levels)
  // A root alone names nothing. Behind more levels the message may.
  if (levels.length === 2 && levels[1] === '') return null
  const pattern = PATTERNS.find((p) => matches(p.levels, levels))
  return pattern ? readLevels(pattern, levels) : null
}

const matches = (pattern: readonly string[], levels: readonly string[]): boolean =>
  pattern.length === levels.length && pattern.every((p, i) => p === levels[i] || p.startsWith('<'))

function readLevels({ formato, levels: pattern }: Pattern, levels: readonly string[]): Topic {
  const topic: Topic = { formato }
  for (const [i, level] of levels.entries()) {
    const kind = pattern[i]
    if (level === '' || (kind !== GATEWAY && kind !== TAG)) continue
    const mac = normalizeMac(level)
    if (kind === GATEWAY) Object.assign(topic, mac ? { lector: mac } : { nombreLector: level })
    else if (mac) topic.tag = mac
  }
  return topic
}

/** Reader and tag that a message's topic names. A name that is no MAC may be the serial that a reader is registered under. */
export function nombrados(topic: Topic | null): { lectorTopic?: string; tagTopic?: string } {
  return { lectorTopic: topic?.lector ?? topic?.nombreLector, tagTopic: topic?.tag }
}
