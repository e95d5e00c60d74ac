import { formatAlcance } from '#contract/cuentas/recuentos/reglas-values'
import { notify } from '../../avisos/avisos/notify'
import type { Db } from '../../platform/db/client'
import type { Row } from './repo'

/** Page with the counts to review. */
const POR_REVISAR = '/recuentos?estado=por_revisar'

/**
 * Notifies the users who may sign a closed count that waits for a signature or has differences. Counts by the same users share a notice.
 * @param noFirman ids of the users who took part in it and cannot sign it
 */
export async function notifyCierre(tx: Db, r: Row, noFirman: readonly number[]): Promise<void> {
  const { cifras, cerrado } = r
  if (!cifras || !cerrado) return
  const { faltantes, sobrantes, desconocidos } = cifras
  const firma = r.estado === 'por_firmar'
  if (!firma && faltantes + sobrantes + desconocidos === 0) return
  await notify(tx, {
    empresa: r.empresa,
    tipo: 'recuento',
    clave: `recuento:${r.id}:cierra`,
    datos: {
      recuentos: [formatAlcance(r)],
      n: 1,
      firma,
      faltantes,
      sobrantes,
      desconocidos,
      desde: cerrado.toISOString(),
    },
    enlace: `/recuentos/${r.id}`,
    enlaceJunto: POR_REVISAR,
    lugares: r.ubicacion === null ? [] : [r.ubicacion],
    familias: r.familia === null ? [] : [r.familia],
    menos: noFirman,
    grupo: JSON.stringify([noFirman, firma]),
  })
}
