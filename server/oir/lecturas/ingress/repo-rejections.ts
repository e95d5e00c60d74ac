import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** A refused reader retries again and again. Its row is written at most this often, unless the reason changes. */
const PAUSA_MS = 30_000
const MAX_LECTORES = 5000

/** Stores why each reader was last refused, so that an administrator sees it. */
export function createRejections(db: Db, onFail: (e: unknown) => void) {
  const escritos = new Map<number, { detalle: string; hasta: number }>()

  /** Returns at once: the answer to the reader does not wait for the write. */
  function write(lector: number, detalle: string, sinOirse: boolean): void {
    const before = escritos.get(lector)
    if (before && before.detalle === detalle && before.hasta > performance.now()) return
    if (escritos.size > MAX_LECTORES) escritos.clear()
    escritos.set(lector, { detalle, hasta: performance.now() + PAUSA_MS })
    sql`
      insert into lector_rechazo (lector_id, detalle, sin_oirse)
      select ${lector}, ${detalle.slice(0, 300)}, ${sinOirse}
      where not ${sinOirse} or not exists (
        select from dispositivo_estado where dispositivo_id = ${lector} and recibido is not null)
      on conflict (lector_id) do update
      set detalle = excluded.detalle, sin_oirse = excluded.sin_oirse, cuando = now()`
      .execute(db)
      .catch(onFail)
  }

  return {
    /** Note that the reader was refused, and why. */
    note: (lector: number, detalle: string) => write(lector, detalle, false),
    /** Note what may be wrong with a reader, if it was never heard. What a reader that is heard sends beside its readings is no fault. */
    noteUnheard: (lector: number, detalle: string) => write(lector, detalle, true),
  }
}

export type Rejections = ReturnType<typeof createRejections>
