import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const ARCHIVO = 'retorna.dueno'
/** Process ids are reused: an id identifies a process only together with its start time. */
const Process = z.object({ pid: z.int().positive(), inicio: z.string() })
type Process = z.output<typeof Process>

/** The process that owns a DATA_DIR. It stays the owner while it lives, even without a database connection. */
export type DataDirLock = {
  /** Write the file again: a process that started at the same moment may have overwritten it. */
  assert(): void
  release(): void
}

/** Start time of a process, as the operating system gives it; null where it does not run. */
function inicioOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // proc(5): the name is in parentheses and may contain any; the state is the first field after it, starttime the 20th.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (/^[ZX]/.test(fields[0] as string)) return null
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    } catch {
      return null
    }
  }
  try {
    process.kill(pid, 0)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  // Windows has no ps: the id alone must do there.
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

function readDataDirLock(archivo: string): Process | null {
  try {
    return Process.parse(JSON.parse(readFileSync(archivo, 'utf8')))
  } catch {
    return null
  }
}

const isVivo = (p: Process | null) => p !== null && inicioOf(p.pid) === p.inicio

/** Take a DATA_DIR for this process; null where a living process has it. */
export function claimDataDir(dataDir: string): DataDirLock | null {
  const archivo = join(dataDir, ARCHIVO)
  const text = JSON.stringify({ pid: process.pid, inicio: inicioOf(process.pid) ?? '' })
  const nuevo = `${archivo}.${process.pid}`
  const write = () => writeFileSync(nuevo, text, { flush: true })
  const isNuestro = () => JSON.stringify(readDataDirLock(archivo)) === text
  if (isVivo(readDataDirLock(archivo))) return null
  write()
  try {
    // Only one process can create the link. If the link exists already, its process is dead.
    linkSync(nuevo, archivo)
  } catch {
    if (isVivo(readDataDirLock(archivo))) return null
    renameSync(nuevo, archivo)
  } finally {
    rmSync(nuevo, { force: true })
  }
  return {
    assert() {
      if (isNuestro()) return
      write()
      renameSync(nuevo, archivo)
    },
    release() {
      if (isNuestro()) rmSync(archivo, { force: true })
    },
  }
}
