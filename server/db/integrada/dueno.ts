import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const ARCHIVO = 'retorna.dueno'
/** Process ids are reused: an id names one process only together with the time at which that process began. */
const Proceso = z.object({ pid: z.int().positive(), inicio: z.string() })
type Proceso = z.output<typeof Proceso>

/** The process that owns a DATA_DIR. It stays the owner while it lives, even without a database connection. */
export type Dueno = {
  /** Write the file again: another process that began at the same moment may have overwritten it. */
  assert(): void
  release(): void
}

/** When this process began, as the operating system writes it; null where it does not run. */
function inicioDe(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // proc(5): the name stands in parentheses and may hold any; state is the first field after it, starttime the 20th.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const campos = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (/^[ZX]/.test(campos[0] as string)) return null
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${campos[19]}`
    } catch {
      return null
    }
  }
  try {
    process.kill(pid, 0)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  // Windows has no ps: there the number alone must do.
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

function readDueno(archivo: string): Proceso | null {
  try {
    return Proceso.parse(JSON.parse(readFileSync(archivo, 'utf8')))
  } catch {
    return null
  }
}

const isVivo = (p: Proceso | null) => p !== null && inicioDe(p.pid) === p.inicio

/** Take a DATA_DIR for this process; null where a process that lives has it. */
export function claimDataDir(dataDir: string): Dueno | null {
  const archivo = join(dataDir, ARCHIVO)
  const texto = JSON.stringify({ pid: process.pid, inicio: inicioDe(process.pid) ?? '' })
  const nuevo = `${archivo}.${process.pid}`
  const write = () => writeFileSync(nuevo, texto, { flush: true })
  const isNuestro = () => JSON.stringify(readDueno(archivo)) === texto
  if (isVivo(readDueno(archivo))) return null
  write()
  try {
    // Only one of several can make the link; where there is one already, its process is dead.
    linkSync(nuevo, archivo)
  } catch {
    if (isVivo(readDueno(archivo))) return null
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
