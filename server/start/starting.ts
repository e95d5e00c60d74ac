import type { Config } from '../platform/config/config'
import { ErrorStartup } from '../platform/config/startup-errors'

/** Closes what a part opened; a returned promise is awaited. */
export type Closer = () => unknown

/** Closers of the opened parts, called in reverse order. */
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

/** Keeps log entries that come before the application has its log. */
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
    /** From now on entries go to this log. */
    handOver(to: Log): void {
      log = to
      for (const [level, facts, text] of kept.splice(0)) to[level](facts, text)
    },
  }
}

/** Given to each part of a start: it adds its closer to `closers` as soon as it is open. */
export type Starting = {
  config: Config
  closers: ReturnType<typeof createClosers>
  log: ReturnType<typeof createEarlyLog>
  /** Ends the start early; checkAborted throws once it is aborted. */
  abort: AbortSignal | undefined
}

export function checkAborted({ abort }: Starting): void {
  if (abort?.aborted) throw new ErrorStartup('Arranque interrumpido.')
}

/** Do work that may take long; if the start is aborted meanwhile, `cut` makes it end. */
export async function orCut<T>({ abort }: Starting, cut: () => unknown, work: () => Promise<T>): Promise<T> {
  abort?.addEventListener('abort', cut)
  const res = await work()
  abort?.removeEventListener('abort', cut)
  return res
}
