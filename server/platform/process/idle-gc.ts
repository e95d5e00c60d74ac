import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two checks. */
const EVERY_MS = 15_000
/** Share of the time in which the event loop was busy: from here on the garbage collector runs often enough by itself. */
const BUSY = 0.2
/** Growth of the resident memory over that at rest which is worth a collection. */
const GROWTH = 1.1
/** A collection in one go is begun only if it will hold the event loop for no longer, by what the last one took; ms. */
const MAX_HOLD_MS = 90
/** What it takes for each MB that is in use, and for each that it gives back, ms on a busy machine. */
const MS_PER_USED_MB = 1.2
const MS_PER_FREED_MB = 0.2
/** From this size of external memory on, in bytes, V8 begins to mark what is in use: beside the program, in steps of some ms. */
const EXTERNAL = 66 << 20

export type Rest = {
  /** Resident bytes at rest; null: not known yet. */
  base: number | null
  /** Collections since the process was last at rest. */
  done: number
}

/**
 * The next step against memory that a burst of calls left behind. The engine collects only while it allocates: a process that has become
 * idle keeps the memory of the burst for hours. First V8 is made to collect by itself, without holding the event loop. The pages that are free
 * then it keeps for itself: only a collection in one go gives them back, which is short because little is left, and is left out where it would not
 * be. Memory that remains after that is in use.
 * @param rss resident bytes now
 * @param busy share of the time since the last check in which the event loop was busy, 0 to 1
 * @param holdMs how long a collection in one go would hold the event loop
 */
export function nextStep(
  { base, done }: Rest,
  rss: number,
  busy: number,
  holdMs: number,
): Rest & { collect: 'in steps' | 'in one go' | null } {
  if (busy >= BUSY) return { base, done: 0, collect: null }
  if (base !== null && rss <= base * GROWTH) return { base: Math.min(base, rss), done: 0, collect: null }
  if (done === 0) return { base, done: 1, collect: 'in steps' }
  if (done === 1) return { base, done: 2, collect: holdMs <= MAX_HOLD_MS ? 'in one go' : null }
  return { base: rss, done: 0, collect: null }
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort' }) => void

const MB = 2 ** 20
/** @param freed bytes that it may give back */
const costOf = (freed: number) =>
  (process.memoryUsage().heapUsed / MB) * MS_PER_USED_MB + (freed / MB) * MS_PER_FREED_MB

function openCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

/**
 * Give back what a long read left behind: the engine would let the memory grow to several times of what is kept. Everything waits meanwhile,
 * some 100 ms for each 200 MB in use.
 */
export function collectNow(): void {
  openCollect()({ type: 'major', execution: 'sync', flavor: 'regular' })
}

/**
 * Give back the memory of a burst while the process is idle.
 * @returns stops it
 */
export function startIdleGc(): () => void {
  const collect = openCollect()
  let rest: Rest = { base: null, done: 0 }
  /** How long the last collection in one go took, of what was expected: machines differ. */
  let pace = 1
  /** Least resident bytes at rest: what is above may all be given back. */
  let least = Number.POSITIVE_INFINITY
  let last = performance.eventLoopUtilization()

  function collectInOneGo(): void {
    const rss = process.memoryUsage.rss()
    const before = performance.now()
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    pace = (performance.now() - before) / costOf(Math.max(0, rss - process.memoryUsage.rss()))
  }

  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    const rss = process.memoryUsage.rss()
    const step = nextStep(rest, rss, utilization, pace * costOf(Math.max(0, rss - least)))
    rest = step
    least = Math.min(least, rest.base ?? least)
    // Never touched, so that it takes no memory.
    if (step.collect === 'in steps') new ArrayBuffer(EXTERNAL)
    else if (step.collect) collectInOneGo()
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
