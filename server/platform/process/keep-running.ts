import type { ChildProcess } from 'node:child_process'

/** Wait before a program is started again, and the longest one, ms: it doubles each time that the program ends soon. */
const WAIT_MS = 1000
const WAIT_MAX_MS = 60_000
/** A program that ran for this long starts again after the shortest wait, ms. */
const GOOD_MS = 5 * 60_000

/**
 * Start a program, and start it again when it ends.
 * @param start starts it once
 * @param onEnd called each time that it ends by itself: why, and in how many ms it is started again
 */
export function keepRunning(
  start: () => ChildProcess,
  onEnd: (why: string, againMs: number) => void,
  { waitMs = WAIT_MS, goodMs = GOOD_MS } = {},
) {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isLeaving = false
  let wait = waitMs

  function run(): void {
    const started = performance.now()
    const mine = start()
    child = mine
    let isOver = false
    const end = (why: string) => {
      if (isOver) return
      isOver = true
      child = undefined
      if (isLeaving) return
      if (performance.now() - started >= goodMs) wait = waitMs
      onEnd(why, wait)
      timer = setTimeout(run, wait)
      wait = Math.min(wait * 2, WAIT_MAX_MS)
    }
    mine.on('error', (e) => end(e.message))
    mine.on('exit', (code, signal) => end(signal ?? `código ${code}`))
  }

  run()
  return {
    /** End it, for good. */
    async stop(): Promise<void> {
      isLeaving = true
      clearTimeout(timer)
      const last = child
      if (!last || last.exitCode !== null || last.signalCode !== null) return
      await new Promise<void>((resolve) => {
        last.once('exit', () => resolve())
        last.kill('SIGTERM')
      })
    },
  }
}
