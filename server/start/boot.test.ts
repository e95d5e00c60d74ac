import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../platform/config/config'

// Whole programs, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

/** What `npm run build` makes of the server: each start from the sources would compile all of them. */
const HECHO = process.env.PRUEBAS_CONSTRUIDO || undefined
const CONSTRUIDO = HECHO ?? join(ROOT, 'test-results/arranque')

let folder: string
const vivos = new Set<ChildProcess>()
beforeAll(async () => {
  if (!HECHO)
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.server.config.ts'),
      logLevel: 'error',
      build: { outDir: CONSTRUIDO, emptyOutDir: true },
    })
  folder = mkdtempSync(join(tmpdir(), 'retorna proceso ñ '))
  chmodSync(folder, 0o755)
  const hecha = serve('hecha')
  await ready(hecha)
  await end(hecha.proceso, 'SIGTERM')
})
afterAll(() => {
  for (const f of HECHO ? [folder] : [folder, CONSTRUIDO]) rmSync(f, { recursive: true, force: true })
})
afterEach(async () => {
  for (const p of vivos) await end(p, 'SIGTERM')
}, 30_000)

type Process = { proceso: ChildProcess; salida: () => string; fin: Promise<number | null> }

const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  MQTT_PORT: '0',
  LOG_LEVEL: 'fatal',
  ...env,
})

