import type { Lectura } from '../formats/lectura'
import type { Message, Origen, RemoteHearing } from '../pipeline/message'

/** Version of a record of the log: messages of one partition, as JSON. A program reads records of its own version and of the one before. */
const VERSION = 1

/** Most characters of a record, of up to 3 bytes each. A server takes 1 MiB unless configured otherwise. */
const MAX_LENGTH = 300_000

/** A message with only what the pipeline reads. */
type Hoja = {
  f: string
  v: 'http' | 'mqtt'
  o: Origen
  r: number
  /** What the machine's clock said, if it was not believed. */
  w?: number
  a: Lectura[]
  l?: Message['decodificado']['lectores']
  t?: RemoteHearing[]
}

type LogRecord = { v: typeof VERSION; h: Hoja[] }

/** A message as JSON, in several parts if it is too long. */
function* hojasOf(h: Hoja): Generator<string> {
  const text = JSON.stringify(h)
  if (text.length <= MAX_LENGTH || h.a.length < 2) return yield text
  const mitad = h.a.length >> 1
  yield* hojasOf({ ...h, a: h.a.slice(0, mitad) })
  yield* hojasOf({ f: h.f, v: h.v, o: h.o, r: h.r, ...(h.w && { w: h.w }), a: h.a.slice(mitad) })
}

function hojaOf(m: Message): Hoja {
  const { lecturas, lectores } = m.decodificado
  return {
    f: m.formato,
    v: m.via,
    o: m.origen,
    r: m.recibido,
    ...(m.reloj && { w: m.reloj }),
    a: lecturas,
    ...(lectores.length && { l: lectores }),
    ...(m.testigos?.length && { t: m.testigos }),
  }
}

/** Messages as records of the log, as few records as their length allows. */
export function encodeLogRecords(messages: readonly Message[]): string[] {
  const logRecords: string[] = []
  let hojas: string[] = []
  let largo = 0
  const close = () => {
    if (hojas.length) logRecords.push(`{"v":${VERSION},"h":[${hojas.join(',')}]}`)
    hojas = []
    largo = 0
  }
  for (const m of messages)
    for (const text of hojasOf(hojaOf(m))) {
      if (largo + text.length > MAX_LENGTH) close()
      hojas.push(text)
      largo += text.length
    }
  close()
  return logRecords
}

/** Throws if the text is no record of a known version. */
export function decodeLogRecord(text: string): Message[] {
  const p = JSON.parse(text) as LogRecord
  if (p?.v !== VERSION || !Array.isArray(p.h)) throw new Error('not a record of the log')
  return p.h.map((h) => ({
    formato: h.f,
    via: h.v,
    topic: null,
    texto: '',
    origen: h.o,
    recibido: h.r,
    ...(h.w && { reloj: h.w }),
    decodificado: { lecturas: h.a, rechazos: [], lectores: h.l ?? [] },
    testigos: h.t ?? [],
  }))
}
