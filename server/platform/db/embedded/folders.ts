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
  /** Folder of the cluster and, where needed, of a copy of the binaries. */
  base: string
  /** The cluster itself (PGDATA). */
  cluster: string
  /** Folder of the Unix socket. */
  socket: string
  /** Password of the database account, created at the first start. */
  clave: string
  /** Account that PostgreSQL runs under; null: our own. */
  cuenta: Cuenta | null
}

const BYTES_DE_PRUEBA = 64 * 1024
/** Limit in bytes: a Unix socket's path has at most 107, and PostgreSQL adds `/.s.PGSQL.5432`. */
const MAX_SOCKET = 90
const VAR_LIB = '/var/lib/retorna'

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Level by level: Node's recursive mkdir never ends where a parent exists but accepts no folders (/proc). */
function makePath(dir: string): void {
  if (existsSync(dir)) return
  if (dirname(dir) !== dir) makePath(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  }
}

/**
 * Ensure that DATA_DIR exists and is writable.
 * @returns its real path
 * @throws ErrorStartup
 */
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

/** Folder of the socket, accessible to its owner only, so that no other account can put a false server there. */
function makeDirSocket(dir: string, cuenta: Cuenta | null): void {
  const s = lstatSync(dir, { throwIfNoEntry: false })
  if (!s) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (cuenta) chownSync(dir, cuenta.uid, cuenta.gid)
  } else if (!s.isDirectory() || (process.getuid && s.uid !== (cuenta?.uid ?? process.getuid())))
    throw new ErrorStartup(`La carpeta ${dir} es de otra cuenta. Bórrela y vuelva a arrancar.`)
}

/**
 * The account that must run PostgreSQL: the owner of the cluster. As root, a cluster of another account keeps that account.
 * Throws ErrorStartup where the files belong to another account and we are not root.
 */
function ownerOf(cluster: string): Cuenta | null {
  const s = statSync(cluster, { throwIfNoEntry: false })
  const yo = process.getuid?.()
  if (!s || yo === undefined || s.uid === yo) return null
  if (yo === 0) return { uid: s.uid, gid: s.gid }
  throw new ErrorStartup(`La base de datos ${cluster} es de otra cuenta (uid ${s.uid}). Arranque con esa.`)
}

/** Password of the database account. It is written atomically, even when two processes start at once. */
function readClave(dataDir: string): string {
  const archivo = join(dataDir, 'postgresql.clave')
  if (!statSync(archivo, { throwIfNoEntry: false })?.size) {
    rmSync(archivo, { force: true })
    const nuevo = `${archivo}.${process.pid}`
    writeFileSync(nuevo, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(nuevo, archivo)
    } catch {
      // Another process was first; or the file system has no links: then there is hardly a second process.
      if (!existsSync(archivo)) renameSync(nuevo, archivo)
    } finally {
      rmSync(nuevo, { force: true })
    }
  }
  return readFileSync(archivo, 'utf8').trim()
}

/**
 * Folder of cluster and binaries: DATA_DIR; or below /var/lib/retorna where DATA_DIR is not accessible to the account that PostgreSQL runs
 * under. In that case a link in DATA_DIR names the place, so that a DATA_DIR that was moved keeps its data.
 */
function findBase(dataDir: string, cuenta: Cuenta | null): string {
  if (existsSync(join(dataDir, 'pg'))) return dataDir
  const link = join(dataDir, 'postgresql')
  if (lstatSync(link, { throwIfNoEntry: false })) return readlinkSync(link)
  if (!cuenta || alcanzablePorOtros(dataDir)) return dataDir
  const base = join(VAR_LIB, hashOf(dataDir))
  mkdirSync(base, { recursive: true })
  // Independent of the umask: another account must reach both.
  for (const d of [VAR_LIB, base]) chmodSync(d, 0o755)
  symlinkSync(base, link)
  return base
}

/** Prepare the folders of the embedded database. Throws ErrorStartup. */
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
