import type { Recibo } from '#contract/lecturas/lecturas'
import type { Formato } from '#contract/valores/lecturas/gateways'
import type { Decodificado, Rejection } from '../formats/lectura'
import type { Registrado } from './memory/repo-registry'

/** Who speaks: the reader of a credential, or an outside broker that has checked its own clients. */
export type Origen = {
  /** Reader that the credential is of; null: told by the topic or the payload only. */
  lector: Registrado | null
  /** May speak for any reader of the company. */
  puente: boolean
}

/** A message as a gateway sent it. */
export type RawMessage = {
  formato: Formato
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  /** Reader and tag that the topic names, normalised. */
  lectorTopic?: string
  tagTopic?: string
  /** When it reached us, Unix ms; now, unless it waited in quarantine. */
  recibido?: number
}

/** The same, parsed. */
export type Message = {
  formato: string
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  decodificado: Decodificado
  /** Unix ms. */
  recibido: number
  /** What of the same message other partitions apply: how the readers are doing shows there too. */
  testigos?: RemoteHearing[]
}

/** What a reader heard of tags of other partitions: device (0: not registered) and ms before the arrival (null: no time told), pair by pair. */
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

/** Reasons of a message that are reported. */
export const MAX_REJECTIONS = 20

/** A reading is not applied, and its sender told why. */
export function refuse(res: Result, por: Rejection): void {
  res.rechazadas++
  if (res.rechazos.length < MAX_REJECTIONS) res.rechazos.push(por)
}

/** That of a message of which some could not be read. */
export const createResultOf = ({ decodificado: { rechazos } }: Message): Result => ({
  ...createResult(),
  rechazadas: rechazos.length,
  rechazos: rechazos.slice(0, MAX_REJECTIONS),
})

/** What became of the parts of a message, together. */
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

/** A message in two, each with half of its readings; null where it has no two. */
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