/** A program of ours. */
function start(program: 'main' | 'user' | 'demo', env: Record<string, string>, args: string[] = []): Process {
  return watch(
    spawn(process.execPath, [join(CONSTRUIDO, `${program}.js`), ...args], {
      cwd: ROOT,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

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

async function end(p: ChildProcess, senal: NodeJS.Signals): Promise<void> {
  if (p.exitCode !== null || p.signalCode !== null) return
  const fin = new Promise((r) => p.once('exit', r))
  p.kill(senal)
  // One that does not listen must not outlive the tests.
  const limit = setTimeout(() => p.kill('SIGKILL'), 25_000)
  await fin
  clearTimeout(limit)
}

async function ready(p: Process): Promise<string> {
  // A busy machine takes its time; who waits for nothing finds out by the test's own limit.
  for (let i = 0; i < 1100; i++) {
    const url = /Aplicación +(\S+)/.exec(p.salida())?.[1]
    if (url) return url
    if (p.proceso.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`no arranca: ${p.salida()}`)
}

/** The postmaster of a DATA_DIR that is alive; null where there is none. */
function postgresVivo(dataDir: string): number | null {
  const base = existsSync(join(dataDir, 'postgresql')) ? join(dataDir, 'postgresql') : dataDir
  const archivo = join(base, 'pg/postmaster.pid')
  if (!existsSync(archivo)) return null
  const pid = Number(readFileSync(archivo, 'utf8').split('\n')[0])
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

const dir = (nombre: string) => join(folder, nombre)
const PRODUCCION = { PUBLIC_URL: 'http://127.0.0.1:9' }
/** A DATA_DIR that has been in use: to make one takes longer than most of what is tried with it. */
function copyHecha(nombre: string): string {
  mkdirSync(dirname(dir(nombre)), { recursive: true })
  // Accounts of files too: as root, those of PostgreSQL have another one.
  execFileSync('cp', ['-a', dir('hecha'), dir(nombre)])
  return nombre
}
const serve = (nombre: string, env: Record<string, string> = {}) =>
  start('main', { DATA_DIR: dir(nombre), ...PRODUCCION, ...env })

/** It ended with 1 and said why in one line. */
async function expectLinea(p: Process, text: RegExp): Promise<void> {
  expect(await p.fin).toBe(1)
  expect(p.salida()).toMatch(text)
  expect(p.salida().trim().split('\n')).toHaveLength(1)
}

describe('the process', () => {
  test('starts on an empty folder, ends on Ctrl-C with everything it started, and starts again', async () => {
    for (let i = 0; i < 2; i++) {
      const p = serve('vida')
      const url = (await ready(p)) && (await fetch('http://127.0.0.1:9').catch(() => p.salida()))
      expect(String(url)).toContain('Todavía no hay usuarios')
      expect(p.salida()).toContain('Sin DATABASE_URL: los datos van a un PostgreSQL integrado')
      expect(postgresVivo(dir('vida'))).not.toBeNull()
      p.proceso.kill('SIGINT')
      expect(await p.fin, p.salida()).toBe(0)
      expect(postgresVivo(dir('vida'))).toBeNull()
    }
  })

  test.each<[string, NodeJS.Signals]>([
    ['is told to end', 'SIGTERM'],
    ['loses its terminal', 'SIGHUP'],
    ['is killed', 'SIGKILL'],
  ])('ends with everything it started when the npm that runs it %s', async (_que, senal) => {
    const nombre = `npm ${senal}`
    mkdirSync(dir(nombre))
    const order = `"${process.execPath}" "${join(CONSTRUIDO, 'main.js')}"`
    writeFileSync(join(dir(nombre), 'package.json'), JSON.stringify({ scripts: { serve: order } }))
    const p = watch(
      spawn('npm', ['run', 'serve', '--prefix', dir(nombre)], {
        env: environment({ DATA_DIR: dir(copyHecha(`${nombre}/data`)), ...PRODUCCION }),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    await ready(p)
    const postgres = postgresVivo(join(dir(nombre), 'data'))
    expect(postgres).not.toBeNull()
    p.proceso.kill(senal)
    await p.fin
    await vi.waitFor(() => expect(postgresVivo(join(dir(nombre), 'data'))).toBeNull(), 30_000)
  })

  test('ends in order when its terminal goes', async () => {
    const p = serve(copyHecha('terminal'))
    await ready(p)
    p.proceso.kill('SIGHUP')
    expect(await p.fin).toBe(0)
    expect(postgresVivo(dir('terminal'))).toBeNull()
  })

  test('a second one on the same DATA_DIR says so and ends; the first goes on', async () => {
    const una = serve(copyHecha('doble'))
    await ready(una)
    await expectLinea(serve('doble'), /Ya hay otra Retorna en marcha con este DATA_DIR/)
    expect(una.proceso.exitCode).toBeNull()
    expect(postgresVivo(dir('doble'))).not.toBeNull()
  })

  test('after kill -9 it adopts what was left running, and what was written is there', async () => {
    const una = serve(copyHecha('muerte'))
    await ready(una)
    const create = start('user', { DATA_DIR: dir('muerte'), RETORNA_CLAVE: 'x' }, [
      'create',
      '--username',
      'ane',
    ])
    expect(await create.fin).toBe(1)
    await end(una.proceso, 'SIGKILL')
    const huerfano = postgresVivo(dir('muerte'))
    expect(huerfano).not.toBeNull()
    const usuario = start('user', { DATA_DIR: dir('muerte'), RETORNA_CLAVE: 'tornillo-azul-9' }, [
      'create',
      '--username',
      'ane',
      '--admin',
    ])
    expect(await usuario.fin).toBe(0)
    expect(usuario.salida()).toContain('Usuario ane creado (empresa 1, administrador).')
    const otra = serve('muerte')
    await ready(otra)
    expect(otra.salida()).not.toContain('Todavía no hay usuarios')
    await end(otra.proceso, 'SIGINT')
    expect(postgresVivo(dir('muerte'))).toBeNull()
  }, 90_000)

  test.each([
    ['no PUBLIC_URL', { PUBLIC_URL: '' }, /Falta PUBLIC_URL/],
    ['plain http for the world', { PUBLIC_URL: 'http://retorna.example' }, /PUBLIC_URL debe ser https/],
    ['the demo', { DEMO: '1' }, /no admite DEMO/],
    ['a port that is none', { PORT: '70000' }, /PORT: /],
    ['another database engine', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL: debe empezar por/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgresql://127.0.0.1:1/x' },
      /No se puede usar la base de datos: nadie contesta ahí/,
    ],
    [
      'a machine that has not this address',
      { HOST: '192.0.2.1' },
      /No se puede escuchar en 192\.0\.2\.1:0: esta máquina no tiene esa dirección/,
    ],
    ['a dashboard that is no address', { DASHBOARD_URL: 'javascript:alert(1)' }, /DASHBOARD_URL: /],
    ['a zone that is none', { TZ_PLANTA: 'Marte/Olimpo' }, /TZ_PLANTA: no es una zona horaria conocida/],
    ['roles without a database', { ROLES: 'api' }, /ROLES=api necesita DATABASE_URL/],
  ])('production refuses %s', async (_que, env, linea) => {
    await expectLinea(serve('nada', env as Record<string, string>), linea)
  })

  test('in a trusted network it serves by http when told to, and says what that means; no log has the key of the broker', async () => {
    const p = serve(copyHecha('sin cifrar'), {
      PUBLIC_URL: 'http://retorna.planta:3000',
      SIN_HTTPS: '1',
      MQTT_URL: 'mqtt://retorna:secreta@127.0.0.1:9',
      LOG_LEVEL: 'warn',
    })
    expect(await ready(p)).toBe('http://retorna.planta:3000')
    await vi.waitFor(() => expect(p.salida()).toContain('outside MQTT broker not reached'), 10_000)
    expect(p.salida()).toContain('Sin https: contraseñas y datos viajan sin cifrar')
    expect(p.salida()).not.toContain('secreta')
  })

  test('a folder that is a file, or that cannot be written to, ends with one line', async () => {
    mkdirSync(dir('sitio'))
    writeFileSync(dir('sitio/archivo'), '')
    await expectLinea(serve('sitio/archivo'), /No se puede usar DATA_DIR \(.*archivo\)/)
    for (const sitio of ['/sys/retorna', '/proc/retorna'])
      await expectLinea(serve('', { DATA_DIR: sitio }), /No se puede usar DATA_DIR/)
  })

  describe('a taken port', () => {
    let vecino: Server
    let port: string
    beforeAll(async () => {
      vecino = createServer().listen(0, '127.0.0.1')
      await new Promise((r) => vecino.once('listening', r))
      port = String((vecino.address() as { port: number }).port)
      copyHecha('puerto')
    })
    afterAll(() => vecino.close())

    test('of the web', async () => {
      await expectLinea(serve('puerto', { PORT: port }), new RegExp(`El puerto ${port} ya está en uso`))
      expect(postgresVivo(dir('puerto'))).toBeNull()
    })

    test('of MQTT, when it was asked for', async () => {
      await expectLinea(
        serve('puerto', { MQTT_PORT: port }),
        new RegExp(`El puerto MQTT ${port} ya está en uso`),
      )
      expect(postgresVivo(dir('puerto'))).toBeNull()
    })
  })

  test('Ctrl-C while the demo plant is being made leaves nothing running', async () => {
    const p = start('demo', { DATA_DIR: dir('interrumpida'), DEMO: '1' })
    for (let i = 0; i < 1200 && !p.salida().includes('%'); i++) await sleep(50)
    p.proceso.kill('SIGINT')
    expect([await p.fin, p.salida()]).toEqual([130, expect.stringContaining('%')])
    expect(postgresVivo(dir('interrumpida'))).toBeNull()
  })
})
