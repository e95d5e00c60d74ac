import { P_AVISO } from '#contract/valores/ciclos/prevision'
import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** A warning is over once nothing speaks for it for this long: a chance about even comes and goes. */
const CALMA_MS = 3 * 3_600_000
/** Below this chance nothing speaks for it. */
const P_CALMA = 0.29

export type Falta = repo.Situacion & {
  /** Of the warning. */
  id: number
  /** There is too little already. */
  ya: boolean
}

/** What people are notified of when a shortage is to be expected, or is there, and when it is over; in the transaction of that. */
export type OnFalta = {
  onOpen(tx: Db, empresa: number, f: Falta): Promise<unknown>
  onClose(tx: Db, empresa: number, f: Falta): Promise<unknown>
}

export type Paso =
  | { que: 'abre'; ya: boolean }
  | { que: 'sigue'; bien: Date | null }
  | { que: 'cierra' }
  | null

/** What is to be done of a series: a warning begins, goes on, or is over. Null: nothing. */
export function judgeFalta(s: repo.Situacion): Paso {
  const ya = s.minimo !== null && s.stock < s.minimo
  const p = s.minimo === null ? 0 : (s.p ?? 0)
  if (s.aviso === null) return ya || (s.fiable && p >= P_AVISO) ? { que: 'abre', ya } : null
  if (ya || p >= P_CALMA) return { que: 'sigue', bien: null }
  const bien = s.bien ?? s.momento
  return s.momento.getTime() - bien.getTime() >= CALMA_MS ? { que: 'cierra' } : { que: 'sigue', bien }
}

/** Tell of what will run short, or has, and of what is over. */
export async function tellFaltas(db: Db, empresa: number, on: OnFalta): Promise<void> {
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
