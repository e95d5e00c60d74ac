import { preparePartitions } from '../../eventos/service'
import { createLogSource } from '../pipeline/batches/sources'
import { createIngesta, type Ingesta, SWEEP_MS } from '../pipeline/ingest'
import { addResults, createResult, type Message, type Result } from '../pipeline/message'
import { createLeaseManager, type Lease, type PartitionWorker } from '../pipeline/ownership/lease-manager'
import type { Environment, KeepRefused } from '../pipeline/ownership/ownership-types'
import { askPartition, createRelayedMessages } from '../pipeline/ownership/relayed-messages'
import type { Pipeline } from '../pipeline/pipeline'
import { splitMensaje } from '../pipeline/split'
import { macsOf } from '../pipeline/steps/attribution'
import type { Log } from './connection'
import { type Aplicado, followLog } from './leer'
import { createPublicador } from './publicar'

/** Least time between two batches. No sender waits for the commit: a few large batches per second cost less than many small ones. */
const PAUSA_MS = 200

type Subscribers = {
  /** Called with each committed record of the log. */
  onApplied: (que: Aplicado) => void
  /** Keeps what the database or a rule refuses of a message, before the position in the log moves on. */
  keepRefused: KeepRefused
  onFail: (e: unknown) => void
}

/** Apply a message past the log: relay each part to the process that has its partition, and add up the results. */
async function applyPastLog({ pool, registry }: Environment, message: Message): Promise<Result> {
  const { partes, resultado } = splitMensaje(message, await registry.prepare(new Set(macsOf(message))))
  const hechas = await Promise.all(
    partes.flatMap((parte, i) =>
      parte?.decodificado.lecturas.length ? askPartition(pool, parte, i + 1) : [],
    ),
  )
  const { rechazadas, rechazos } = resultado
  return addResults([{ ...createResult(), rechazadas, rechazos }, ...hechas])
}

/** Takes messages into the log. If `aplica`, also applies the partitions whose leases this process holds. */
export function createLogPipeline(
  b: Log,
  environment: Environment,
  aplica: boolean,
  { onApplied, keepRefused, onFail }: Subscribers,
): Pipeline {
  const publicador = createPublicador(b, environment.registry, onFail)
  /** The running partitions, each with the function that applies messages relayed past the log. */
  const vivas = new Map<Ingesta, () => Promise<void>>()

  /** Record after which to read. If this is another log than was applied until now, it is read from the beginning. */
  async function startOf(lease: Lease): Promise<number> {
    const { sello, ultimo } = await b.readSello()
    const { posicion: offset, bitacora: log } = lease.leaseGrant
    if (log === sello && offset <= ultimo) return offset
    if (!(await lease.restart(sello))) throw new Error('the lease is not ours')
    return 0
  }

  function work(lease: Lease): PartitionWorker {
    const { numero } = lease.leaseGrant
    const begin = (e?: unknown) => {
      if (e) onFail(e)
      leaseManager.restart(numero)
    }
    const source = createLogSource(lease, { pauseMs: PAUSA_MS, sweepMs: SWEEP_MS })
    const ingesta = createIngesta(lease, environment, { onFail, onLost: begin, source, keepRefused })
    let lectura: ReturnType<typeof followLog> | null = null
    let roto = false
    const onBroken = (e: unknown) => {
      if (!roto) begin(e)
      roto = true
    }
    const list = (async () => {
      const desde = await startOf(lease)
      await ingesta.start()
      const attendRelayedMessages = createRelayedMessages(environment.pool, numero, ingesta.receive)
      vivas.set(ingesta, attendRelayedMessages)
      // What was relayed until now was notified too soon.
      attendRelayedMessages().catch(onFail)
      lectura = followLog(b, { ingesta, source }, { desde, onApplied, onBroken, onFail })
    })().catch(begin)
    const end = async (how: () => Promise<void>) => {
      await list
      roto = true
      await lectura?.stop()
      await how()
      vivas.delete(ingesta)
    }
    return { stop: () => end(ingesta.stop), drop: () => end(ingesta.drop) }
  }

  const leaseManager = createLeaseManager(environment.pool, { solo: false, unico: false }, work, onFail)

  return {
    async start() {
      if (!aplica) return
      await preparePartitions(environment.pool).catch(onFail)
      await leaseManager.start()
    },
    receive: publicador.receive,
    apply: (message) => applyPastLog(environment, message),
    attend() {
      for (const [ingesta, attendRelayedMessages] of vivas) {
        ingesta.attend()
        attendRelayedMessages().catch(onFail)
      }
    },
    forgetPlantas(empresa) {
      for (const ingesta of vivas.keys()) ingesta.plantas.forget(empresa)
    },
    get enCola() {
      return [...vivas.keys()].reduce((s, i) => s + i.enCola, publicador.enCola)
    },
    async stop() {
      await publicador.stop()
      if (aplica) await leaseManager.stop()
    },
  }
}
