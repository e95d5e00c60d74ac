import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sinBase } from '../../../platform/http/errores'
import { type Batch, createBatch, extend, offsetRangeOf } from './batch'
import { createBatchParts, keepAll } from './batch-parts'
import { createBatchQueue, type OffsetRange, type PendingMessage } from './batch-queue'
import { createDuplicates } from './deduplication'
import { handOver } from './delivery'
import { isDeDatos, isTransient, overloaded } from './failures'
import { createDeviceStates } from './memory/device-states'
import { createPlantas } from './memory/plants'
import { listInquietos, loadPlantSnapshots } from './memory/repo-snapshot'
import type { Message, Result } from './message'
import { type Lease, LeaseError } from './ownership/lease-manager'
import type { Environment, Options } from './ownership/ownership-types'
import { transactPartition } from './ownership/repo-lease'
import { createSweep } from './rest/sweep'
import { encodeWriteSet, sendWriteSet, type WriteSet } from './writing/repo-batch'

/** Most readings of one batch. Large batches write the row of a busy tag less often. */
const LECTURAS_POR_LOTE = 6000
const MAX_QUEUED = 60_000
/** While one batch is under way, messages are applied to the next one this often. */
const RECOGIDA_MS = 5
const SWEEP_MS = 5000
/** How often to look for devices that are moving by the database and not in memory. */
const RECUERDO_MS = 60_000
const INTENTOS = 3

/** A batch that is being committed; `fin` resolves with the error, or null. */
type InFlight = { tanda: Batch; fin: Promise<unknown>; hecho: boolean }

/**
 * The pipeline from decoded messages to committed facts, of one partition. While one batch is being committed, the messages that
 * come are applied to the next: one transaction for up to 6,000 readings. The sender gets its answer after the commit.
 */
