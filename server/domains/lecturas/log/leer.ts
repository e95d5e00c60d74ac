import { setTimeout as sleep } from 'node:timers/promises'
import type { MsgRequest } from '@nats-io/jetstream'
import type { LogSource } from '../pipeline/batches/sources'
import type { Ingesta } from '../pipeline/ingest'
import { avisoOf, type Log, subjectOf } from './connection'
import { decodeLogRecord } from './log-record'

/** A record that is committed: its number, how many readings it has, and when they arrived, Unix ms. */
export type Aplicado = { numero: number; lecturas: number; recibido: number }

/** Readings that wait to be applied: more of the log is read when there are fewer. */
const MAX_QUEUED = 8000
const REINTENTO_MS = 250
/** A notice of a new record may be lost: so often it is looked without one. */
const MIRADA_MS = 1000
/** Servers that have the log answer at once. */
const RESPONSE_MS = 2000

/** Asks for the first record of a subject from a number on. The library's type knows this question only where any server may answer. */
const next = (seq: number, subject: string) => ({ seq, next_by_subj: subject }) as MsgRequest

/**
 * Feed a partition from the log, record by record, from the one after `desde` on, until it is ended. Each is asked for by itself, of
 * the server that leads: nothing that a server would have to remember of this reader is lost with that server. The others would answer too, but
 * one that was killed and is catching up may have later records and lack earlier ones, which would never be applied.
 * @param onApplied told of each record that is committed
 * @param onBroken what was read could not be applied: the partition must begin anew
 */
export function followLog(
  b: Log,
  { ingesta, source }: { ingesta: Ingesta; source: LogSource },
  {
    desde,
    onApplied,
    onBroken,
    onFail,
  }: {
    desde: number
    onApplied: (que: Aplicado) => void
    onBroken: (e: unknown) => void
    onFail: (e: unknown) => void
  },
) {
  const subject = subjectOf(b.nombre, ingesta.partition)
  let parsed = desde
  let parado = false
  /** The log did not answer: said once, until it does. */
  let callada = false
  let wake = () => {}
  const avisos = b.nc.subscribe(avisoOf(b.nombre, ingesta.partition), {
    callback: () => {
      wake()
    },
  })

  function apply(numero: number, text: string): void {
    let messages: ReturnType<typeof decodeLogRecord> = []
    try {
      messages = decodeLogRecord(text)
    } catch (e) {
      // A newer version wrote it: whoever understands it goes on from here.
      onBroken(e)
      return
    }
    const offsetRange = { desde: parsed, hasta: numero }
    parsed = numero
    const lecturas = messages.reduce((n, m) => n + m.decodificado.lecturas.length, 0)
    const recibido = messages[0]?.recibido ?? Date.now()
    source
      .follow(() => ingesta.take(messages, offsetRange))
      .then(() => onApplied({ numero, lecturas, recibido }), onBroken)
  }

  const waitAviso = () =>
    new Promise<void>((resolve) => {
      const clock = setTimeout(resolve, MIRADA_MS)
      wake = () => {
        clearTimeout(clock)
        resolve()
      }
    })

  /** One record, or a wait for the next one. */
  async function step(): Promise<void> {
    const aviso = waitAviso()
    const m = await b.lectura.streams.getMessage(b.nombre, next(parsed + 1, subject))
    if (parado) return
    if (!m) {
      source.noteAlDia()
      return aviso
    }
    wake()
    apply(m.seq, m.string())
    while (ingesta.enCola > MAX_QUEUED && !parado) await sleep(10)
  }

  const fin = (async () => {
    while (!parado)
      try {
        await step()
        callada = false
      } catch (e) {
        if (!parado && !callada) onFail(e)
        callada = true
        await sleep(REINTENTO_MS)
      }
  })()

  return {
    async stop(): Promise<void> {
      parado = true
      avisos.unsubscribe()
      wake()
      await Promise.race([fin, sleep(RESPONSE_MS)])
    },
  }
}
