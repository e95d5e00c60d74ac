import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ErrorStartup } from '../../config/startup-errors'
import { LOCKS } from '../locks'
import { prepareBinarios } from './binarios'
import type { Cuenta } from './cuenta'
import { claimDataDir, type DataDirLock } from './data-dir-lock'
import { type Folders, prepareFolders } from './folders'
import {
  endServer,
  environment,
  joinServer,
  lastWords,
  PORT,
  pidVivo,
  type Settings,
  startServer,
} from './postmaster'
import { TIMEOUT, type Timeout, watchServer } from './supervisor'

const USUARIO = 'retorna'

export type BaseEmbedded = {
  conexion: pg.ClientConfig
  /** Stop the server and release DATA_DIR. */
  stop(): Promise<void>
}

/** Run a PostgreSQL program to its end; an error contains the last line of its output. */
function run(program: string, args: string[], cuenta: Cuenta | null, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...cuenta,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: environment(),
    })
    const onExit = () => child.kill()
    process.once('exit', onExit)
    let salida = ''
    child.stderr.on('data', (d: Buffer) => {
      salida = (salida + d.toString()).slice(-4000)
    })
    child.on('error', reject)
    child.on('exit', (codigo) => {
      process.off('exit', onExit)
      if (codigo === 0) resolve()
      else reject(new Error(lastWords(salida) || `terminó con ${codigo}`))
    })
  })
}

/** Create the cluster in a temporary folder and rename it, so that a killed first start leaves no partial cluster. */
async function initCluster(bin: string, c: Folders, cuenta: Cuenta | null): Promise<void> {
  if (existsSync(join(c.cluster, 'PG_VERSION'))) return
  const parcial = mkdtempSync(join(c.base, 'pg-nuevo-'))
  const archivoClave = join(parcial, 'clave')
  const nuevo = join(parcial, 'pg')
  const remove = () => rmSync(parcial, { recursive: true, force: true })
  process.once('exit', remove)
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
    throw new ErrorStartup(`No se pudo crear la base de datos en ${c.base}: ${(e as Error).message}`)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** Retry for as long as the server may need to notice that the last holder was killed. */
async function takeLock(guardian: pg.Client): Promise<boolean> {
  for (const fin = Date.now() + 1500; ; await sleep(50)) {
    const { rows } = await guardian.query('select pg_try_advisory_lock($1) as nuestro', [LOCKS.embeddedOwner])
    if (rows[0].nuestro) return true
    if (Date.now() > fin) return false
  }
}

type Options = {
  /** If another Retorna holds the DATA_DIR, use its server and leave it running. */
  compartida?: boolean
  /** The server has ended and is being restarted. */
  onDeath?: () => void
  /** Restarting the server was given up after several attempts. */
  onGiveUp?: (e: Error) => void
  paciencia?: Timeout
  /** For a server whose data need not last, or that many processes share. */
  settings?: Settings
}

/**
 * The embedded database of a DATA_DIR: created at the first start, a PostgreSQL process of its own, reached by a Unix socket, restarted
 * when it dies. Throws ErrorStartup when the folder cannot be used or another Retorna holds it.
 */
export async function startBaseEmbedded(dataDir: string, options: Options = {}): Promise<BaseEmbedded> {
  const folders = prepareFolders(dataDir)
  const conexion = {
    host: folders.socket,
    port: PORT,
    user: USUARIO,
    password: folders.clave,
    database: 'retorna',
  }
  const dataDirLock = claimDataDir(dataDir)
  try {
    const propia = dataDirLock && (await ownServer(folders, conexion, dataDirLock, options))
    if (propia) return propia
  } catch (e) {
    dataDirLock?.release()
    throw e
  }
  dataDirLock?.release()
  if (!options.compartida)
    throw new ErrorStartup(`Ya hay otra Retorna en marcha con este DATA_DIR (${dataDir}).`)
  await joinServer(conexion)
  return { conexion, stop: async () => {} }
}

/** Run the server as the holder of its DATA_DIR; null where the server's lock is held by another process. */
async function ownServer(
  folders: Folders,
  conexion: pg.ClientConfig,
  dataDirLock: DataDirLock,
  options: Options,
): Promise<BaseEmbedded | null> {
  const { cluster, cuenta } = folders
  const bin = join(prepareBinarios(folders.base, cuenta !== null), 'bin')
  await initCluster(bin, folders, cuenta)
  // At any end but kill -9, a server that we started is stopped too.
  let nuestro = false
  const onExit = () => {
    const pid = nuestro ? pidVivo(cluster) : null
    if (pid !== null) process.kill(pid, 'SIGINT')
    if (nuestro) dataDirLock.release()
  }
  process.once('exit', onExit)

  /**
   * Null where another process has the lock in the database: the lock file does not help a process that cannot see ours, as in another
   * container.
   */
  async function takeServer(): Promise<pg.Client | null> {
    const guardian = await startServer(bin, folders, conexion, options.settings ?? {}, () => {
      nuestro = true
    })
    nuestro = await takeLock(guardian)
    if (nuestro) dataDirLock.assert()
    else await guardian.end()
    return nuestro ? guardian : null
  }

  const guardian = await takeServer()
  if (!guardian) {
    process.off('exit', onExit)
    return null
  }
  const { rowCount } = await guardian.query("select 1 from pg_database where datname = 'retorna'")
  if (!rowCount) await guardian.query('create database retorna')
  const restart = async () => {
    const otro = await takeServer()
    if (!otro) throw new Error('another Retorna has taken it')
    return otro
  }
  const supervisor = watchServer(guardian, restart, options, options.paciencia ?? TIMEOUT)
  return {
    conexion,
    async stop() {
      await supervisor.stop()
      if (nuestro) await endServer(cluster)
      nuestro = false
      process.off('exit', onExit)
      dataDirLock.release()
    },
  }
}
