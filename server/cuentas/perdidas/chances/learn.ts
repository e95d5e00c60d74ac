import type { Db } from '../../../platform/db/client'
import { doEach } from '../../../platform/jobs/each'
import { groupBy } from '../../../platform/time/groups'
import { keepLadder } from '../propuestas'
import { lockPerdidas } from '../repo-keep'
import { estimateChances } from './chance'
import { countMonthBack, listCells, listLearnable, saveChances, startCounting } from './repo-learn'

/** Key of the silences of all stages. */
const ALL = 0

/** Learns from the silences of a company that are counted now. */
export async function learnOf(tx: Db, empresa: number): Promise<void> {
  const cells = await listCells(tx, empresa)
  // Silences outside of any stage have stage 0, which is also the key of all: the total replaces their group.
  const porEtapa = groupBy(cells, (c) => c.etapa).set(ALL, cells)
  await saveChances(tx, empresa, new Map([...porEtapa].map(([e, suyas]) => [e, estimateChances(suyas)])))
}

/**
 * Learns for each company how probable it is that silent containers are heard again. A company that fails does not stop the others. On the
 * first run its past stays are counted too, one month per transaction.
 * @param nuevas only companies that were never learned from
 */
export async function learnChances(db: Db, zona: string, nuevas = false): Promise<void> {
  await doEach(await listLearnable(db, nuevas), async (empresa) => {
    if (nuevas)
      await db.transaction().execute(async (tx) => {
        await lockPerdidas(tx, empresa)
        await keepLadder(tx, { empresa, ids: null }, zona)
        await startCounting(tx, empresa)
      })
    while (await db.transaction().execute((tx) => countMonthBack(tx, empresa)));
    await db.transaction().execute(async (tx) => {
      await lockPerdidas(tx, empresa)
      await learnOf(tx, empresa)
    })
  })
}
