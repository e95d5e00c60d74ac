import type pg from 'pg'
import type { Conjunto } from '#contract/valores/datos'
import type { Db } from '../../platform/db/client'
import { holdConnection, walkQuery } from '../../platform/db/cursor'
import type { DatoColumn } from './columns'
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

/** What a reader gets: the columns, lines of JSON as they are read, one or more in a text, and where to go on; null: the set has no cursor. */
export type Reading = {
  columns: DatoColumn[]
  lines: AsyncGenerator<string[]>
  next: string | null
  /** Gives the connection back, whether or not lines were read. */
  close(): Promise<unknown>
}

/** The lines after the first look at them, which has been taken already. */
async function* after(first: IteratorResult<string[]>, rest: AsyncGenerator<string[]>) {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * Begin to read a set. A first reading begins at the replica where there is one; what follows it comes from the primary, which alone knows which
 * transactions are under way. Throws 400 and 410 as `readCursor` does.
 */
export async function openReading(db: Db, replica: Db, a: Asked): Promise<Reading> {
  const columns = await repo.listColumns(db, a.conjunto)
  const cursor =
    a.cursor === undefined || !repo.isIncremental(a.conjunto)
      ? null
      : readCursor(a.cursor, a.conjunto, a.empresa)
  const {
    columns: all,
    lines,
    readNext,
  } = cursor && !cursor.clave
    ? readChanges(db, cursor, a.limite, columns)
    : readFirst(cursor ? db : replica, cursor, a, columns)
  const first = await lines.next().catch((e) => {
    // A snapshot or a key that the database cannot read was not written by us.
    throw cursor && String(e?.code).startsWith('22') ? badCursor() : e
  })
  const next = readNext()
  return {
    columns: all,
    lines: after(first, lines),
    next: next && writeCursor(next),
    close: () => lines.return(undefined),
  }
}

/** All reads of an answer go over one connection: the next one might lead to a server that is not as far. */
function readFirst(db: Db, cursor: Cursor | null, a: Asked, columns: DatoColumn[]) {
  const incremental = repo.isIncremental(a.conjunto)
  const all = incremental ? [...columns, repo.ELIMINADO] : columns
  let next: Cursor | null = null
  async function* read() {
    const { connection, release } = await holdConnection(db)
    try {
      if (!incremental) {
        yield* repo.readPart(connection, repo.partOfContenedores(a.empresa), all)
        return
      }
      const now = await repo.readSnapshot(connection)
      if (cursor && cursor.base !== now.base) throw cursorCaducado()
      const begin = cursor ?? newCursor(a, now)
      // Where all rows of a part come with the changes, it is gone on with: an empty answer would say that nothing is left.
      for (let at = begin, any = false; !any; ) {
        const { part, next: after } = await repo.findPart(connection, at, a.limite)
        next = at = after
        for await (const lines of repo.readPart(connection, part, all)) {
          any = true
          yield lines
        }
        if (!after.clave) return
      }
    } finally {
      release()
    }
  }
  return { columns: all, lines: read(), readNext: () => next }
}

const newCursor = (a: Asked, now: { visto: string; base: string }): Cursor => ({
  conjunto: a.conjunto,
  empresa: a.empresa,
  ...now,
  momento: Date.now(),
  desde: a.desde ?? null,
  clave: null,
  hasta: null,
  cambio: '0',
})

function readChanges(db: Db, cursor: Cursor, limite: number, columns: DatoColumn[]) {
  let next: Cursor | null = null
  const plan = async (foto: Db) => {
    const changes = await repo.queryChanges(foto, cursor, limite, columns)
    next = changes.next
    return changes.query
  }
  const lines = walkQuery(db, plan, (r) => `${r.line}\n`)
  return { columns: [...columns, repo.ELIMINADO], lines, readNext: () => next }
}

/** Forget changes that no cursor can ask for any more. */
export const pruneCambios = (pool: pg.Pool): Promise<void> => repo.removeChanges(pool)
