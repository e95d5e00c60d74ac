import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ErrorArranque } from '../../errores-arranque'
import { prepareBinarios } from './binarios'
import { type Carpetas, prepareCarpetas } from './carpetas'
import type { Cuenta } from './cuenta'

const USUARIO = 'retorna'
const PUERTO = 5432
const ESPERA_MS = 30_000
const AJUSTES = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '80',
  shared_buffers: '192MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export type BaseIntegrada = {
  conexion: pg.ClientConfig
  /** Stop the server and give DATA_DIR free. */
  stop(): Promise<void>
}

/** Run a PostgreSQL program to its end; its last words become the error. */
function run(programa: string, args: string[], cuenta: Cuenta | null, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hijo = spawn(programa, args, {
      ...cuenta,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: entorno(),
    })
    let salida = ''
    hijo.stderr.on('data', (d: Buffer) => {
      salida = (salida + d.toString()).slice(-4000)
    })
    hijo.on('error', reject)
    hijo.on('exit', (codigo) =>
      codigo === 0
        ? resolve()
        : reject(new Error(salida.trim().split('\n').at(-1) ?? `terminó con ${codigo}`)),
    )
  })
}

function entorno(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' }
}

/** Make the cluster aside and move it to its place at once, so that a killed first start leaves none half made. */
async function initCluster(bin: string, c: Carpetas, cuenta: Cuenta | null): Promise<void> {
  if (existsSync(join(c.cluster, 'PG_VERSION'))) return
  const parcial = mkdtempSync(join(c.base, 'pg-nuevo-'))
  const archivoClave = join(parcial, 'clave')
  const nuevo = join(parcial, 'pg')
  try {
    writeFileSync(archivoClave, c.clave, { mode: 0o600 })
    if (cuenta) for (const f of [parcial, archivoClave]) chownSync(f, cuenta.uid, cuenta.gid)
    const args = ['-D', nuevo, '-U', USUARIO, '-A', 'scram-sha-256', `--pwfile=${archivoClave}`, '-E', 'UTF8']
    await run(
      join(bin, 'initdb'),
      [...args, '--locale-provider=builtin', '--locale=C.UTF-8'],
      cuenta,
      parcial,
    )
    if (!existsSync(join(c.cluster, 'PG_VERSION'))) renameSync(nuevo, c.cluster)
  } catch (e) {
    throw new ErrorArranque(`No se pudo crear la base de datos en ${c.base}: ${(e as Error).message}`)
  } finally {
    rmSync(parcial, { recursive: true, force: true })
  }
}

/** Process id in postmaster.pid, when that process is alive and is a PostgreSQL of this cluster. */
function pidVivo(cluster: string): number | null {
  const archivo = join(cluster, 'postmaster.pid')
  if (!existsSync(archivo)) return null
  const pid = Number(readFileSync(archivo, 'utf8').split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? pid : null
  } catch {
    return process.platform === 'linux' ? null : pid
  }
}

async function connect(conexion: pg.ClientConfig): Promise<pg.Client> {
  const cliente = new pg.Client({ ...conexion, database: 'postgres', connectionTimeoutMillis: 5000 })
  cliente.on('error', () => {})
  await cliente.connect()
  return cliente
}

/** Start the server, or adopt the one that a killed process left; return a connection once it answers. */
async function startServer(bin: string, c: Carpetas, cuenta: Cuenta | null, conexion: pg.ClientConfig) {
  let ultimo: unknown
  for (let intento = 0; intento < 2; intento++) {
    let muerto = false
    let salida = ''
    if (pidVivo(c.cluster) === null) {
      rmSync(join(c.cluster, 'postmaster.pid'), { force: true })
      const args = ['-D', c.cluster, '-k', c.socket, '-p', String(PUERTO)]
      for (const [k, v] of Object.entries(AJUSTES)) args.push('-c', `${k}=${v}`)
      // Its own process group: Ctrl-C in the terminal must not stop it before we have finished writing.
      const hijo = spawn(join(bin, 'postgres'), args, {
        ...cuenta,
        cwd: c.base,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: entorno(),
      })
      hijo.stderr.on('data', (d: Buffer) => {
        salida = (salida + d.toString()).slice(-2000)
      })
      hijo.on('exit', () => {
        muerto = true
      })
      hijo.on('error', (e) => {
        muerto = true
        salida = e.message
      })
      hijo.unref()
      ;(hijo.stderr as unknown as { unref(): void }).unref()
    }
    for (const fin = Date.now() + ESPERA_MS; Date.now() < fin && !muerto; ) {
      try {
        return await connect(conexion)
      } catch (e) {
        ultimo = e
        if ((e as { code?: string }).code === '28P01') break
        await sleep(25)
      }
    }
    if (salida)
      ultimo = new Error(
        salida
          .trim()
          .split('\n')
          .findLast((l) => /FATAL|PANIC|HINT/.test(l)) ?? salida,
      )
  }
  throw new ErrorArranque(`La base de datos integrada no arranca: ${(ultimo as Error).message}`)
}

/** Try for as long as the server may need to notice that the last holder was killed. */
async function takeDataDir(guardian: pg.Client): Promise<boolean> {
  for (const fin = Date.now() + 1500; ; await sleep(50)) {
    const { rows } = await guardian.query('select pg_try_advisory_lock(72657) as nuestro')
    if (rows[0].nuestro) return true
    if (Date.now() > fin) return false
  }
}

/**
 * The embedded database of a DATA_DIR: made at the first start, its own PostgreSQL process, reached by a Unix socket.
 * Throws ErrorArranque when the folder cannot be used or another Retorna holds it.
 */
export async function startBaseIntegrada(dataDir: string): Promise<BaseIntegrada> {
  const carpetas = prepareCarpetas(dataDir)
  const { cuenta } = carpetas
  const bin = join(prepareBinarios(carpetas.base, cuenta !== null), 'bin')
  await initCluster(bin, carpetas, cuenta)
  const conexion = {
    host: carpetas.socket,
    port: PUERTO,
    user: USUARIO,
    password: carpetas.clave,
    database: 'retorna',
  }
  const guardian = await startServer(bin, carpetas, cuenta, conexion)
  // A session lock that dies with us: whoever holds it owns the DATA_DIR, whichever process started the server.
  if (!(await takeDataDir(guardian))) {
    await guardian.end()
    throw new ErrorArranque(`Ya hay otra Retorna en marcha con este DATA_DIR (${dataDir}).`)
  }
  const { rowCount } = await guardian.query("select 1 from pg_database where datname = 'retorna'")
  if (!rowCount) await guardian.query('create database retorna')
  return {
    conexion,
    async stop() {
      const pid = pidVivo(carpetas.cluster)
      await guardian.end().catch(() => {})
      if (pid === null) return
      process.kill(pid, 'SIGINT')
      for (const fin = Date.now() + ESPERA_MS; Date.now() < fin && pidVivo(carpetas.cluster) !== null; )
        await sleep(20)
    },
  }
}
