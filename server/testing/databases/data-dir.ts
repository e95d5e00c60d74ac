import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A file system in memory whose programs may be run. */
const MOUNTED = new RegExp(`^\\S+ ${MEMORY} tmpfs (?!\\S*noexec)`, 'm')
/** Free memory that a run of all tests leaves alone, bytes. */
const PLENTY = 8 * 2 ** 30

/**
 * Folder for the databases of tests: in memory where there is plenty of it. A database consists of over a thousand files, and a disk takes
 * longer to create and remove them than most tests last.
 */
export function findTemp(): string {
  if (process.platform !== 'linux' || !MOUNTED.test(readFileSync('/proc/mounts', 'utf8'))) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) > PLENTY ? MEMORY : tmpdir()
}

/** A DATA_DIR for one test. Readable by all: else PostgreSQL, under root's other account, would use /var/lib/retorna and leave it there. */
export function makeDataDir(prefix: string): string {
  const folder = mkdtempSync(join(findTemp(), prefix))
  chmodSync(folder, 0o755)
  return folder
}
