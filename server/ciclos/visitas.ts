import { readAbiertos } from '../calendario/service'
import type { Db } from '../db/cliente'
import * as repo from './repo-visitas'

/** Where every open clock begins: what it shows must not change while the calendar stays as it is. */
const CERO_MS = Date.UTC(2020, 0, 1)
/** Clocks are made so far ahead, and anew when less than half of that is left. */
const ADELANTO_MS = 120 * 86_400_000
/** Containers whose visits are made in one transaction. */
const POR_TANDA = 250

async function keepRelojes(db: Db, zona: string, ahora: number): Promise<void> {
  const relojes = await repo.listRelojes(db, new Date(ahora + ADELANTO_MS / 2))
  for (const { empresa, planta } of relojes.filter((r) => r.falta)) {
    const abierto = await readAbiertos(db, empresa, planta, zona, CERO_MS, ahora + ADELANTO_MS)
    await db.transaction().execute((tx) => repo.saveReloj(tx, empresa, planta, abierto))
  }
}

/**
 * Make the visits of all containers whose stays have changed. What is done stays done where it is cut short.
 * @param zona the plants' time zone
 * @returns how many containers there were
 */
export async function keepVisitas(db: Db, zona: string, ahora = Date.now()): Promise<number> {
  await keepRelojes(db, zona, ahora)
  await db.transaction().execute(async (tx) => {
    await repo.askCallados(tx)
    await repo.spreadPendientes(tx)
  })
  let total = 0
  for (;;) {
    const n = await db.transaction().execute((tx) => repo.takePendientes(tx, POR_TANDA))
    if (n === 0) return total
    total += n
  }
}
