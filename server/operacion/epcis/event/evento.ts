import { ESPACIO_EPCIS, PREFIJO_EPCIS } from '#contract/operacion/epcis/values'
import { isoPlanta } from '../../../platform/time/time'
import { hashOf } from './hash'
import { type Claves, epcOf, placeOf, tagOf } from './identificadores'

/** An EPCIS event as published: JSON without what a document states once for all its events. */
export type Evento = {
  type: 'ObjectEvent' | 'AssociationEvent'
  eventID: string
  eventTime: string
  eventTimeZoneOffset: string
  epcList?: string[]
  parentID?: string
  childEPCs?: string[]
  action: 'ADD' | 'OBSERVE' | 'DELETE'
  bizStep?: string
  disposition?: string
  readPoint?: { id: string }
  bizLocation?: { id: string }
  sensorElementList?: SensorElement[]
  errorDeclaration?: { declarationTime: string; reason: string; correctiveEventIDs?: string[] }
  [extension: `${string}:${string}`]: string | number | boolean
}

export type SensorElement = {
  sensorMetadata: { time: string; deviceID: string }
  sensorReport: { type: string; value: number; uom: string }[]
}

/** The contexts of every document. */
export const CONTEXT = [
  'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
  { [PREFIJO_EPCIS]: ESPACIO_EPCIS },
] as const
const EXTENSION = `${PREFIJO_EPCIS}:` as const

/** Kinds of facts about a container. */
export const CLASES = [
  'llegada',
  'reposo',
  'salida',
  'golpe',
  'danio',
  'perdido',
  'hallado',
  'etiqueta',
  'etiqueta_fuera',
  'baja',
] as const
export type Clase = (typeof CLASES)[number]

/** A fact about a container, ready to be published. */
export type Dicho = {
  clase: Clase
  contenedor: { id: number; familia: string | null; mac: string }
  /** Unix ms. */
  momento: number
  lugar: number | null
  certeza: number | null
  /** It fell silent: the exact time when it left is not known. */
  silencio?: boolean
  /** MAC of the tag that was put on or taken off. */
  tag?: string
  sensor?: { bateria?: number | null; temperatura?: number | null; pico_g?: number | null }
}

type Forma = Pick<Evento, 'action' | 'bizStep' | 'disposition'> & {
  /** Whether the container is at the place afterwards. */
  queda?: boolean
  /** Whether a tag is associated with its container. */
  une?: boolean
}

/** The mapping of docs/epcis.md. */
const FORMAS: Record<Exclude<Clase, 'llegada'>, Forma> = {
  reposo: { action: 'OBSERVE', bizStep: 'storing', queda: true },
  salida: { action: 'OBSERVE', bizStep: 'departing', disposition: 'in_transit' },
  golpe: { action: 'OBSERVE', bizStep: 'sensor_reporting', queda: true },
  danio: { action: 'OBSERVE', bizStep: 'inspecting', disposition: 'damaged', queda: true },
  perdido: { action: 'OBSERVE', disposition: 'unknown' },
  hallado: { action: 'OBSERVE', disposition: 'active', queda: true },
  etiqueta: { action: 'ADD', bizStep: 'installing', une: true },
  etiqueta_fuera: { action: 'DELETE', bizStep: 'removing', une: true },
  baja: { action: 'DELETE', bizStep: 'decommissioning', disposition: 'inactive' },
}

const G = 9.80665
const hundredth = (n: number) => Math.round(n * 100) / 100

/** Sensor reports of the tag; units are UN/ECE codes. */
function readSensors(d: Dicho, claves: Claves, time: string): SensorElement[] {
  const { bateria = null, temperatura = null, pico_g = null } = d.sensor ?? {}
  const sensorReport = [
    ...(pico_g === null ? [] : [{ type: 'Acceleration', value: hundredth(pico_g * G), uom: 'MSK' }]),
    ...(temperatura === null ? [] : [{ type: 'Temperature', value: hundredth(temperatura), uom: 'CEL' }]),
    ...(bateria === null ? [] : [{ type: `${ESPACIO_EPCIS}bateria`, value: hundredth(bateria), uom: 'P1' }]),
  ]
  if (!sensorReport.length) return []
  return [{ sensorMetadata: { time, deviceID: tagOf(claves, d.contenedor.mac) }, sensorReport }]
}

/** Settings by which the events of a company are made. */
export type Modo = { claves: Claves; pasoOf: (ubicacion: number) => string; zona: string }

/**
 * Makes the event of a fact.
 * @param vez how often the same event was published and declared wrong: each further one has another id
 */
export function eventOf(d: Dicho, { claves, pasoOf, zona }: Modo, vez = 0): Evento {
  const { queda, une, ...forma }: Forma =
    d.clase === 'llegada'
      ? { action: 'OBSERVE', bizStep: d.lugar === null ? 'arriving' : pasoOf(d.lugar), queda: true }
      : FORMAS[d.clase]
  const eventTime = isoPlanta(new Date(d.momento), zona)
  const epc = epcOf(claves, d.contenedor)
  const lugar = d.lugar === null ? undefined : { id: placeOf(claves, d.lugar) }
  const sensorElementList = readSensors(d, claves, eventTime)
  const event: Omit<Evento, 'eventID'> = {
    type: une ? 'AssociationEvent' : 'ObjectEvent',
    eventTime,
    eventTimeZoneOffset: eventTime.slice(-6),
    ...(une ? { parentID: epc, childEPCs: [tagOf(claves, d.tag ?? d.contenedor.mac)] } : { epcList: [epc] }),
    ...forma,
    ...(lugar && { readPoint: lugar }),
    ...(lugar && queda && { bizLocation: lugar }),
    ...(sensorElementList.length && { sensorElementList }),
    ...(lugar && d.certeza !== null && { [`${EXTENSION}certeza`]: hundredth(d.certeza) }),
    ...(d.silencio && { [`${EXTENSION}silencio`]: true }),
    ...(vez > 0 && { [`${EXTENSION}vez`]: vez + 1 }),
  }
  return { eventID: hashOf(event), ...event } as Evento
}

/** The event with an error declaration. */
export const declareWrong = (e: Evento, at: Date, zona: string, corrective: readonly string[]): Evento => ({
  ...e,
  errorDeclaration: {
    declarationTime: isoPlanta(at, zona),
    reason: corrective.length ? 'incorrect_data' : 'did_not_occur',
    ...(corrective.length && { correctiveEventIDs: [...corrective] }),
  },
})
