/** An obstacle to the start that the operator can remove: one line in Spanish. */
export class ErrorStartup extends Error {}

const CAUSAS: Record<string, string> = {
  ENOSPC: 'no queda espacio en el disco',
  EDQUOT: 'se ha agotado la cuota de disco',
  EROFS: 'es de solo lectura',
  EACCES: 'no hay permiso de escritura',
  EPERM: 'no hay permiso de escritura',
  ENOTDIR: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  EEXIST: 'no es una carpeta',
  ENOENT: 'no existe o no se puede crear',
  ELOOP: 'es un enlace que se muerde la cola',
  ENAMETOOLONG: 'la ruta es demasiado larga',
  EIO: 'el disco da errores',
}

const CAUSAS_DE_RED: Record<string, string> = {
  ECONNREFUSED: 'nadie contesta ahí',
  ECONNRESET: 'ha cortado la conexión',
  ETIMEDOUT: 'no contesta',
  EHOSTUNREACH: 'no se llega a esa máquina',
  ENETUNREACH: 'no se llega a esa red',
  ENOTFOUND: 'no se encuentra esa máquina',
  EAI_AGAIN: 'no se encuentra esa máquina',
  EADDRNOTAVAIL: 'esta máquina no tiene esa dirección',
  EADDRINUSE: 'ya está en uso',
  EACCES: 'no hay permiso',
  // SQLSTATEs of PostgreSQL.
  '28P01': 'el usuario o la contraseña no son correctos',
  '28000': 'el usuario no existe o no puede entrar',
  '3D000': 'esa base de datos no existe',
  '42501': 'al usuario le falta un permiso',
  '53300': 'no admite más conexiones',
}

/** Why the network or the database refused: in Spanish where the error is known, with its own message. */
export function causaOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const causa = CAUSAS_DE_RED[code]
  return causa ? `${causa} (${message || code})` : message || code
}

/** One line on why a file could not be written; errors that do not concern its place are returned unchanged. */
export function errorDeArchivo(archivo: string, error: unknown): unknown {
  const causa = CAUSAS[(error as NodeJS.ErrnoException).code ?? '']
  return causa ? new ErrorStartup(`No se puede escribir ${archivo}: ${causa}.`) : error
}

/** One line on why a folder cannot be used. */
export function errorDeCarpeta(folder: string, error: unknown): ErrorStartup {
  if (error instanceof ErrorStartup) return error
  const codigo = (error as NodeJS.ErrnoException).code ?? ''
  return new ErrorStartup(
    `No se puede usar DATA_DIR (${folder}): ${CAUSAS[codigo] ?? (error as Error).message}.`,
  )
}
