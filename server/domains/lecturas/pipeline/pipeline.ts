import { setTimeout as sleep } from 'node:timers/promises'
import { preparePartitions } from '../../eventos/service'
import { enEspera } from './failures'
import { createIngesta, type Ingesta } from './ingest'
import type { Message, Result } from './message'
import { createLeaseManager, type PartitionWorker } from './ownership/lease-manager'
import type { Environment } from './ownership/ownership-types'
import { ALL } from './ownership/partition'
import { createRelayedMessages } from './ownership/relayed-messages'

/** Where decoded messages go: to be applied here, or into the log. */
export type Pipeline = {
  /** Begin to apply: returns once there is something to apply to. */
  start(): Promise<void>
  /** Take a message; resolves once it is kept for good. Rejects where it is not. */
  receive(message: Message): Promise<Result>
  /** The same, and it is applied: its answer is what became of it. Rejects where that is not known. */
  apply(message: Message): Promise<Result>
  /** People have said where containers are. */
  attend(): void
  /** Where readers of a company stand may have changed, or what was learned; of all, where none is named. */
  forgetPlantas(empresa?: number): void
  /** Readings that wait. */
  readonly enCola: number
  stop(): Promise<void>
}

/** While the process before has the devices, this often is looked whether it has gone. */
const PENDING_MESSAGE_MS = 100

/** Applies what it takes, of all devices; of several such processes one works and the others wait. */
export function createPipeline(
  environment: Environment,
  unico: boolean,
  onFail: (e: unknown) => void,
): Pipeline {
  let current: Ingesta | null = null
  let parado = false
  const receive = (message: Message) => (current ? current.receive(message) : Promise.reject(enEspera()))
  const attendRelayedMessages = createRelayedMessages(environment.pool, ALL, receive)
  const leaseManager = createLeaseManager(
    environment.pool,
    { solo: true, unico },
    (lease): PartitionWorker => {
      const ingesta = createIngesta(lease, environment, { onFail, onLost: () => leaseManager.restart(ALL) })
      const started = ingesta
        .start()
        .then(() => {
          current = ingesta
        })
        .catch((e) => {
          onFail(e)
          leaseManager.restart(ALL)
        })
      const end = async (how: () => Promise<void>) => {
        await started
        await how()
        if (current === ingesta) current = null
      }
      return { stop: () => end(ingesta.stop), drop: () => end(ingesta.drop) }
    },
    onFail,
  )
  return {
    async start() {
      await preparePartitions(environment.pool).catch(onFail)
      await leaseManager.start()
      while (!current && !parado) await sleep(PENDING_MESSAGE_MS)
    },
    receive,
    apply: receive,
    attend() {
      current?.attend()
      if (current) attendRelayedMessages().catch(onFail)
    },
    forgetPlantas: (empresa) => current?.plantas.forget(empresa),
    get enCola() {
      return current?.enCola ?? 0
    },
    async stop() {
      parado = true
      await leaseManager.stop()
    },
  }
}