export function createIngesta(
  lease: Lease,
  { pool, db, zona, registry }: Environment,
  {
    onFail,
    onLost = () => {},
    sweepMs = SWEEP_MS,
    pausaMs = 0,
    deBitacora: fromLog = false,
    keepRefused = async () => {},
  }: Options,
) {
  const partition = lease.leaseGrant.numero
  const duplicates = createDuplicates()
  const plantas = createPlantas(db)
  const deviceStates = createDeviceStates(pool, plantas)
  const batchQueue = createBatchQueue()
  let enMarcha: Promise<void> | null = null
  let inFlight: InFlight | null = null
  let despegue = Number.NEGATIVE_INFINITY
  let repasar = false
  /** When the devices that are not at rest were last asked for; null: not before the start. */
  let recordado: number | null = null
  let closed = false
  let perdida = false
  /** Nothing else is in the log: what was not heard by now was not said. */
  const isAlDia = () => leidaToda && porAplicar === 0
  let leidaToda = !fromLog
  let porAplicar = 0
  /**
   * When to look next at what nobody was heard of, Unix ms, where the log is behind: by its own time, or tags whose readings are
   * still in it would be taken for silent. So the same log leads to the same facts however fast it is read.
   */
  let proximo = lease.leaseGrant.mirar

  function lose(e: unknown): void {
    if (perdida) return
    perdida = true
    onLost(e)
  }

  const add = (batch: Batch, pendingMessages: PendingMessage[]) =>
    extend(
      batch,
      pendingMessages,
      { carril: partition, registry, plantas, memoria: deviceStates, duplicates },
      () => inFlight?.tanda.escritura.rastros ?? [],
    )

  const encode = (writeSet: WriteSet) => encodeWriteSet(writeSet, plantas.lectoresOf)

  const hold = (client: pg.ClientBase, offsetRange: OffsetRange | null) =>
    offsetRange ? lease.advance(client, offsetRange.desde, offsetRange.hasta, proximo) : lease.hold(client)

  function confirm(batch: Batch): void {
    deviceStates.settle(batch.escritura.rastros)
    for (const [i, e] of batch.esperas.entries()) e.resolve(batch.resultados[i] as Result[])
  }

  async function deliver(batch: Batch): Promise<void> {
    // Before anything else happens to these devices.
    const rows = encode(batch.escritura)
    for (const [i, e] of batch.esperas.entries())
      if (e.tramo) await keepAll(keepRefused, e.mensajes, batch.resultados[i] ?? [])
    await transactPartition(pool, async (client) => {
      await hold(client, offsetRangeOf(batch))
      await sendWriteSet(client, pool, batch.escritura, rows, zona)
    })
    confirm(batch)
  }

  /** Undo in memory what these readings did, because it was not written. */
  function drop(batch: Batch): void {
    deviceStates.forget(batch.escritura.rastros)
    for (const h of batch.huellas) duplicates.forget(h)
  }

  function refuse(pendingMessages: readonly PendingMessage[]): void {
    for (const e of pendingMessages) e.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
  }

  /** One batch from beginning to end, with nothing else under way. */
  async function runSolo(pendingMessages: PendingMessage[], intento = 1): Promise<void> {
    const batch = createBatch()
    try {
      await add(batch, pendingMessages)
      await deliver(batch)
    } catch (e) {
      drop(batch)
      await recover(pendingMessages, e, intento)
    }
  }

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
  async function recover(pendingMessages: PendingMessage[], error: unknown, intento: number): Promise<void> {
    if (error instanceof LeaseError) {
      lose(error)
      return refuse(pendingMessages)
    }
    onFail(error)
    if (isTransient(error) && intento < INTENTOS) return runSolo(pendingMessages, intento + 1)
    if (!isDeDatos(error)) return refuse(pendingMessages)
    const [una] = pendingMessages
    if (pendingMessages.length > 1) {
      // By halves: a few more transactions find the one among hundreds.
      const mitad = pendingMessages.length >> 1
      await runSolo(pendingMessages.slice(0, mitad))
      await runSolo(pendingMessages.slice(mitad))
    } else if (una) await runParts(una)
  }

  const runParts = createBatchParts(runSolo, keepRefused)

  function takeOff(batch: Batch): void {
    const v: InFlight = { tanda: batch, hecho: false, fin: Promise.resolve() }
    despegue = performance.now()
    v.fin = deliver(batch)
      .then(() => null)
      .catch((e) => e ?? new Error('not committed'))
      .finally(() => {
        v.hecho = true
      })
    inFlight = v
  }

  /**
   * Wait for the batch that is being committed. If it failed, the open batch was applied on top of state that was never
   * written, so both are applied again, one after the other. Returns whether the open batch is still valid.
   */
  async function land(abierta: Batch): Promise<boolean> {
    if (!inFlight) return true
    const { tanda: batch, fin } = inFlight
    const error = await fin
    inFlight = null
    if (error === null) return true
    drop(batch)
    drop(abierta)
    await recover(batch.esperas, error, 1)
    if (perdida) refuse(abierta.esperas)
    else if (abierta.esperas.length) await runSolo(abierta.esperas)
    return false
  }

  /** More of the log may come to this batch. */
  const isPronto = () =>
    performance.now() - despegue < pausaMs && !closed && !repasar && (batchQueue.primera ?? 0) <= proximo

  /** Gather and apply messages for as long as the batch before is under way. */
  async function gather(abierta: Batch): Promise<void> {
    do {
      const pendingMessages = batchQueue.take(
        LECTURAS_POR_LOTE - abierta.lecturas,
        fromLog ? proximo : undefined,
      )
      if (pendingMessages.length) await add(abierta, pendingMessages)
      else if (inFlight && !inFlight.hecho) await Promise.race([inFlight.fin, sleep(RECOGIDA_MS)])
      else if (isPronto()) await sleep(RECOGIDA_MS)
    } while (((inFlight && !inFlight.hecho) || isPronto()) && abierta.lecturas < LECTURAS_POR_LOTE)
  }

  async function runNext(): Promise<void> {
    const abierta = createBatch()
    try {
      await gather(abierta)
    } catch (e) {
      // Wait for the batch before: it may write the devices that are looked up now.
      if (!(await land(abierta))) return
      drop(abierta)
      return recover(abierta.esperas, e, 1)
    }
    if ((await land(abierta)) && abierta.esperas.length) takeOff(abierta)
  }

  async function remember(): Promise<void> {
    deviceStates.remind(await listInquietos(pool, partition))
    recordado = performance.now()
  }

  const send = (client: pg.ClientBase, writeSet: WriteSet) =>
    sendWriteSet(client, pool, writeSet, encode(writeSet), zona)
  const sweep = createSweep(
    { pool, memoria: deviceStates, registry, plantas, carril: partition, hold: lease.hold, send },
    onFail,
  )

  async function rest(now: number): Promise<boolean> {
    try {
      if (recordado !== null && performance.now() - recordado > RECUERDO_MS) await remember()
      return await sweep.look(now, arrancada && isAlDia())
    } catch (e) {
      if (e instanceof LeaseError) lose(e)
      else onFail(e)
      return false
    }
  }

  /** Look at what nobody was heard of before the next part of the log arrived. */
  async function catchUp(llega: number): Promise<void> {
    await land(createBatch())
    if (proximo) while (!perdida && (await rest(proximo)));
    proximo = (Math.floor(llega / sweepMs) + 1) * sweepMs
  }

  async function run(): Promise<void> {
    while ((!batchQueue.vacia || repasar || inFlight) && !perdida) {
      if (repasar) {
        await land(createBatch())
        repasar = false
        if (!perdida) repasar = await rest(Date.now())
      }
      const llega = fromLog ? batchQueue.primera : null
      if (llega !== null && llega > proximo) await catchUp(llega)
      if (!perdida && (!batchQueue.vacia || inFlight)) await runNext()
    }
    enMarcha = null
  }

  function wake(): void {
    // In the next turn of the event loop, so that messages that arrive together share a batch.
    enMarcha ??= breathe().then(run)
  }

  function askSweep(): void {
    if (closed || perdida || !isAlDia()) return
    repasar = true
    wake()
  }

  const clock = setInterval(askSweep, sweepMs)
  clock.unref()
  let arrancada = false

  function push(mensajes: Message[], offsetRange: OffsetRange | null): Promise<Result[]> {
    if (closed || perdida || batchQueue.lecturas > MAX_QUEUED) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      batchQueue.push({ mensajes, tramo: offsetRange, resolve, reject })
      wake()
    })
  }

  return {
    carril: partition,
    plantas,
    /** Go on where the process before ended: before anything is received. */
    async start(): Promise<void> {
      plantas.recall(await loadPlantSnapshots(pool, partition))
      arrancada = true
      sweep.inherit()
      await remember()
    },
    /** Take a message; resolves once everything it says is committed. Rejects where nothing was. */
    receive: async (message: Message): Promise<Result> => (await push([message], null))[0] as Result,
    /** Take a part of the log; resolves once it is committed. */
    async follow(mensajes: Message[], offsetRange: OffsetRange): Promise<void> {
      leidaToda = false
      porAplicar++
      await push(mensajes, offsetRange)
      porAplicar--
    },
    /** Nothing follows in the log by now. */
    noteAlDia(): void {
      leidaToda = true
    },
    /** People have said where containers are. */
    attend(): void {
      if (arrancada) askSweep()
    },
    get enCola() {
      return batchQueue.lecturas
    },
    /** Finish what waits, take no more, and hand over what is remembered. */
    async stop(): Promise<void> {
      closed = true
      clearInterval(clock)
      await enMarcha
      if (!perdida) {
        const now = isAlDia() ? Date.now() : proximo
        await handOver(pool, { lease, deviceStates, plantas, now, onFail }).catch(onFail)
      }
    },
    /** Take no more; what waits is refused. */
    async drop(): Promise<void> {
      closed = perdida = true
      clearInterval(clock)
      refuse(batchQueue.take(Number.POSITIVE_INFINITY))
      await enMarcha
      if (inFlight) await land(createBatch())
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
