import type { Recibo } from '#contract/oir/lecturas/lecturas'
import type { Formato } from '../formats/gateways/makers'
import type { Decodificado, Rejection } from '../formats/lectura'
import type { Registrado } from './memory/repo-registry'

/** The sender: the reader of a credential, or an outside broker that has checked its own clients. */
export type Origen = {
  /** Reader of the credential; null: only the topic or the payload names the reader. */
  lector: Registrado | null
  /** The credential may speak for any reader of the company. */
  puente: boolean
}

/** A message as a gateway sent it. */
export type RawMessage = {
  formato: Formato
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  /** Reader that the topic names: a MAC, normalised, or the name that it calls itself. */
  lectorTopic?: string
  /** Tag that the topic names, normalised. */
  tagTopic?: string
  /** When it reached us, Unix ms. Absent: now; set if it waited in quarantine. */
  recibido?: number
}

/** A message after parsing. */
export type Message = {
  formato: string
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  decodificado: Decodificado
  /** When it reached us, Unix ms. */
  recibido: number
  /** What this machine's clock said then, Unix ms, if it was not believed. */
  reloj?: number
  /** Hearings of the same message that other partitions apply: they show that the readers are alive. */
  testigos?: RemoteHearing[]
}

/**
 * What a reader heard of tags of other partitions, in pairs: id of the device (0: not registered), and ms before the arrival (null: no time
 * reported).
 */
export type RemoteHearing = { lector: number; empresa: number; oidas: (number | null)[] }

/** Result of a message after the commit. */
export type Result = Recibo & { rechazos: Rejection[] }

export const createResult = (): Result => ({
  aceptadas: 0,
  duplicadas: 0,
  sin_registrar: 0,
  rechazadas: 0,
  rechazos: [],
})

/** Most reasons that are reported for a message. */
export const MAX_REJECTIONS = 20

/** Count a reading as refused, and note the reason for its sender. */
export function refuse(res: Result, por: Rejection): void {
  res.rechazadas++
  if (res.rechazos.length < MAX_REJECTIONS) res.rechazos.push(por)
}

/** Result of a message so far: the rows that could not be read. */
export const createResultOf = ({ decodificado: { rechazos } }: Message): Result => ({
  ...createResult(),
  rechazadas: rechazos.length,
  rechazos: rechazos.slice(0, MAX_REJECTIONS),
})

/** Sum of the results of the parts of a message. */
export function addResults(batchParts: readonly Result[]): Result {
  const suma = createResult()
  for (const r of batchParts) {
    suma.aceptadas += r.aceptadas
    suma.duplicadas += r.duplicadas
    suma.sin_registrar += r.sin_registrar
    suma.rechazadas += r.rechazadas
    suma.rechazos.push(...r.rechazos.slice(0, MAX_REJECTIONS - suma.rechazos.length))
  }
  return suma
}

/** Split a message into two, each with half of its readings; null: it has fewer than two readings. */
export function halveMensaje(m: Message): [Message, Message] | null {
  const { lecturas } = m.decodificado
  if (lecturas.length < 2) return null
  const mitad = lecturas.length >> 1
  return [
    { ...m, decodificado: { ...m.decodificado, lecturas: lecturas.slice(0, mitad) } },
    {
      ...m,
      decodificado: { lecturas: lecturas.slice(mitad), rechazos: [], lectores: [] },
      testigos: [],
    },
  ]
}
