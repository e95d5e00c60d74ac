import { setTimeout as sleep } from 'node:timers/promises'

/** Upper limit of a pause: a read that was slow because of other load is not followed by an equally long one. */
const MAX_REST_MS = 100

/**
 * Pauses after each read for as long as it took. A client that reads a whole set is not in a hurry, and other requests need the database's
 * processors.
 * @param rest a pause of this many ms
 */
export async function* paced<T>(
  reads: AsyncGenerator<T>,
  rest: (ms: number) => Promise<unknown> = sleep,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const start = performance.now()
      const { done, value } = await reads.next()
      if (done) return
      const took = performance.now() - start
      yield value
      await rest(Math.min(took, MAX_REST_MS))
    }
  } finally {
    await reads.return(undefined)
  }
}
