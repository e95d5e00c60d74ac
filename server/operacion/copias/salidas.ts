import type { CanalEntrega } from '#contract/avisos/avisos/values'
import {
  discardRetenidas,
  readRetenidas,
  releaseSalidas,
  wordRetenidas,
} from '../../avisos/avisos/delivery/service-salidas'
import { skipExtractos } from '../../cuentas/custodia/mensual/due'
import { asActor } from '../../platform/db/actor'
import type { Db } from '../../platform/db/client'
import { skipVistas } from '../../resumen/vistas/due'

const CONSOLA = { id: null, username: 'consola', direccion: null }

export type OrdenSalidas = { que: 'decir' | 'soltar' | 'descartar'; canal: CanalEntrega | null }

/**
 * Sends, drops or releases what is held since a restore. What is dropped stays held until it is released; new notices too.
 * @returns a text for the terminal
 */
export async function handleSalidas(db: Db, zona: string, { que, canal }: OrdenSalidas): Promise<string> {
  const r = await readRetenidas(db)
  if (!r) return 'No hay nada retenido: los avisos salen.\n'
  if (que === 'decir') return `Retenido: ${wordRetenidas(r)}.\n`
  if (que === 'soltar') {
    await asActor(db, CONSOLA, releaseSalidas)
    return `Los avisos vuelven a salir, antes de un minuto: ${wordRetenidas(r)}.\n`
  }
  const quedan = await asActor(db, CONSOLA, async (tx) => {
    await discardRetenidas(tx, canal)
    if (canal === null || canal === 'correo') {
      await skipVistas(tx, zona, new Date())
      await skipExtractos(tx, zona, new Date())
    }
    return readRetenidas(tx)
  })
  return `Descartado. Sigue retenido: ${quedan ? wordRetenidas(quedan) : 'nada'}. Para dejar salir los avisos: npm run salidas -- soltar\n`
}
