import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '#server/platform/config/config'
import { freePorts } from '#server/testing/programs/ports'

const STARTUP_MS = 120_000

type Cerrojo = { packages: Record<string, { version?: string; optional?: boolean }> }
const readLock = (folder: string): Cerrojo =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))

/** Extract the files of a commit into `folder`; false where this clone lacks the commit. */
export function extractCommit(commit: string, folder: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    return false
  }
  mkdirSync(folder, { recursive: true })
  const archivo = `${folder}.tar`
  execFileSync('git', ['archive', '-o', archivo, commit], { cwd: ROOT })
  execFileSync('tar', ['-xf', archivo, '-C', folder])
  const suyos = readLock(folder).packages
  const nuestros = readLock(ROOT).packages
  const iguales = Object.entries(suyos).every(
    ([nombre, p]) => !nombre || p.optional || nuestros[nombre]?.version === p.version,
  )
  if (iguales) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
  return true
}

/** Run a program of the version in `folder` from its sources. */
function runProgram(folder: string, args: string[], env: Record<string, string>) {
  const proceso = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', COPIAS_DIAS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let salida = ''
  for (const flujo of [proceso.stdout, proceso.stderr])
    flujo.on('data', (d) => {
      salida += d
    })
  const fin = new Promise<number | null>((r) => proceso.once('exit', r))
  return { proceso, fin, salida: () => salida }
}

export async function createAdmin(folder: string, env: Record<string, string>, clave: string): Promise<void> {
  const args = ['server/start/user.ts', 'create', '--username', 'admin', '--admin']
  const { fin, salida } = runProgram(folder, args, { ...env, RETORNA_CLAVE: clave })
  if (await fin) throw new Error(salida())
}

/** Start the version in `folder` as a process behind a proxy. If it does not start, throws its output. */
export async function startVersion(folder: string, env: Record<string, string>) {
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const { proceso, fin, salida } = runProgram(folder, ['server/start/main.ts'], {
    ...env,
    PORT: String(port),
    MQTT_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:9',
    TRUST_PROXY: '1',
  })
  const inicio = performance.now()
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  while (!(await isReady())) {
    if (proceso.exitCode !== null) throw new Error(salida().trim())
    if (performance.now() - inicio > STARTUP_MS) {
      proceso.kill('SIGKILL')
      throw new Error(`it does not get ready: ${salida()}`)
    }
    await sleep(50)
  }
  return {
    url,
    segundos: (performance.now() - inicio) / 1000,
    async stop(): Promise<number | null> {
      proceso.kill('SIGTERM')
      return fin
    },
  }
}
