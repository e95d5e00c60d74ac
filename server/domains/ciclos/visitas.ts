import type { Db } from '../../platform/db/client'
import { readAbiertos } from '../calendario/service'
import { saveCuentas } from './repo-contenedores'
import * as repo from './repo-visitas'

/** Where every open clock begins: what it shows must not change while the calendar stays as it is. */
const CERO_MS = Date.UTC(2020, 0, 1)
/** Clocks are made so far ahead, and anew when less than half of that is left. */
const ADELANTO_MS = 120 * 86_400_000
/** Containers whose visits are made in one transaction: enough for their rows to come in the order of the indexes, few enough to be soon told. */
const POR_BATCH = 5000
/** At once, each of containers of its own. */
const PARTES = 2

async function keepClocks(db: Db, zona: string, now: number): Promise<void> {
  const clocks = await repo.listClocks(db, new Date(now + ADELANTO_MS / 2))
  for (const { empresa, planta } of clocks.filter((r) => r.falta)) {
    const abierto = await readAbiertos(db, {
      empresa,
      planta,
      zona,
      desde: CERO_MS,
      hasta: now + ADELANTO_MS,
    })
    await db.transaction().execute((tx) => repo.saveClock(tx, empresa, planta, abierto))
  }
}

async function keepParte(db: Db, parte: repo.Parte): Promise<number> {
  for (let total = 0; ; ) {
    const n = await db.transaction().execute((tx) => repo.takePendientes(tx, POR_BATCH, parte))
    if (n === 0) return total
    total += n
  }
}

/**
 * Make the visits of all containers whose stays have changed. What is done stays done where it is cut short.
 * @param zona the plants' time zone
 * @returns how many containers there were
 */
export async function keepVisitas(db: Db, zona: string, now = Date.now()): Promise<number> {
  await keepClocks(db, zona, now)
  const all = await db.transaction().execute(async (tx) => {
    await repo.askCallados(tx)
    return repo.spreadPendientes(tx)
  })
  const partes = await Promise.allSettled(
    Array.from({ length: PARTES }, (_, parte) => keepParte(db, { parte, de: PARTES })),
  )
  let total = 0
  for (const p of partes) {
    if (p.status === 'rejected') throw p.reason
    total += p.value
  }
  if (total > 0 || all) await db.transaction().execute(saveCuentas)
  return total
}
