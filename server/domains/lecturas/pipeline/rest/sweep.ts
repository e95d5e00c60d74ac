import { isSinBase } from '../../../../platform/db/failures'
import { createIsolatedRows } from '../bisect'
import { mendPasado } from '../late/reprocessing'
import { removeSnapshots } from '../memory/repo-snapshot'
import { LeaseError } from '../ownership/lease-manager'
import { transactPartition } from '../ownership/repo-lease'
import { applyConfirmaciones } from './confirmaciones'
import { type Medios, settleQuietos } from './rest'

/**
 * What a partition looks at every few seconds: what people said, what came to rest, what came late. Each step fails alone, and in each of them
 * each confirmation and each tag.
 */
export function createSweep(m: Medios, onFail: (e: unknown) => void) {
  const isolatedRows = {
    confirmaciones: createIsolatedRows(onFail),
    quietos: createIsolatedRows(onFail),
    pasados: createIsolatedRows(onFail),
  }
  /** What was handed over is not all in memory yet. */
  let heredada = false

  /** @returns null where it failed by itself. Throws where the other steps would fail too. */
  async function step<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (e) {
      if (e instanceof LeaseError || isSinBase(e)) throw e
      onFail(e)
      return null
    }
  }

  /** All of what was handed over is gone on with: it does not count a second time. */
  async function endHerencia(): Promise<void> {
    await transactPartition(m.pool, async (client) => {
      await m.hold(client)
      await removeSnapshots(client, m.carril)
    })
    heredada = false
  }

  return {
    /** Somebody handed over what is remembered of these devices. */
    inherit(): void {
      heredada = true
    },
    /**
     * @param ahora Unix ms: up to when everything that was heard is applied
     * @param conGente what people said is applied too
     * @returns whether there is more to do. Throws LeaseError, and where the database is away
     */
    async look(now: number, conGente: boolean): Promise<boolean> {
      if (conGente) await step(() => applyConfirmaciones(m, isolatedRows.confirmaciones))
      const faltan = await step(() => settleQuietos(m, isolatedRows.quietos, now))
      if (heredada && faltan === false) await step(endHerencia)
      const mas = await step(() => mendPasado(m, isolatedRows.pasados, now))
      return faltan === true || mas === true
    },
  }
}
