/** Something that keeps the process from starting and that the person who started it can mend: one line in Spanish. */
export class ErrorArranque extends Error {}

const CAUSAS: Record<string, string> = {
  ENOSPC: 'no queda espacio en el disco',
  EDQUOT: 'se ha agotado la cuota de disco',
  EROFS: 'es de solo lectura',
  EACCES: 'no hay permiso de escritura',
  EPERM: 'no hay permiso de escritura',
  ENOTDIR: 'no es una carpeta',
  EEXIST: 'no es una carpeta',
  ENOENT: 'no existe o no se puede crear',
  ELOOP: 'es un enlace que se muerde la cola',
  ENAMETOOLONG: 'la ruta es demasiado larga',
  EIO: 'el disco da errores',
}

/** Say in one line why a folder cannot be used. */
export function errorDeCarpeta(carpeta: string, error: unknown): ErrorArranque {
  if (error instanceof ErrorArranque) return error
  const codigo = (error as NodeJS.ErrnoException).code ?? ''
  return new ErrorArranque(
    `No se puede usar DATA_DIR (${carpeta}): ${CAUSAS[codigo] ?? (error as Error).message}.`,
  )
}
