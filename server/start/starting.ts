import type { Config } from '../platform/config/config'
import { ErrorStartup } from '../platform/config/startup-errors'

/** How to close what a part opened; what it returns is waited for. */
export type Closer = () => unknown

/** What was opened, to be closed in the opposite order. */
export function createClosers() {
  const closers: Closer[] = []
  return {
    add: (...more: Closer[]): void => {
      closers.push(...more)
    },
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}

/** What is logged before the application has its log is kept for it. */
export function createEarlyLog() {
  type Level = 'error' | 'warn'
  type Log = Record<Level, (facts: object, text: string) => void>
  const kept: [Level, object, string][] = []
  let log: Log = {
    error: (facts, text) => kept.push(['error', facts, text]),
    warn: (facts, text) => kept.push(['warn', facts, text]),
  }
  return {
    error: (facts: object, text: string): void => log.error(facts, text),
    warn: (facts: object, text: string): void => log.warn(facts, text),
    /** From now on there. */
    handOver(to: Log): void {
      log = to
      for (const [level, facts, text] of kept.splice(0)) to[level](facts, text)
    },
  }
}

/** What each part of a start is given: it adds to `closers` what closes it as soon as it is open. */
export type Starting = {
  config: Config
  closers: ReturnType<typeof createClosers>
  log: ReturnType<typeof createEarlyLog>
  /** Ends the start early; throws where it was to end. */
  abort: AbortSignal | undefined
}

export function checkAborted({ abort }: Starting): void {
  if (abort?.aborted) throw new ErrorStartup('Arranque interrumpido.')
}

/** Do something that may last; where the start is to end early, `cut` lets it end. */
export async function orCut<T>({ abort }: Starting, cut: () => unknown, work: () => Promise<T>): Promise<T> {
  abort?.addEventListener('abort', cut)
  const res = await work()
  abort?.removeEventListener('abort', cut)
  return res
}
