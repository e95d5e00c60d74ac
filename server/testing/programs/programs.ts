import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ROOT } from '../../platform/config/config'
import { makeDataDir } from '../databases/data-dir'

/** Output folder of `npm run build`: starting from the sources would compile all of them at each start. */
const HECHO = process.env.PRUEBAS_CONSTRUIDO || undefined
export const PRODUCCION = { PUBLIC_URL: 'http://127.0.0.1:9' }

export type Process = { proceso: ChildProcess; salida: () => string; fin: Promise<number | null> }

export const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  MQTT_PORT: '0',
  LOG_LEVEL: 'fatal',
  // A program is compiled once, not at each of its many starts.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  ...env,
})

export async function end(p: ChildProcess, senal: NodeJS.Signals): Promise<void> {
  if (p.exitCode !== null || p.signalCode !== null) return
  const fin = new Promise((r) => p.once('exit', r))
  p.kill(senal)
  // A program that ignores signals must not outlive the tests.
  const limit = setTimeout(() => p.kill('SIGKILL'), 25_000)
  await fin
  clearTimeout(limit)
}

/** Resolves with the address that the program prints once it serves. */
export async function ready(p: Process): Promise<string> {
  // A busy machine takes its time; a wait that never ends runs into the limit of the test.
  for (let i = 0; i < 1100; i++) {
    const url = /Aplicación +(\S+)/.exec(p.salida())?.[1]
    if (url) return url
    if (p.proceso.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`no arranca: ${p.salida()}`)
}

/** Process id of the running postmaster of a DATA_DIR; null where none runs. */
export function postgresVivo(dataDir: string): number | null {
  const base = existsSync(join(dataDir, 'postgresql')) ? join(dataDir, 'postgresql') : dataDir
  let content: string
  try {
    content = readFileSync(join(base, 'pg/postmaster.pid'), 'utf8')
  } catch (e) {
    // There is no such file, or the server has removed it as it ended.
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw e
  }
  const pid = Number(content.split('\n')[0])
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/** Expect exit code 1 and the reason in one line. */
export async function expectLinea(p: Process, text: RegExp): Promise<void> {
  expect(await p.fin).toBe(1)
  expect(p.salida()).toMatch(text)
  expect(p.salida().trim().split('\n')).toHaveLength(1)
}

/** Whole programs for a test file, each in its own folder; those that still run are ended after each test. */
export function usePrograms() {
  let folder: string
  let built: string
  const vivos = new Set<ChildProcess>()
  const dir = (nombre: string) => join(folder, nombre)
  beforeAll(async () => {
    folder = makeDataDir('retorna proceso ñ ')
    built = HECHO ?? join(ROOT, 'test-results', basename(folder))
    if (!HECHO)
      await build({
        root: ROOT,
        configFile: join(ROOT, 'vite.server.config.ts'),
        logLevel: 'error',
        build: { outDir: built, emptyOutDir: true },
      })
  })
  afterAll(() => {
    for (const f of HECHO ? [folder] : [folder, built]) rmSync(f, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const p of vivos) await end(p, 'SIGTERM')
  }, 30_000)

  function watch(proceso: ChildProcess): Process {
    vivos.add(proceso)
    let text = ''
    proceso.stdout?.on('data', (d) => (text += d))
    proceso.stderr?.on('data', (d) => (text += d))
    const fin = new Promise<number | null>((r) =>
      proceso.on('exit', (codigo) => {
        vivos.delete(proceso)
        r(codigo)
      }),
    )
    return { proceso, salida: () => text, fin }
  }

  /** Start a program of Retorna. */
  const start = (program: 'main' | 'user' | 'demo', env: Record<string, string>, args: string[] = []) =>
    watch(
      spawn(process.execPath, [join(built, `${program}.js`), ...args], {
        cwd: ROOT,
        env: environment(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  const serve = (nombre: string, env: Record<string, string> = {}) =>
    start('main', { DATA_DIR: dir(nombre), ...PRODUCCION, ...env })

  /** A copy of a used DATA_DIR: creating one takes longer than most tests of it. */
  async function copyUsed(nombre: string): Promise<string> {
    if (!existsSync(dir('hecha'))) {
      const hecha = serve('hecha')
      await ready(hecha)
      await end(hecha.proceso, 'SIGTERM')
    }
    mkdirSync(dirname(dir(nombre)), { recursive: true })
    // Owners of the files too: where tests run as root, those of PostgreSQL have another owner.
    execFileSync('cp', ['-a', dir('hecha'), dir(nombre)])
    return nombre
  }

  return { dir, main: () => join(built, 'main.js'), watch, start, serve, copyUsed }
}
