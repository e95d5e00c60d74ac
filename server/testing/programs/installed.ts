import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../platform/config/config'

const HERE = join(ROOT, 'node_modules')
/** Packages that stand in another one, because the project itself uses a different version. */
const INSIDE: Record<string, string> = { typescript: '@tsd/typescript/typescript' }

const INSTALL = /^npm install (.+)$/m

type Package = { version: string; bin?: string | Record<string, string>; peerDependencies?: object }
const readPackage = (folder: string): Package =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Names of all packages of the project. */
const packagesHere = () =>
  readdirSync(HERE)
    .filter((n) => !n.startsWith('.'))
    .flatMap((n) => (n.startsWith('@') ? readdirSync(join(HERE, n)).map((x) => `${n}/${x}`) : [n]))

function link(from: string, to: string): void {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

/** The environment of a program of the docs: the installation, its API key, and npm without a network. */
export const environmentOf = (url: string, secreto: string): NodeJS.ProcessEnv => ({
  ...process.env,
  RETORNA: url,
  CLAVE: secreto,
  NODE_OPTIONS: '',
  npm_config_offline: 'true',
})

/**
 * Puts what the `npm install` of a text asks for into a folder, from the project's own packages: no network is needed. Their programs are
 * where `npx` finds them. Throws if the project has another version.
 * @returns the text without its `npm install`
 */
export function installFromHere(folder: string, text: string): string {
  const asked = INSTALL.exec(text)?.[1]
  if (!asked) throw new Error('the text installs nothing')
  const there = join(folder, 'node_modules')
  for (const what of asked.split(' ')) {
    const at = what.lastIndexOf('@')
    const [name, version] = [what.slice(0, at), what.slice(at + 1)]
    const from = join(HERE, INSIDE[name] ?? name)
    const { version: ours, bin = {}, peerDependencies } = readPackage(from)
    if (ours !== version) throw new Error(`${what} is asked for, and the project has ${ours}`)
    // A package finds its peers beside itself: one that is linked would find the project's.
    if (peerDependencies) cpSync(from, join(there, name), { recursive: true })
    else link(from, join(there, name))
    for (const [program, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin))
      link(join(there, name, path), join(there, '.bin', program))
  }
  // What they need in their turn.
  for (const name of packagesHere()) link(join(HERE, name), join(there, name))
  return text.replace(INSTALL, '')
}
