import { causaOf } from '../config/startup-errors'
import { isCancelada, isSinBase, isSinSitio, isWriteConflict } from '../db/failures'

const LENGTH_MAX = 500

/** Why a job failed, in Spanish where the error is known, with its own message. */
export function formatFallo(e: unknown): string {
  const dicho = e instanceof Error ? causaOf(e) : String(e)
  const por = isSinSitio(e)
    ? 'La base de datos no tiene sitio donde escribir'
    : isSinBase(e)
      ? 'La base de datos no respondía'
      : isCancelada(e)
        ? 'Tardó demasiado y se canceló'
        : isWriteConflict(e)
          ? 'Se cruzó con otro cambio'
          : null
  return (por ? `${por}: ${dicho}` : dicho).slice(0, LENGTH_MAX)
}
