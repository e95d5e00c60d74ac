import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { shareNext } from '../../../../platform/db/share'
import { doEach } from '../../../../platform/jobs/each'
import { enEspera } from '../failures'
import type { Message, Result } from '../message'
import { ALL } from './partition'
import {
  addRelayedMessage,
  answerRelayedMessage,
  listRelayedMessages,
  readResponse,
  removeRelayedMessage,
} from './repo-relayed-message'

/** How long to wait for the answer of another process. */
const TIMEOUT_MS = 8000
const CADA_MS = 100

/**
 * Have a message applied by the process that has a partition.
 * @returns the result. Rejects with 503 if no process answers in time
 */
export async function askPartition(pool: pg.Pool, mensaje: Message, partition = ALL): Promise<Result> {
  const id = await addRelayedMessage(pool, mensaje, partition)
  try {
    for (const fin = performance.now() + TIMEOUT_MS; performance.now() < fin; await sleep(CADA_MS)) {
      const result = await readResponse(pool, id)
      if (result) return result
    }
    throw enEspera()
  } finally {
    await removeRelayedMessage(pool, id)
  }
}

/** Apply messages that other processes relay to a partition, such as one that a person reads again from quarantine. */
export const createRelayedMessages = (
  pool: pg.Pool,
  partition: number,
  receive: (m: Message) => Promise<Result>,
) =>
  shareNext(async () => {
    await doEach(await listRelayedMessages(pool, partition), async ({ id, mensaje }) =>
      answerRelayedMessage(pool, id, await receive(mensaje)),
    )
  })
