import type { Prueba } from '#contract/cuentas/custodia/custodia'
import { type ClaseMovimiento, DESHACER_MOVIMIENTO_S } from '#contract/cuentas/custodia/values'
import { empresaVisible } from '../../../platform/auth/auth'
import type { Principal } from '../../../platform/auth/principal'
import type { Db } from '../../../platform/db/client'
import { conflicto, forbidden, noEncontrado } from '../../../platform/http/errores'
import { undoAceptadas } from '../../perdidas/libro'
import { keepContenedores } from '../anotar'
import { lockLibro, undoMovimientos } from '../repo-libro'
import { findPedido, listJuntos, type Pedido } from './repo'

const ENTERED: ReadonlySet<ClaseMovimiento> = new Set(['albaran', 'recuento', 'perdida'])

/** Throws 409 for an entry that nobody made by hand, 403 for one of another user. */
function checkSuyo(m: Pedido, principal: Principal): void {
  if (m.recuento !== null)
    throw conflicto(`Viene del recuento ${m.recuento}: se deshace en su pantalla.`, 'de_recuento')
  if (!ENTERED.has(m.clase) || m.persona === null)
    throw conflicto('Solo se deshace lo que alguien anotó a mano.', 'no_se_deshace')
  if (m.persona !== principal.usuarioId)
    throw forbidden('Lo anotó otra persona: solo ella lo puede deshacer.', 'de_otra_persona')
}

/** For how many seconds more the user may undo an entry, and how many there are with it; null: not, or no longer. */
export async function findPlazo(db: Db, principal: Principal, id: number): Promise<Prueba['deshacer']> {
  const m = await findPedido(db, id, empresaVisible(principal, undefined))
  if (!m || m.recuento !== null || !ENTERED.has(m.clase) || m.persona !== principal.usuarioId) return null
  const segundos = DESHACER_MOVIMIENTO_S - m.haceS
  if (segundos <= 0) return null
  const juntos = await listJuntos(db, id)
  return juntos.some((j) => j.anulado || j.dicho) ? null : { segundos, movimientos: juntos.length }
}

/**
 * Takes back what the caller entered less than a minute ago in one go, a whole file of delivery notes too: each entry is reversed by a
 * further one at the same moment, and a loss that it declared is taken back. Throws 404 for another company, 403 for another user, 409 where it is too late, was undone before, or
 * somebody has said something about it.
 * @returns how many entries were reversed
 */
export async function undoMovimiento(
  tx: Db,
  principal: Principal,
  id: number,
  zona: string,
): Promise<number> {
  const pedido = await findPedido(tx, id, empresaVisible(principal, undefined))
  if (!pedido) throw noEncontrado('No existe esa línea.')
  const { empresa } = pedido
  checkSuyo(pedido, principal)
  await lockLibro(tx, empresa)
  const juntos = await listJuntos(tx, id)
  if (juntos.some((j) => j.anulado)) throw conflicto('Ya está deshecho.', 'ya_deshecho')
  if (pedido.haceS > DESHACER_MOVIMIENTO_S)
    throw conflicto('Ha pasado más de un minuto: ya no se puede deshacer. Corrígelo con otra línea.', 'tarde')
  if (juntos.some((j) => j.dicho))
    throw conflicto('Alguien ya ha disputado una de sus líneas: resuélvelo en ella.', 'en_disputa')
  await undoMovimientos(
    tx,
    juntos.map((j) => j.id),
    principal.usuarioId,
  )
  await keepContenedores(
    tx,
    empresa,
    juntos.flatMap((j) => (j.dispositivo === null ? [] : [{ id: j.dispositivo, desde: j.momento }])),
  )
  await undoAceptadas(
    tx,
    principal,
    juntos.map((j) => j.id),
    zona,
  )
  return juntos.length
}
