import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Ends a run of vitest on a Node that is too old, in one line. Vitest itself starts there, and breaks while it prints what failed: the reason is
 * lost in an error of its own.
 */
export function requireNode(): void {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const [major = 0, minor = 0] = engines.node.replace('>=', '').split('.').map(Number)
  const [a = 0, b = 0] = process.versions.node.split('.').map(Number)
  if (a > major || (a === major && b >= minor)) return
  process.stderr.write(
    `vitest: hace falta Node ${major}.${minor} o posterior, y este es ${process.versions.node}. «npm test» lo descarga y sigue con él.\n`,
  )
  process.exit(1)
}
