import { readAbiertos } from '../../parque/calendario/service'
import type { Db } from '../../platform/db/client'
import { saveCuentas } from './repo-contenedores'
import * as repo from './repo-visitas'

/** Epoch of every open clock. It is fixed, so that a clock's values do not change while the calendar stays the same. */
const CERO_MS = Date.UTC(2020, 0, 1)
/** Clocks are computed this far ahead, and again when less than half of it is left. */
const ADELANTO_MS = 120 * 86_400_000
/** Containers whose visits are rebuilt in one transaction: enough to read rows in index order, few enough for a short transaction. */
const POR_BATCH = 5000
/** Parts that are rebuilt in parallel; each has its own containers. */
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
  let total = 0
  for (let after = 0; ; ) {
    const { n, last } = await db
      .transaction()
      .execute((tx) => repo.takePendientes(tx, POR_BATCH, parte, after))
    if (last === null) return total
    total += n
    // Of the same container more may have been queued than were taken.
    after = last - 1
  }
}

/**
 * Rebuilds the visits of all containers whose stays have changed. If it is interrupted, finished parts stay done.
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

/** Keeps which containers wait behind an open cause of their reader, for the lists of what is over its limit. */
export const keepAverias = (db: Db): Promise<void> =>
  db.transaction().execute((tx) => repo.saveAverias(tx, PARTES))
