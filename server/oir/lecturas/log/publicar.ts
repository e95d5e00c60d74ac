import { randomUUID } from 'node:crypto'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import { sinBase } from '../../../platform/http/errores'
import { overloaded } from '../pipeline/failures'
import type { Registry, Vista } from '../pipeline/memory/registry'
import type { Message, Result } from '../pipeline/message'
import { PARTITIONS } from '../pipeline/ownership/partition'
import { splitMensaje } from '../pipeline/split'
import { macsOf } from '../pipeline/steps/attribution'
import { avisoOf, type Log, subjectOf } from './connection'
import { encodeLogRecords } from './log-record'

/** Readings that are divided and sent together. */
const LECTURAS_POR_ENVIO = 3000
const MAX_QUEUED = 60_000
/** How long a sender waits for the log, which may be restarting or electing a leader. */
const TIMEOUT_MS = 12_000
const INTENTO_MS = 1500
const REINTENTO_MS = 250

type Espera = { mensaje: Message; resolve: (r: Result) => void; reject: (e: Error) => void }

/** Resolves once the server has the record on disk. The message id makes a repeated attempt harmless. */
async function publish(b: Log, partition: number, text: string): Promise<void> {
  const msgID = randomUUID()
  const fin = performance.now() + TIMEOUT_MS
  for (;;)
    try {
      await b.js.publish(subjectOf(b.nombre, partition), text, { msgID, timeout: INTENTO_MS })
      b.nc.publish(avisoOf(b.nombre, partition))
      return
    } catch (e) {
      if (performance.now() > fin) throw e
      await sleep(REINTENTO_MS)
    }
}

/** Sends messages into the log. Messages that come while others are in flight make up the next records. */
export function createPublicador(b: Log, registry: Registry, onFail: (e: unknown) => void) {
  let esperas: Espera[] = []
  let lecturas = 0
  let enMarcha: Promise<void> | null = null
  let cerrado = false

  function take(): Espera[] {
    let n = 0
    let i = 0
    while (i < esperas.length && (i === 0 || n < LECTURAS_POR_ENVIO))
      n += (esperas[i++] as Espera).mensaje.decodificado.lecturas.length
    lecturas -= n
    const lote = esperas.slice(0, i)
    esperas = esperas.slice(i)
    return lote
  }

  async function readVista(lote: readonly Espera[]): Promise<Vista> {
    const macs = new Set<string>()
    for (const { mensaje } of lote) for (const m of macsOf(mensaje)) macs.add(m)
    return registry.prepare(macs)
  }

  async function send(lote: readonly Espera[]): Promise<void> {
    const vista = await readVista(lote)
    const porPartition: Message[][] = Array.from({ length: PARTITIONS }, () => [])
    const results = lote.map(({ mensaje }) => {
      const { partes, resultado } = splitMensaje(mensaje, vista)
      for (const [i, parte] of partes.entries()) if (parte) (porPartition[i] as Message[]).push(parte)
      return resultado
    })
    await Promise.all(
      porPartition.flatMap((messages, i) =>
        encodeLogRecords(messages).map((text) => publish(b, i + 1, text)),
      ),
    )
    for (const [i, e] of lote.entries()) e.resolve(results[i] as Result)
  }

  async function run(): Promise<void> {
    while (esperas.length) {
      const lote = take()
      await send(lote).catch((e) => {
        onFail(e)
        for (const espera of lote) espera.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
      })
    }
    enMarcha = null
  }

  return {
    get enCola() {
      return lecturas
    },
    /** Resolves once the log has all of the message. */
    receive(mensaje: Message): Promise<Result> {
      if (cerrado || lecturas > MAX_QUEUED) return Promise.reject(overloaded())
      return new Promise((resolve, reject) => {
        esperas.push({ mensaje, resolve, reject })
        lecturas += mensaje.decodificado.lecturas.length
        enMarcha ??= breathe().then(run)
      })
    },
    async stop(): Promise<void> {
      cerrado = true
      await enMarcha
    },
  }
}
