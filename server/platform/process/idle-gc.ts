import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two checks. */
const EVERY_MS = 15_000
/** Share of the time in which the event loop was busy: from here on the garbage collector runs often enough by itself. */
const BUSY = 0.2
/** Below this share, a full collection, which takes as long as several light ones, delays no request. */
const QUIET = 0.1
/** Growth of the resident memory over that at rest which is worth a collection. */
const GROWTH = 1.1

export type Rest = {
  /** Resident bytes at rest; null: not known yet. */
  base: number | null
  /** Collections since the process was last at rest. */
  done: number
}

/**
 * The next step against memory that a burst of calls left behind. The engine collects only while it allocates: a process that has become
 * idle keeps the memory of the burst for hours. A light collection empties its pages, and most often the system gets them back some seconds
 * later; if not, a full collection gives them back. Memory that remains after that is in use.
 * @param rss resident bytes now
 * @param busy share of the time since the last check in which the event loop was busy, 0 to 1
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

/**
 * Collect garbage while the process is idle.
 * @returns stops it
 */
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
