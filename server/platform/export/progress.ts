import type { Db } from '../db/client'
import { saveProgress } from './repo'
import { chunksOf, type Rows } from './tabla'

const CADA_MS = 500

/** Who asked for an export, and under which name they ask how far it is; without a name nobody asks. */
export type Seguimiento = { db: Db; usuario: number; exportacion: string | undefined }

/**
 * Count the rows of an export as they pass, and note every so often how many there have been.
 * @param total rows that there will be, asked for each time; null while that is not known
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
    // One after another, and an export does not fail because its progress could not be noted.
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
