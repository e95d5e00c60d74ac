import { createHash } from 'node:crypto'
import { ESPACIO_EPCIS, PREFIJO_EPCIS } from '#contract/operacion/epcis/values'
import { canonicalOf } from './identificadores'

/** Fields that are not part of the identity of an event. */
const APART = new Set(['eventID', 'recordTime', 'errorDeclaration', '@context'])

/** Field order of CBV 2.0, 8.9.2; our extension fields follow, by name. Fields that Retorna never publishes are left out. */
const ORDER = {
  event: [
    'type',
    'eventTime',
    'eventTimeZoneOffset',
    'epcList',
    'parentID',
    'childEPCs',
    'action',
    'bizStep',
    'disposition',
    'readPoint',
    'bizLocation',
    'sensorElementList',
  ],
  place: ['id'],
  sensorElement: ['sensorMetadata', 'sensorReport'],
  sensorMetadata: ['time', 'deviceID'],
  sensorReport: ['type', 'value', 'uom'],
}

/** Words of the vocabularies and the URIs that they stand for. */
const WORDS: Record<string, string> = {
  bizStep: 'https://ref.gs1.org/cbv/BizStep-',
  disposition: 'https://ref.gs1.org/cbv/Disp-',
  'sensorReport.type': 'https://gs1.org/voc/',
}

type Fields = Record<string, unknown>

function textOf(key: string, value: unknown): string {
  if (typeof value !== 'string') return String(value)
  const space = WORDS[key]
  if (space && /^\w+$/.test(value)) return space + value
  if (/[tT]ime$/.test(key)) return new Date(value).toISOString()
  return canonicalOf(value)
}

const inOrder = (list: readonly string[]) => list.toSorted((a, b) => (a < b ? -1 : 1)).join('')

const namedList = (name: string, item: string, list: readonly string[]) =>
  name + inOrder(list.map((v) => `${item}=${textOf(item, v)}`))

function fieldsOf(o: Fields, order: readonly string[], of: string): string {
  return order
    .filter((k) => o[k] !== undefined)
    .map((k) => write(k, o[k], of))
    .join('')
}

function write(key: string, value: unknown, of: string): string {
  if (key === 'epcList' || key === 'childEPCs') return namedList(key, 'epc', value as string[])
  if (key === 'readPoint' || key === 'bizLocation')
    return key + fieldsOf(value as Fields, ORDER.place, 'place')
  if (key === 'sensorElementList')
    return (
      key +
      inOrder(
        (value as Fields[]).map((e) => `sensorElement${fieldsOf(e, ORDER.sensorElement, 'sensorElement')}`),
      )
    )
  if (key === 'sensorMetadata') return key + fieldsOf(value as Fields, ORDER.sensorMetadata, key)
  if (key === 'sensorReport')
    return inOrder((value as Fields[]).map((r) => key + fieldsOf(r, ORDER.sensorReport, key)))
  const name = key === 'type' && of === 'event' ? 'eventType' : key
  return `${name}=${textOf(of === 'sensorReport' ? `${of}.${key}` : key, value)}`
}

/** The text that is hashed: events with the same content have the same text, whatever domain their URIs have. */
export function preHashOf(event: object): string {
  const all = event as Fields
  const own = Object.keys(all).filter((k) => !APART.has(k) && !ORDER.event.includes(k))
  const extensions = own.map((k) => {
    const name = k.startsWith(`${PREFIJO_EPCIS}:`) ? k.slice(PREFIJO_EPCIS.length + 1) : null
    if (name === null) throw new Error(`no place for the field ${k} in the hash of an event`)
    return `{${ESPACIO_EPCIS}}${name}=${String(all[k])}`
  })
  return fieldsOf(all, ORDER.event, 'event') + inOrder(extensions)
}

/** The eventID: a hash of the content of the event. */
export const hashOf = (event: object): string =>
  `ni:///sha-256;${createHash('sha256').update(preHashOf(event)).digest('hex')}?ver=CBV2.0`
