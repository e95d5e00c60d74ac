import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { listDeclaradas } from './repo-write'
import { undoAsientos, writeAsientos } from './service'

/**
 * Declares containers lost whose loss a partner has accepted in the book, in the name of the user who entered it. Those that are heard, and
 * those of which a user has said so before, stay as they are.
 */
export async function declareAceptadas(
  tx: Db,
  principal: Principal,
  macs: readonly string[],
  nota: string | null,
  zona: string,
): Promise<void> {
  if (macs.length === 0) return
  await writeAsientos(tx, principal, { clase: 'declarada', contenedores: [...macs], nota, lleva: null }, zona)
}

/** Takes back what these accepted losses declared, but where a user has said something else since. */
export async function undoAceptadas(
  tx: Db,
  principal: Principal,
  movimientos: readonly number[],
  zona: string,
): Promise<void> {
  const asientos = await listDeclaradas(tx, movimientos)
  if (asientos.length) await undoAsientos(tx, principal, asientos, zona)
}
