import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks. */
const EVERY_MS = 15_000
/** Share of the time in which the event loop did something: from here on the process is busy, and the engine collects by itself. */
const BUSY = 0.2
/** Below it nobody is kept waiting by a thorough collection, which takes as long as several light ones. */
const QUIET = 0.1
/** Growth of the resident memory at rest that is worth a collection. */
const GROWTH = 1.1

export type Rest = {
  /** Resident bytes at rest; null: not known yet. */
  base: number | null
  /** Collections since it was at rest last. */
  done: number
}

/**
 * What to do about memory that a burst of calls left behind. The engine collects as it allocates: a process that has become idle keeps what the burst
 * took, for hours. A light collection empties its pages, and most often they are given back some seconds later; where they are not, a thorough one gives
 * them back. What is left after that is needed.
 * @param rss resident bytes now
 * @param busy share of the time since the last look in which the event loop was busy, 0 to 1
 */
export function nextStep(
  { base, done }: Rest,
  rss: number,
  busy: number,
): Rest & { collect: 'light' | 'thorough' | null } {
  if (busy >= BUSY) return { base, done: 0, collect: null }
  if (base !== null && rss <= base * GROWTH) return { base: Math.min(base, rss), done: 0, collect: null }
  if (done === 0) return { base, done: 1, collect: 'light' }
  if (base === null || done === 2) return { base: rss, done: 0, collect: null }
  return busy < QUIET ? { base, done: 2, collect: 'thorough' } : { base, done, collect: null }
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort' }) => void

/** Collect while the process is idle. @returns how to end it */
export function startIdleGc(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  let rest: Rest = { base: null, done: 0 }
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    const step = nextStep(rest, process.memoryUsage.rss(), utilization)
    rest = step
    if (step.collect)
      collect({
        type: 'major',
        execution: 'sync',
        flavor: step.collect === 'thorough' ? 'last-resort' : 'regular',
      })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
