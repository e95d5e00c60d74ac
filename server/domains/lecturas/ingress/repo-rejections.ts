import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** A refused reader retries again and again. Its row is written at most this often, unless the reason changes. */
const PAUSA_MS = 30_000
const MAX_LECTORES = 5000

/** Stores why each reader was last refused, so that an administrator sees it. */
export function createRejections(db: Db, onFail: (e: unknown) => void) {
  const escritos = new Map<number, { detalle: string; hasta: number }>()

  return {
    /** Returns at once: the answer to the reader does not wait for the write. */
    note(lector: number, detalle: string): void {
      const before = escritos.get(lector)
      if (before && before.detalle === detalle && before.hasta > performance.now()) return
      if (escritos.size > MAX_LECTORES) escritos.clear()
      escritos.set(lector, { detalle, hasta: performance.now() + PAUSA_MS })
      sql`
        insert into lector_rechazo (lector_id, detalle) values (${lector}, ${detalle.slice(0, 300)})
        on conflict (lector_id) do update set detalle = excluded.detalle, cuando = now()`
        .execute(db)
        .catch(onFail)
    },
  }
}

export type Rejections = ReturnType<typeof createRejections>
