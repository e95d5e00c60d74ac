import type pg from 'pg'
import type { Conjunto } from '#contract/operacion/datos/values'
import type { Db } from '../../platform/db/client'
import { holdConnection, walkQuery } from '../../platform/db/queries/cursor'
import { readBase, readSnapshot, reviewSnapshot } from './changes/repo-changes'
import type { DatoColumn } from './columns'
import { badCursor, type Cursor, cursorCaducado, readCursor, writeCursor } from './cursor'
import { paced } from './pace'
import * as repo from './repo'

type Asked = {
  conjunto: Conjunto
  /** Null: all companies. */
  empresa: number | null
  desde?: string | undefined
  cursor?: string | undefined
  limite: number
}

/**
 * The result of a request: columns, JSON lines as they are read (one or more per text), and the next cursor.
 */
export type Reading = {
  columns: DatoColumn[]
  lines: AsyncGenerator<string[]>
  next: string
  /** Releases the connection, whether or not lines were read. */
  close(): Promise<unknown>
}

/** The lines, starting with the batch that was already read. */
async function* after(first: IteratorResult<string[]>, rest: AsyncGenerator<string[]>) {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * Starts reading a set. A first reading uses the replica if there is one; later parts use the primary, which alone knows the running
 * transactions. Throws 400 and 410 as `readCursor` does.
 */
export async function openReading(db: Db, replica: Db, a: Asked): Promise<Reading> {
  const columns = await repo.listColumns(db, a.conjunto)
  const all = [...columns, repo.ELIMINADO]
  const cursor = a.cursor === undefined ? null : readCursor(a.cursor, a.conjunto, a.empresa)
  // Read before any snapshot: if a replica is promoted meanwhile, the next cursor is not good there.
  const base = await readBase(db)
  if (cursor && cursor.base !== base) throw cursorCaducado()
  const { lines, readNext } =
    cursor && !cursor.clave
      ? readChanges(db, cursor, a.limite, columns)
      : readFirst(cursor ? db : replica, cursor, { ...a, base }, all)
  const first = await lines.next().catch((e) => {
    // A snapshot or key that the database cannot parse was not written by us.
    throw cursor && String(e?.code).startsWith('22') ? badCursor() : e
  })
  return {
    columns: all,
    lines: after(first, paced(lines)),
    next: writeCursor(readNext()),
    close: () => lines.return(undefined),
  }
}

/** All reads of an answer use one connection: another one might lead to a replica that is further behind. */
function readFirst(db: Db, cursor: Cursor | null, a: Asked & { base: string }, columns: DatoColumn[]) {
  let next: Cursor
  async function* read() {
    const { connection, release } = await holdConnection(db)
    try {
      const now = await readSnapshot(connection)
      if (cursor) reviewSnapshot(cursor.visto, now)
      const begin = cursor ?? newCursor(a, now)
      // If all rows of a part come with the changes, the next part is read: an empty answer would mean that nothing is left.
      for (let at = begin, any = false; !any; ) {
        const { part, next: after } = await repo.findPart(connection, at, a.limite)
        next = at = after
        for await (const lines of repo.readPart(connection, part, columns)) {
          any = true
          yield lines
        }
        if (!after.clave) return
      }
    } finally {
      release()
    }
  }
  return { lines: read(), readNext: () => next }
}

const newCursor = (a: Asked & { base: string }, visto: string): Cursor => ({
  conjunto: a.conjunto,
  empresa: a.empresa,
  base: a.base,
  visto,
  momento: Date.now(),
  desde: a.desde ?? null,
  clave: null,
  hasta: null,
  hastaMomento: null,
  cambio: '0',
})

function readChanges(db: Db, cursor: Cursor, limite: number, columns: DatoColumn[]) {
  let next: Cursor
  const plan = async (foto: Db) => {
    const changes = await repo.queryChanges(foto, cursor, limite, columns)
    next = changes.next
    return changes.query
  }
  const lines = walkQuery(db, plan, (r) => `${r.line}\n`)
  return { lines, readNext: () => next }
}

/** Deletes changes that are too old for any valid cursor. */
export const pruneCambios = (pool: pg.Pool): Promise<void> => repo.removeChanges(pool)
