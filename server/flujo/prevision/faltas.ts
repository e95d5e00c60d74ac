import { P_AVISO } from '#contract/flujo/prevision/values'
import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** A warning ends after this long below `P_CALMA`: a probability near one half goes up and down. */
const CALMA_MS = 3 * 3_600_000
/** A probability below this is no sign of a shortage. */
const P_CALMA = 0.29

export type Falta = repo.Situacion & {
  /** Id of the warning. */
  id: number
  /** The stock is already below the minimum. */
  ya: boolean
}

/** Notifications when a shortage is expected or present, and when it is over, in the same transaction. */
export type OnFalta = {
  onOpen(tx: Db, empresa: number, f: Falta): Promise<unknown>
  onClose(tx: Db, empresa: number, f: Falta): Promise<unknown>
}

export type Paso =
  | { que: 'abre'; ya: boolean }
  | { que: 'sigue'; bien: Date | null }
  | { que: 'cierra' }
  | null

/** Whether a series' warning begins, goes on, or ends. Null: no warning. */
export function judgeFalta(s: repo.Situacion): Paso {
  const ya = s.minimo !== null && s.stock < s.minimo
  const p = s.minimo === null ? 0 : (s.p ?? 0)
  if (s.aviso === null) return ya || (s.fiable && p >= P_AVISO) ? { que: 'abre', ya } : null
  if (ya || p >= P_CALMA) return { que: 'sigue', bien: null }
  const bien = s.bien ?? s.momento
  return s.momento.getTime() - bien.getTime() >= CALMA_MS ? { que: 'cierra' } : { que: 'sigue', bien }
}

/** Notifies of expected, present and ended shortages. */
export async function notifyFaltas(db: Db, empresa: number, on: OnFalta): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const s of await repo.listSituaciones(tx, empresa)) {
      const paso = judgeFalta(s)
      if (paso?.que === 'abre') {
        const id = await repo.openAviso(tx, s.serie, s.momento, paso.ya)
        await on.onOpen(tx, empresa, { ...s, id, ya: paso.ya })
      } else if (paso?.que === 'sigue') await repo.keepAviso(tx, s.aviso as number, paso.bien)
      else if (paso) {
        await repo.closeAviso(tx, s.aviso as number, s.momento)
        await on.onClose(tx, empresa, { ...s, id: s.aviso as number, ya: false })
      }
    }
  })
}
