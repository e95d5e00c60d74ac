import { setImmediate as turn } from 'node:timers/promises'

/** How long work may hold the event loop before others have their turn, in ms. */
const HOLD_MS = 15

/**
 * For long work on the event loop: to be awaited between its steps. Most times it does nothing; where the work has held the loop for some
 * time, other calls are served first.
 */
export function createPauses(holdMs = HOLD_MS): () => Promise<void> | undefined {
  let until = performance.now() + holdMs
  return () => {
    if (performance.now() < until) return undefined
    return turn().then(() => {
      until = performance.now() + holdMs
    })
  }
}

/** The same for each element of a list. */
export async function* paced<T>(values: Iterable<T>, pause = createPauses()): AsyncGenerator<T, void> {
  for (const value of values) {
    yield value
    await pause()
  }
}
