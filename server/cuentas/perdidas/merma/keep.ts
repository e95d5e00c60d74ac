import { PORES_MERMA } from '#contract/cuentas/perdidas/merma-values'
import type { Db } from '../../../platform/db/client'
import { doEach } from '../../../platform/jobs/each'
import { lockPerdidas } from '../repo-keep'
import { keepDeclaradas } from './repo-declaradas'
import { keepExposicion, listContables, lockExposicion, saveContada } from './repo-exposicion'

/**
 * Counts each company's exposure to loss once a day, and what is known of the declared losses: late readings and new places of stages change
 * both.
 * @param nuevas only companies that were never counted
 */
export async function keepMerma(db: Db, zona: string, nuevas = false): Promise<void> {
  const empresas = await listContables(db, nuevas)
  await doEach(empresas, async (empresa) => {
    await db.transaction().execute(async (tx) => {
      await lockPerdidas(tx, empresa)
      await keepDeclaradas(tx, { empresa, ids: null }, zona)
    })
    await db.transaction().execute(async (tx) => {
      await lockExposicion(tx, empresa)
      for (const por of PORES_MERMA) await keepExposicion(tx, empresa, por, zona)
      await saveContada(tx, empresa)
    })
  })
}
