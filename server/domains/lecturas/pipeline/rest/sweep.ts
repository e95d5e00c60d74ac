import { isSinBase } from '../../../../platform/db/failures'
import { createIsolatedRows } from '../bisect'
import { mendPasado } from '../late/reprocessing'
import { listInquietos, removeSnapshots } from '../memory/repo-snapshot'
import { LeaseError } from '../ownership/lease-manager'
import { transactPartition } from '../ownership/repo-lease'
import { applyConfirmaciones } from './confirmaciones'
import { type Medios, settleQuietos } from './rest'

/** How often to look for devices that are moving by the database and not in memory. */
const RECUERDO_MS = 60_000

/**
 * One thing that a partition looks at every few seconds.
 * @param now Unix ms: up to when everything that was heard is applied
 * @param current and that is all that was said: what people said is applied too
 * @returns true where there is more to do
 */
type Step = (now: number, current: boolean) => Promise<unknown>

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
  let inherited = false
  /** All devices that may be moving are in memory. */
  let loaded = false
  /** When the devices that are not at rest were last asked for; null: not before the start. */
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

  /** All of what was handed over is gone on with: it does not count a second time. */
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
    /** Somebody handed over what is remembered of these devices. */
    async inherit(): Promise<void> {
      inherited = true
      await remember()
    },
    /**
     * All steps, in order.
     * @returns whether there is more to do. Throws LeaseError, and where the database is away: the other steps would fail too
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
