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
  /** Begin to apply. Resolves once this process can apply messages. */
  start(): Promise<void>
  /** Take a message. Resolves once it is stored durably; rejects if it is not. */
  receive(message: Message): Promise<Result>
  /** Take a message. Resolves with the result once it is applied; rejects if the result is not known. */
  apply(message: Message): Promise<Result>
  /** Called when people have confirmed where containers are. */
  attend(): void
  /** Forget cached plants: readers of this company may have moved, or something was learned. Without `empresa`, of all companies. */
  forgetPlantas(empresa?: number): void
  /** Number of readings that wait. */
  readonly enCola: number
  stop(): Promise<void>
}

/** Interval of the check whether the process before has released the devices. */
const PENDING_MESSAGE_MS = 100

/** Applies the messages that it takes, for all devices. Of several such processes one works and the others wait. */
export function createPipeline(
  environment: Environment,
  unico: boolean,
  onFail: (e: unknown) => void,
): Pipeline {
  let current: Ingesta | null = null
  let parado = false
  const receive = (message: Message) => (current ? current.receive(message) : Promise.reject(enEspera()))
  const attendRelayedMessages = createRelayedMessages(environment.pool, ALL, receive)
  function attend(): void {
    if (!current) return
    current.attend()
    attendRelayedMessages().catch(onFail)
  }
  const leaseManager = createLeaseManager(
    environment.pool,
    { solo: true, unico },
    (lease): PartitionWorker => {
      const ingesta = createIngesta(lease, environment, { onFail, onLost: () => leaseManager.restart(ALL) })
      const started = ingesta
        .start()
        .then(() => {
          current = ingesta
          // What was relayed until now was notified too soon.
          attend()
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
    attend,
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
