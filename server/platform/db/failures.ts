/** Errors of the database server itself, as opposed to errors in a query. */

type Failure = { code?: string; syscall?: string; message?: string; errors?: unknown[]; cause?: unknown }

/** Codes of network errors. They count only with a `syscall`: without one the error comes from another socket. */
const DE_RED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const INVOCATIONS = /^(connect|read|write|getaddrinfo)$/
/** Errors that pg raises itself carry no code. */
const DE_PG =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/
/** SQLSTATE: class 08 (connection), 53 (resources), 58 (system), those of class 57 that end a session, and a read-only replica. */
const DE_SESION = /^(08...|53...|58...|57P0[1-5]|25P0[34]|25006)$/
const SIN_SITIO = /^(53...|58...)$/
/** Cancelled by a time limit: of the statement, or of waiting for a lock. */
const CANCELADA = new Set(['57014', '55P03'])
const CRUZADAS = new Set(['40P01', '40001'])

const codigoOf = (e: unknown) => (e as Failure | null)?.code ?? ''

/** The database cannot be reached, is stopping or starting, or lacks resources: a retry later may succeed. */
export function isSinBase(e: unknown): boolean {
  if (typeof e !== 'object' || e === null) return false
  const { code = '', syscall = '', message = '', errors, cause } = e as Failure
  if (DE_RED.has(code) && INVOCATIONS.test(syscall)) return true
  // Connecting to several addresses fails with one error for each.
  if (Array.isArray(errors) && errors.some(isSinBase)) return true
  return DE_SESION.test(code) || DE_PG.test(message) || (cause !== undefined && isSinBase(cause))
}

/** The error comes from the database or from the connection to it. */
export const isDeBase = (e: unknown) =>
  isSinBase(e) || typeof (e as { severity?: unknown } | null)?.severity === 'string'

/** The database answers but cannot write: no disk space, no memory, a failing disk. */
export const isSinSitio = (e: unknown) => SIN_SITIO.test(codigoOf(e))

/** Another transaction was in the way: deadlock or serialisation failure. */
export const isWriteConflict = (e: unknown) => CRUZADAS.has(codigoOf(e))

export const isCancelada = (e: unknown) => CANCELADA.has(codigoOf(e))

/** Logs errors that reach no caller. That the database is away is logged elsewhere, and such an error is over when the database is back. */
export const createOnFailure =
  (readLog: () => { error(failure: object, que: string): void }) => (que: string) => (e: unknown) => {
    if (!isSinBase(e)) readLog().error({ err: e }, que)
  }
