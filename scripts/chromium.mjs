// A Chromium for the browser tests: the one in CHROMIUM, an installed one, or one that this script installs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './prepare.mjs'

const CONOCIDOS = [
  // The headless shell takes two thirds of the CPU time of the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Folder to which Playwright downloads browsers. */
function findDePlaywright() {
  const base = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  if (!existsSync(base)) return undefined
  return readdirSync(base)
    .filter((d) => /^chromium-\d+$/.test(d))
    .flatMap((d) =>
      ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'].map(
        (r) => join(base, d, r),
      ),
    )
    .find((r) => existsSync(r))
}

const find = () => [process.env.CHROMIUM, ...CONOCIDOS].find((r) => r && existsSync(r)) ?? findDePlaywright()

/** Debian and derivatives, as root or with passwordless sudo. */
function installWithApt() {
  if (!existsSync('/usr/bin/apt-get')) return
  const prefijo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (prefijo.length && spawnSync('sudo', ['-n', 'true']).status !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => {
    const [programa, ...resto] = [...prefijo, 'apt-get', ...args]
    return run(programa, resto, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  process.stdout.write('Instalando Chromium (apt-get)…\n')
  apt('update', '-qq')
  for (const paquete of ['chromium-headless-shell', 'chromium'])
    if (!find()) apt('install', '-y', '-qq', '--no-install-recommends', paquete)
}

/** Path of a Chromium; undefined if none is available. */
export function ensureChromium() {
  if (find()) return find()
  installWithApt()
  if (find()) return find()
  process.stdout.write('Descargando Chromium…\n')
  run('npx', ['playwright', 'install', 'chromium'], { shell: process.platform === 'win32' })
  return find()
}
