import type { Db } from '../../platform/db/client'
import { conflicto } from '../../platform/http/errores'
import { formatInstant } from '../../platform/time/time'
import { findRota, markRota } from './repo-rota'

/** Throws 409 for a tag that is marked as broken, unless the user confirms that it works again. */
export async function checkRota(
  db: Db,
  empresa: number,
  mac: string,
  usarRota: boolean | undefined,
  zona: string,
): Promise<void> {
  const rota = usarRota ? undefined : await findRota(db, empresa, mac)
  if (rota)
    throw conflicto(
      `La etiqueta ${mac} está marcada como rota: la quitó ${rota.marcada_por} el ${formatInstant(rota.momento, zona)}. ¿Vuelve a funcionar?`,
      'etiqueta_rota',
    )
}

export { markRota }
