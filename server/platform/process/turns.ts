/**
 * Bounds work that occupies a thread or a processor: `atOnce` of it run, up to `waiting` wait in order of arrival.
 * @param refuse the error for work that arrives when all places to wait are taken
 */
export function createTurns({
  atOnce,
  waiting,
  refuse,
}: {
  atOnce: number
  waiting: number
  refuse(): Error
}) {
  const queue: (() => void)[] = []
  let running = 0

  return {
    /** How much waits. */
    waiting: () => queue.length,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running++
      else {
        if (queue.length >= waiting) throw refuse()
        // Whoever ends hands its place over, so that nobody who arrives later takes it.
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
