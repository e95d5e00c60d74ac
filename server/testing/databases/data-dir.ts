import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A DATA_DIR for one test. Readable by all: else PostgreSQL, under root's other account, would use /var/lib/retorna and leave it there. */
export function makeDataDir(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}
