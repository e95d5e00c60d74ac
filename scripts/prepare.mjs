// Everything that a fresh clone needs before a program of it can run: packages and a build, each only if something changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const RAIZ = dirname(dirname(fileURLToPath(import.meta.url)))
/** What is built, and from what: each part is built anew only if something of its own has changed. */
const PARTES = {
  web: {
    args: ['build'],
    fuentes: [
      'contract',
      'web',
      'index.html',
      'vite.config.ts',
      'vite.trabajador.ts',
      'vite.trozos.ts',
      'package-lock.json',
    ],
  },
  server: {
    args: ['build', '--config', 'vite.server.config.ts'],
    fuentes: ['contract', 'server', 'demo', 'vite.server.config.ts', 'package-lock.json'],
  },
}

function fail(texto) {
  process.stderr.write(`retorna: ${texto}\n`)
  process.exit(1)
}

export function run(programa, args, opciones = {}) {
  return spawnSync(programa, args, { cwd: RAIZ, stdio: 'inherit', ...opciones })
}

function huella(rutas) {
  const h = createHash('sha256')
  const walk = (ruta) => {
    const completa = join(RAIZ, ruta)
    if (!existsSync(completa)) return
    if (statSync(completa).isDirectory()) for (const f of readdirSync(completa).sort()) walk(join(ruta, f))
    else if (!/\.test\.tsx?$/.test(ruta)) h.update(ruta).update(readFileSync(completa))
  }
  for (const r of rutas) walk(r)
  return h.digest('hex')
}

const read = (ruta) => (existsSync(ruta) ? readFileSync(ruta, 'utf8') : '')

/** Install the packages of package-lock.json, unless they are there. */
export function ensurePaquetes() {
  const marca = join(RAIZ, 'node_modules/.retorna')
  const actual = huella(['package.json', 'package-lock.json'])
  if (read(marca) === actual) return
  process.stdout.write('Instalando dependencias…\n')
  // Not `npm ci`: it rejects a lock file without the native packages of other platforms than the one that wrote it.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const r = run('npm', args, { shell: process.platform === 'win32' })
  if (r.status !== 0) fail('no se han podido instalar las dependencias (npm install)')
  writeFileSync(marca, actual)
}

/** Build web and server, each unless nothing of it changed since the last time. */
export function ensureConstruido() {
  for (const [parte, { args, fuentes }] of Object.entries(PARTES)) {
    const marca = join(RAIZ, `dist/.retorna-${parte}`)
    const actual = huella(fuentes)
    if (read(marca) === actual) continue
    process.stdout.write(`Construyendo ${parte === 'web' ? 'la web' : 'el servidor'}…\n`)
    const vite = join(RAIZ, 'node_modules/vite/bin/vite.js')
    if (run(process.execPath, [vite, ...args, '--logLevel', 'warn']).status !== 0)
      fail('no se ha podido construir la aplicación')
    mkdirSync(join(RAIZ, 'dist'), { recursive: true })
    writeFileSync(marca, actual)
  }
}
