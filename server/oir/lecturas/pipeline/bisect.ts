import { isSinBase } from '../../../platform/db/failures'
import { isTransient } from './failures'
import { LeaseError } from './ownership/lease-manager'

/** If more than this many fail alone in one call, the cause is not in each of them. */
const MAX_CULPABLES = 20
const FIRST_MS = 1000
const LAST_MS = 3_600_000
const MAX_ISOLATED_ROWS = 10_000

/** Errors that none of the items caused: another attempt, or another process, may succeed. */
const failsForAll = (e: unknown) => e instanceof LeaseError || isSinBase(e) || isTransient(e)

/**
 * Do the work for all items at once. If that fails, retry by halves until each item at fault stands alone. Throws errors that no single
 * item caused.
 * @param work is called again with some of the items that it failed with
 * @param onAlone called with each item that failed alone
 */
export async function doByHalves<T>(
  all: readonly T[],
  work: (parte: readonly T[]) => Promise<unknown>,
  onAlone: (uno: T, e: unknown) => void,
): Promise<void> {
  let culpables = 0
  async function run(parte: readonly T[]): Promise<void> {
    if (!parte.length) return
    try {
      await work(parte)
    } catch (e) {
      if (failsForAll(e)) throw e
      const mitad = parte.length >> 1
      if (mitad) {
        await run(parte.slice(0, mitad))
        return run(parte.slice(mitad))
      }
      onAlone(parte[0] as T, e)
      if (++culpables > MAX_CULPABLES) throw e
    }
  }
  await run(all)
}

/**
 * Items that failed alone are set aside, each time for longer, while the others continue. The error of an item is reported once.
 * @param onFail called with the first error of each item
 */
export function createIsolatedRows(onFail: (e: unknown) => void) {
  const waiting = new Map<number, { veces: number; hasta: number }>()
  return {
    isSetAside: (id: number): boolean => (waiting.get(id)?.hasta ?? 0) > performance.now(),
    list: (): number[] => {
      const now = performance.now()
      return [...waiting].flatMap(([id, e]) => (e.hasta > now ? [id] : []))
    },
    setAside(id: number, e: unknown): void {
      const veces = (waiting.get(id)?.veces ?? 0) + 1
      if (veces === 1) onFail(e)
      if (waiting.size >= MAX_ISOLATED_ROWS) waiting.clear()
      waiting.set(id, {
        veces,
        hasta: performance.now() + Math.min(LAST_MS, FIRST_MS * 2 ** (veces - 1)),
      })
    },
    /** These items succeeded. */
    settle(ids: Iterable<number>): void {
      if (waiting.size) for (const id of ids) waiting.delete(id)
    },
  }
}

export type IsolatedRows = ReturnType<typeof createIsolatedRows>
