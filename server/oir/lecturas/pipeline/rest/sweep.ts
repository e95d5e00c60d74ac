import { isSinBase } from '../../../../platform/db/failures'
import { createIsolatedRows } from '../bisect'
import { mendPasado } from '../late/reprocessing'
import { listInquietos, removeSnapshots } from '../memory/repo-snapshot'
import { LeaseError } from '../ownership/lease-manager'
import { transactPartition } from '../ownership/repo-lease'
import { applyConfirmaciones } from './confirmaciones'
import { type Medios, settleQuietos } from './rest'

/** Interval of the search for devices that move by the database, but are not in memory. */
const RECUERDO_MS = 60_000

/**
 * One check that a partition does every few seconds.
 * @param now Unix ms: everything that was heard until then is applied
 * @param current nothing else was heard until now, so that confirmations can be applied too
 * @returns true: there is more to do
 */
type Step = (now: number, current: boolean) => Promise<unknown>

/**
 * The checks of a partition every few seconds: confirmations, devices that come to rest, late readings. A failing check does not stop the
 * others, nor does a failing confirmation or tag within one.
 */
export function createSweep(m: Medios, onFail: (e: unknown) => void) {
  const isolatedRows = {
    confirmaciones: createIsolatedRows(onFail),
    quietos: createIsolatedRows(onFail),
    pasados: createIsolatedRows(onFail),
  }
  /** What another process handed over is not all in memory yet. */
  let inherited = false
  /** All devices that may be moving are in memory. */
  let loaded = false
  /** When devices that are not at rest were last searched, ms of `performance.now()`; null: not since the start. */
  let remembered: number | null = null

  async function remember(): Promise<void> {
    m.memoria.remind(await listInquietos(m.pool, m.partition))
    remembered = performance.now()
  }

  async function rememberDue(): Promise<void> {
    if (remembered !== null && performance.now() - remembered > RECUERDO_MS) await remember()
  }

  const confirm: Step = async (_now, current) => {
    if (current) await applyConfirmaciones(m, isolatedRows.confirmaciones)
  }

  const settle: Step = async (now) => {
    loaded = false
    const more = await settleQuietos(m, isolatedRows.quietos, now)
    loaded = !more
    return more
  }

  /** Once all that was handed over is in memory, delete it: it must not be loaded a second time. */
  async function endInheritance(): Promise<void> {
    if (!inherited || !loaded) return
    await transactPartition(m.pool, async (client) => {
      await m.hold(client)
      await removeSnapshots(client, m.partition)
    })
    inherited = false
  }

  const mend: Step = (now) => mendPasado(m, isolatedRows.pasados, now)

  const STEPS: readonly Step[] = [rememberDue, confirm, settle, endInheritance, mend]

  return {
    /** Load what another process handed over. */
    async inherit(): Promise<void> {
      inherited = true
      await remember()
    },
    /**
     * Run all checks, in order.
     * @returns whether there is more to do. Throws LeaseError, and if the database is away: the other checks would fail too
     */
    async look(now: number, current: boolean): Promise<boolean> {
      let more = false
      for (const step of STEPS)
        try {
          more = (await step(now, current)) === true || more
        } catch (e) {
          if (e instanceof LeaseError || isSinBase(e)) throw e
          onFail(e)
        }
      return more
    },
  }
}
