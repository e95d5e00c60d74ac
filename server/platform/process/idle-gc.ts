import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks. */
const EVERY_MS = 15_000
/** Share of the time in which the event loop did something: from here on the process is busy, and the engine collects by itself. */
const BUSY = 0.2
/** Growth of the resident memory since the last collection that is worth one. */
const GROWTH = 1.1

/**
 * Whether memory that a burst of calls left behind is worth a collection now. The engine collects as it allocates: a process
 * that has become idle keeps what the burst took, for hours.
 * @param rss resident bytes now
 * @param base resident bytes after the last collection; null: there was none
 * @param busy share of the time since the last look in which the event loop was busy, 0 to 1
 */
export const isWorthCollecting = (rss: number, base: number | null, busy: number): boolean =>
  busy < BUSY && (base === null || rss > base * GROWTH)

/** Collect while the process is idle. @returns how to end it */
export function startIdleGc(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let base: number | null = null
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (!isWorthCollecting(process.memoryUsage.rss(), base, utilization)) return
    collect()
    base = process.memoryUsage.rss()
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
