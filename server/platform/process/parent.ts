import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const MIRADA_MS = 500

/** Parent and command line of a process; null where the system does not tell them. */
function lookUp(pid: number): { padre: number; orden: string } | null {
  try {
    if (process.platform === 'linux') {
      // proc(5): after the name, which stands in parentheses, come the state and the parent.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const padre = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return { padre, orden: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
    }
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
    const [, padre, order] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? []
    return padre ? { padre: Number(padre), orden: order ?? '' } : null
  } catch {
    return null
  }
}

function isVivo(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The first ancestor that is npm. Skipped: ancestors with our program in their command line (a shell, a Node that runs a newer one). */
function npmOf(pid: number, program: string): number {
  const p = lookUp(pid)
  return p?.orden.includes(program) ? npmOf(p.padre, program) : pid
}

/**
 * Call `onGone` when the npm that runs this program has ended. Most signals that end npm do not reach its children; the others reach only
 * the shell that npm puts between itself and this program.
 */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const padre = process.ppid
  const npm = npmOf(padre, basename(process.argv[1] ?? ''))
  const clock = setInterval(() => {
    if (process.ppid === padre && isVivo(npm)) return
    clearInterval(clock)
    onGone()
  }, MIRADA_MS)
  clock.unref()
}
