import { setTimeout as sleep } from 'node:timers/promises'
import type { MsgRequest } from '@nats-io/jetstream'
import { machineClock } from '../../../platform/time/machine-clock'
import type { LogSource } from '../pipeline/batches/sources'
import type { Ingesta } from '../pipeline/ingest'
import { avisoOf, type Log, subjectOf } from './connection'
import { decodeLogRecord } from './log-record'

/** A committed record: its number, number of readings, and arrival, Unix ms. */
export type Aplicado = { numero: number; lecturas: number; recibido: number }

/** More of the log is read only while fewer readings than this wait to be applied. */
const MAX_QUEUED = 8000
const REINTENTO_MS = 250
/** How often to look for new records without a notice, which may be lost. */
const MIRADA_MS = 1000
/** How long `stop` waits for a request in flight. A server with the log answers at once. */
const RESPONSE_MS = 2000

/** A request for the first record of a subject from a number on. The library's type allows it only for direct reads. */
const next = (seq: number, subject: string) => ({ seq, next_by_subj: subject }) as MsgRequest

/**
 * Feed a partition from the log, record by record, after record `desde`, until it is stopped. Each record is requested by itself, from the
 * leader, so that no state of this reader is lost with a server. Other replicas could answer too, but one that was killed and is catching
 * up may have later records and lack earlier ones, which would then never be applied.
 * @param onApplied called with each committed record
 * @param onBroken a record could not be applied: the partition must be started again
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
  /** The log did not answer. Reported once, until it answers. */
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
      // A newer version wrote it: a process that understands it continues from here.
      onBroken(e)
      return
    }
    const offsetRange = { desde: parsed, hasta: numero }
    parsed = numero
    const lecturas = messages.reduce((n, m) => n + m.decodificado.lecturas.length, 0)
    const recibido = messages[0]?.recibido ?? machineClock.now()
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

  /** Read one record, or wait for the next one. */
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
        source.noteCallada()
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
