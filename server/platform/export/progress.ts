import type { Db } from '../db/client'
import { saveProgress } from './repo'
import { chunksOf, type Rows } from './tabla'

const CADA_MS = 500

/** Who requested an export, and the name under which they poll its progress; undefined: no progress is noted. */
export type Seguimiento = { db: Db; usuario: number; exportacion: string | undefined }

/**
 * Count the rows of an export as they pass, and note the progress at intervals.
 * @param total expected number of rows, asked each time; null while unknown
 */
export async function* seguidas<T>(
  rows: Rows<T>,
  { db, usuario, exportacion: id }: Seguimiento,
  total: () => number | null,
): AsyncGenerator<readonly T[]> {
  if (!id) {
    yield* chunksOf(rows)
    return
  }
  let hechas = 0
  let notada = 0
  let pendiente: Promise<unknown> = Promise.resolve()
  const note = () => {
    notada = Date.now()
    // Notes are written one after another; an export does not fail because its progress could not be noted.
    pendiente = pendiente
      .catch(() => {})
      .then(() => saveProgress(db, { id, usuario, hechas, total: total() }))
    pendiente.catch(() => {})
  }
  note()
  for await (const leidas of chunksOf(rows)) {
    yield leidas
    hechas += leidas.length
    if (Date.now() - notada > CADA_MS) note()
  }
  note()
}
