import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ErrorStartup, errorDeCarpeta } from '../../config/startup-errors'
import { alcanzablePorOtros, type Cuenta, cuentaSinPrivilegios } from './cuenta'

export type Folders = {
  /** Holds the cluster and, where needed, a copy of the binaries. */
  base: string
  /** The cluster itself (PGDATA). */
  cluster: string
  /** Where the Unix socket stands. */
  socket: string
  /** Password of the database account, made at the first start. */
  clave: string
  /** Account that PostgreSQL runs under; null: our own. */
  cuenta: Cuenta | null
}

const BYTES_DE_PRUEBA = 64 * 1024
/** A Unix socket's path is at most 107 bytes; PostgreSQL adds `/.s.PGSQL.5432`. */
const MAX_SOCKET = 90
const VAR_LIB = '/var/lib/retorna'

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Level by level: Node's own recursion never ends where a parent exists and takes no folders (/proc). */
function makePath(dir: string): void {
  if (existsSync(dir)) return
  if (dirname(dir) !== dir) makePath(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  }
}

/** Make sure that DATA_DIR exists and takes what is written to it; its real path. Throws ErrorStartup. */
export function checkDataDir(dataDir: string): string {
  const prueba = join(dataDir, `.prueba-${process.pid}`)
  try {
    makePath(dataDir)
    const fd = openSync(prueba, 'w')
    try {
      writeSync(fd, Buffer.alloc(BYTES_DE_PRUEBA))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
      rmSync(prueba, { force: true })
    }
    return realpathSync(dataDir)
  } catch (e) {
    throw errorDeCarpeta(dataDir, e)
  }
}

/** Folder of the socket, readable by its owner only, so that no other account can put a false server there. */
function makeDirSocket(dir: string, cuenta: Cuenta | null): void {
  const s = lstatSync(dir, { throwIfNoEntry: false })
  if (!s) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (cuenta) chownSync(dir, cuenta.uid, cuenta.gid)
  } else if (!s.isDirectory() || (process.getuid && s.uid !== (cuenta?.uid ?? process.getuid())))
    throw new ErrorStartup(`La carpeta ${dir} es de otra cuenta. Bórrela y vuelva a arrancar.`)
}

/**
 * PostgreSQL runs as the owner of its files only: as root, a cluster made by another account keeps that account.
 * Throws ErrorStartup where the files belong to another account and we are not root.
 */
function ownerOf(cluster: string): Cuenta | null {
  const s = statSync(cluster, { throwIfNoEntry: false })
  const yo = process.getuid?.()
  if (!s || yo === undefined || s.uid === yo) return null
  if (yo === 0) return { uid: s.uid, gid: s.gid }
  throw new ErrorStartup(`La base de datos ${cluster} es de otra cuenta (uid ${s.uid}). Arranque con esa.`)
}

/** Password of the database account: written whole or not at all, even when two processes start at once. */
function readClave(dataDir: string): string {
  const archivo = join(dataDir, 'postgresql.clave')
  if (!statSync(archivo, { throwIfNoEntry: false })?.size) {
    rmSync(archivo, { force: true })
    const nuevo = `${archivo}.${process.pid}`
    writeFileSync(nuevo, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(nuevo, archivo)
    } catch {
      // Another process was first; or the file system has no links, and then we are alone enough.
      if (!existsSync(archivo)) renameSync(nuevo, archivo)
    } finally {
      rmSync(nuevo, { force: true })
    }
  }
  return readFileSync(archivo, 'utf8').trim()
}

/**
 * Where cluster and binaries stand: in DATA_DIR, or, where that is closed to the account that PostgreSQL runs under,
 * below /var/lib/retorna. A link in DATA_DIR names that place and is followed later, so that a DATA_DIR that was
 * moved keeps its data.
 */
function findBase(dataDir: string, cuenta: Cuenta | null): string {
  if (existsSync(join(dataDir, 'pg'))) return dataDir
  const link = join(dataDir, 'postgresql')
  if (lstatSync(link, { throwIfNoEntry: false })) return readlinkSync(link)
  if (!cuenta || alcanzablePorOtros(dataDir)) return dataDir
  const base = join(VAR_LIB, hashOf(dataDir))
  mkdirSync(base, { recursive: true })
  // Whatever the umask: another account walks through both.
  for (const d of [VAR_LIB, base]) chmodSync(d, 0o755)
  symlinkSync(base, link)
  return base
}

/** Folders of the embedded database. Throws ErrorStartup. */
export function prepareFolders(dataDir: string): Folders {
  const sinPrivilegios = cuentaSinPrivilegios()
  const real = checkDataDir(dataDir)
  try {
    const clave = readClave(real)
    const base = findBase(real, sinPrivilegios)
    const cluster = join(base, 'pg')
    const cuenta = ownerOf(cluster) ?? sinPrivilegios
    let socket = join(base, 'pg-socket')
    if (Buffer.byteLength(socket) > MAX_SOCKET) socket = join(tmpdir(), `retorna-${hashOf(base)}`)
    makeDirSocket(socket, cuenta)
    return { base, cluster, socket, clave, cuenta }
  } catch (e) {
    throw errorDeCarpeta(dataDir, e)
  }
}
