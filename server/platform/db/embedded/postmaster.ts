import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ErrorStartup } from '../../config/startup-errors'
import { readMemory } from '../../process/memory'
import type { Folders } from './folders'

export const PORT = 5432
const ESPERA_MS = 30_000
/** A server opens its socket before anything else: a running server without a socket has lost it. */
const ESPERA_SOCKET_MS = 10_000
const INTENTOS = 4
const ENTRE_INTENTOS_MS = 500
/** SQLSTATE of a wrong password, and of a server that is starting or stopping. */
const CLAVE_MALA = '28P01'
const ARRANCANDO = '57P03'
const SIN_SOCKET = new Set(['ENOENT', 'ECONNREFUSED'])
/** Memory for pages that the server has read, in MB: a part of the machine's, within limits. A small installation never fills it. */
const [MIN_BUFFERS_MB, MAX_BUFFERS_MB, OF_MEMORY] = [64, 512, 1 / 32]

/** @param memory of the machine, in bytes */
export const buffersMb = (memory: number): number =>
  Math.round(Math.min(MAX_BUFFERS_MB, Math.max(MIN_BUFFERS_MB, (memory / 2 ** 20) * OF_MEMORY)))

const AJUSTES = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '80',
  shared_buffers: `${buffersMb(readMemory())}MB`,
  // For sorting the containers of a large company without writing them to the disk.
  work_mem: '16MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Settings of the server by name, instead of those that Retorna runs it with. */
export type Settings = Readonly<Record<string, string>>

/** What a PostgreSQL program writes after the reason. */
const AFTER = /: removing |^child process (exited|was terminated)/

/** The line of a PostgreSQL program's output that gives the reason. */
export function lastWords(salida: string): string {
  if (salida.includes('No space left on device')) return 'no queda espacio en el disco'
  const lineas = salida
    .trim()
    .split('\n')
    .filter((l) => !AFTER.test(l))
  return lineas.findLast((l) => /FATAL|PANIC|error:/.test(l)) ?? lineas.at(-1) ?? ''
}

export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' }
}

/** The living process of postmaster.pid, and whether it is the server of this cluster. */
function readPid(cluster: string): { pid: number; nuestro: boolean } | null {
  const archivo = join(cluster, 'postmaster.pid')
  // The server removes the file as it ends, possibly between two calls here.
  let content: string
  try {
    content = readFileSync(archivo, 'utf8')
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw e
  }
  const [first, folder] = content.split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  if (process.platform !== 'linux') return { pid, nuestro: true }
  try {
    // The id may meanwhile belong to another process, even to another PostgreSQL.
    const order = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, nuestro: order.includes(folder || cluster) || order.includes(cluster) }
  } catch {
    return null
  }
}

export function pidVivo(cluster: string): number | null {
  const p = readPid(cluster)
  return p?.nuestro ? p.pid : null
}

/** Ask the server to stop (fast shutdown) and wait for it. */
export async function endServer(cluster: string): Promise<void> {
  const pid = pidVivo(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  for (const fin = Date.now() + ESPERA_MS; Date.now() < fin && pidVivo(cluster) !== null; ) await sleep(20)
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

type Child = { muerto: boolean; salida: string }

function spawnServer(bin: string, c: Folders, settings: Settings): Child {
  const args = ['-D', c.cluster, '-k', c.socket, '-p', String(PORT)]
  for (const [k, v] of Object.entries({ ...AJUSTES, ...settings })) args.push('-c', `${k}=${v}`)
  // Own process group: Ctrl-C in the terminal must not stop the server before Retorna has finished writing.
  const proceso = spawn(join(bin, 'postgres'), args, {
    ...c.cuenta,
    cwd: c.base,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(),
  })
  const child: Child = { muerto: false, salida: '' }
  proceso.stderr.on('data', (d: Buffer) => {
    child.salida = (child.salida + d.toString()).slice(-2000)
  })
  proceso.on('exit', () => {
    child.muerto = true
  })
  proceso.on('error', (e) => {
    child.muerto = true
    child.salida = e.message
  })
  proceso.unref()
  ;(proceso.stderr as unknown as { unref(): void }).unref()
  return child
}

/** Wait until the server answers, as long as it lives and reports that it is starting. */
async function waitServer(connection: pg.ClientConfig, child: Child | null): Promise<pg.Client | string> {
  let fin = Date.now() + (child ? ESPERA_MS : ESPERA_SOCKET_MS)
  for (;;) {
    try {
      return await connect(connection)
    } catch (e) {
      const { code = '', message } = e as NodeJS.ErrnoException
      if (code === CLAVE_MALA)
        throw new ErrorStartup('postgresql.clave no es la contraseña de la base de datos de este DATA_DIR.')
      if (code === ARRANCANDO) fin = Date.now() + ESPERA_MS
      else if (!child && !SIN_SOCKET.has(code))
        throw new ErrorStartup(`La base de datos integrada no responde: ${message}`)
      if (child?.muerto || Date.now() > fin) return (child && lastWords(child.salida)) || message
      await sleep(25)
    }
  }
}

/** End the remaining processes of a server whose postmaster was killed: a new server does not start beside them. */
function endHuerfanos(cluster: string): void {
  if (process.platform !== 'linux') return
  const folder = realpathSync(cluster)
  for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n)))
    try {
      const suyo = readlinkSync(`/proc/${pid}/cwd`) === folder
      // A binary that was replaced while running shows as `name (deleted)`.
      if (suyo && /^postgres( |$)/.test(basename(readlinkSync(`/proc/${pid}/exe`))))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has ended meanwhile, or belongs to an account whose processes are hidden from us.
    }
}

/** Wait for the server that another Retorna process runs to answer. */
export async function joinServer(connection: pg.ClientConfig): Promise<void> {
  const response = await waitServer(connection, null)
  if (typeof response === 'string')
    throw new ErrorStartup(`La base de datos integrada no responde: ${response}`)
  await response.end()
}

/**
 * Start the server, or adopt one that a killed process left running; return a connection once it answers.
 * @param onLaunch called when this process has started the server itself
 */
export async function startServer(
  bin: string,
  c: Folders,
  connection: pg.ClientConfig,
  settings: Settings,
  onLaunch: () => void,
): Promise<pg.Client> {
  let last = ''
  for (let intento = 0; intento < INTENTOS; intento++) {
    const pid = readPid(c.cluster)
    // PostgreSQL detects the pid file of a dead server by itself, but not if another process has its id now.
    if (pid && !pid.nuestro) rmSync(join(c.cluster, 'postmaster.pid'), { force: true })
    if (!pid?.nuestro) endHuerfanos(c.cluster)
    const child = pid?.nuestro ? null : spawnServer(bin, c, settings)
    if (child) onLaunch()
    const response = await waitServer(connection, child)
    if (typeof response !== 'string') return response
    last = response
    // A server whose socket file was removed cannot be connected to.
    if (!child) await endServer(c.cluster)
    else await sleep(ENTRE_INTENTOS_MS)
  }
  throw new ErrorStartup(`La base de datos integrada no arranca: ${last}`)
}
