import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorDeCarpeta } from '../../errores-arranque'
import { alcanzablePorOtros, type Cuenta, cuentaSinPrivilegios } from './cuenta'

export type Carpetas = {
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

function hashOf(texto: string): string {
  return createHash('sha256').update(texto).digest('hex').slice(0, 12)
}

/** Make sure that DATA_DIR exists and takes what is written to it. Throws ErrorArranque. */
export function checkDataDir(dataDir: string): void {
  const prueba = join(dataDir, `.prueba-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    const fd = openSync(prueba, 'w')
    try {
      writeSync(fd, Buffer.alloc(BYTES_DE_PRUEBA))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
      rmSync(prueba, { force: true })
    }
  } catch (e) {
    throw errorDeCarpeta(dataDir, e)
  }
}

function makeDir(dir: string, mode: number, cuenta: Cuenta | null): void {
  if (existsSync(dir)) return
  mkdirSync(dir, { recursive: true, mode })
  if (cuenta) chownSync(dir, cuenta.uid, cuenta.gid)
}

/** PostgreSQL runs as the owner of its files only: a cluster made by another account keeps that account. */
function ownerOf(cluster: string): Cuenta | null {
  const s = statSync(cluster, { throwIfNoEntry: false })
  return process.getuid?.() === 0 && s ? { uid: s.uid, gid: s.gid } : null
}

function readClave(dataDir: string): string {
  const archivo = join(dataDir, 'postgresql.clave')
  if (!existsSync(archivo))
    writeFileSync(archivo, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(archivo, 'utf8').trim()
}

/**
 * Folders of the embedded database. With DATA_DIR inside a folder closed to the account that PostgreSQL runs under,
 * the cluster stands below /var/lib/retorna and DATA_DIR holds a link to it.
 */
export function prepareCarpetas(dataDir: string): Carpetas {
  const cuenta = cuentaSinPrivilegios()
  checkDataDir(dataDir)
  try {
    const clave = readClave(dataDir)
    let base = dataDir
    if (cuenta && !alcanzablePorOtros(dataDir)) {
      base = join('/var/lib/retorna', hashOf(dataDir))
      mkdirSync(base, { recursive: true, mode: 0o755 })
      const enlace = join(dataDir, 'postgresql')
      if (!lstatSync(enlace, { throwIfNoEntry: false })) symlinkSync(base, enlace)
    }
    const cluster = join(base, 'pg')
    let socket = join(base, 'pg-socket')
    if (socket.length > MAX_SOCKET) socket = join(tmpdir(), `retorna-${hashOf(base)}`)
    makeDir(socket, 0o700, ownerOf(cluster) ?? cuenta)
    return { base, cluster, socket, clave, cuenta: ownerOf(cluster) ?? cuenta }
  } catch (e) {
    throw errorDeCarpeta(dataDir, e)
  }
}
