import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ErrorStartup } from '../../config/startup-errors'

/** Account that PostgreSQL runs under: it refuses to run as root. */
export type Cuenta = { uid: number; gid: number }

/** An existing unprivileged account if this process runs as root; null if PostgreSQL can run under our own account. */
export function cuentaSinPrivilegios(): Cuenta | null {
  if (process.getuid?.() !== 0) return null
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((l) => l.split(':'))
  for (const nombre of ['nobody', 'postgres']) {
    const f = rows.find((c) => c[0] === nombre)
    if (f && Number(f[2]) > 0) return { uid: Number(f[2]), gid: Number(f[3]) }
  }
  throw new ErrorStartup(
    'PostgreSQL no puede ejecutarse como root y no hay ninguna cuenta sin privilegios (nobody). Use otra cuenta.',
  )
}

/** Whether other accounts can reach `ruta`: each parent folder is searchable for others. */
export function alcanzablePorOtros(ruta: string): boolean {
  for (let d = ruta; ; d = dirname(d)) {
    try {
      if ((statSync(d).mode & 0o001) === 0) return false
    } catch {
      // A folder that does not exist yet will be created accessible.
    }
    if (dirname(d) === d) return true
  }
}
