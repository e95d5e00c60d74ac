import type pg from 'pg'
import type { Conjunto } from '#contract/valores/datos'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/cursor'
import { badCursor, type Cursor, cursorCaducado, readCursor, writeCursor } from './cursor'
import * as repo from './repo'

type Asked = {
  conjunto: Conjunto
  /** Null: all. */
  empresa: number | null
  desde?: string | undefined
  cursor?: string | undefined
  limite: number
}

/** What a reader gets: the columns, the rows as they are read, and where to go on; null: the set has no cursor. */
export type Reading = {
  columns: repo.DatoColumn[]
  rows: AsyncGenerator<repo.Row[]>
  next: string | null
  /** Gives the connection back, whether or not rows were read. */
  close(): Promise<unknown>
}

/** The rows after the first look at them, which has been taken already. */
async function* after(first: IteratorResult<repo.Row[]>, rest: AsyncGenerator<repo.Row[]>) {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * Begin to read a set. A first reading comes from the replica where there is one; what follows it comes from the primary, which alone knows which
 * transactions are under way. Throws 400 and 410 as `readCursor` does.
 */
export async function openReading(db: Db, replica: Db, a: Asked): Promise<Reading> {
  const columns = await repo.listColumns(db, a.conjunto)
  if (!repo.isIncremental(a.conjunto)) {
    const rows = walkQuery(
      replica,
      async () => repo.queryAll(a.conjunto, a.empresa),
      (r) => r,
    )
    return { columns, rows: after(await rows.next(), rows), next: null, close: () => rows.return(undefined) }
  }
  const cursor = a.cursor === undefined ? null : readCursor(a.cursor, a.conjunto, a.empresa)
  let next: Cursor | null = null
  const rows = walkQuery(
    cursor ? db : replica,
    async (foto) => {
      const plan = await planOf(foto, cursor, a, columns)
      next = plan.next
      return plan.query
    },
    (r) => r,
  )
  const first = await rows.next().catch((e) => {
    // A snapshot or a key that the database cannot read was not written by us.
    throw cursor && String(e?.code).startsWith('22') ? badCursor() : e
  })
  return {
    columns: [...columns, { name: 'eliminado', type: 'boolean' }],
    rows: after(first, rows),
    next: next && writeCursor(next),
    close: () => rows.return(undefined),
  }
}

async function planOf(foto: Db, cursor: Cursor | null, a: Asked, columns: repo.DatoColumn[]) {
  if (cursor && !cursor.clave) return repo.queryChanges(foto, cursor, a.limite, columns)
  const now = await repo.readSnapshot(foto)
  if (cursor && cursor.base !== now.base) throw cursorCaducado()
  const from: Cursor = cursor ?? {
    conjunto: a.conjunto,
    empresa: a.empresa,
    ...now,
    momento: Date.now(),
    desde: a.desde ?? null,
    clave: null,
    hasta: null,
    cambio: '0',
  }
  return repo.queryFirst(foto, from, a.limite)
}

/** Forget changes that no cursor can ask for any more. */
export const pruneCambios = (pool: pg.Pool): Promise<void> => repo.removeChanges(pool)
