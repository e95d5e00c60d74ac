import type { Db } from '../../platform/db/client'
import { doEach } from '../../platform/jobs/each'
import { sweepCambios } from '../cambios/service'
import * as repo from './repo'
import { saveDetras } from './repo-list'
import { type Conclusion, judgePlanta, type Lector, learnBaseline, type Plazos } from './rules'

/** A gap between checks from which Retorna itself, its database or its disk counts as stopped. */
const GAP_MS = 5 * 60_000
/** Time that readers have to be heard again before their silence counts. */
const VUELTA_MS = 10 * 60_000
/** Minutes until it is known whether a silent reader is the only one. */
const ESPERA_MIN = 2
/** Causes of a reader that ended within this many hours delay the closing of its next one. */
const HORAS_RECIENTES = 6

/** Notifications when a cause opens or ends, in the same transaction. */
export type OnCausa = {
  onOpen(tx: Db, empresa: number, id: number): Promise<unknown>
  onClose(tx: Db, empresa: number, id: number): Promise<unknown>
}

async function apply(tx: Db, empresa: number, conclusiones: Conclusion[], on: OnCausa): Promise<void> {
  // Ends come first: a reader has at most one open cause of a kind.
  for (const c of conclusiones)
    if (c.que === 'cierra' && (await repo.closeCausa(tx, c.id, c.hasta))) await on.onClose(tx, empresa, c.id)
  await repo.keepCausas(
    tx,
    conclusiones.filter((c) => c.que === 'sigue'),
  )
  for (const c of conclusiones) if (c.que === 'abre') await repo.insertCausa(tx, { empresa, ...c })
  for (const c of conclusiones) {
    if (c.que !== 'abre-red') continue
    const evidencia = { lectores: c.lectores.length }
    const red = { empresa, clase: 'red', lector: null, padre: null, desde: c.desde, evidencia } as const
    const id = await repo.insertCausa(tx, red)
    await repo.adoptCausas(tx, id, c.lectores)
  }
}

async function learn(
  tx: Db,
  lectores: Lector[],
  conCausa: Set<number | null>,
  ahora: number,
  p: Plazos,
): Promise<void> {
  const rows = lectores.flatMap((l) => {
    const baseline = learnBaseline(l)
    const vivo = l.ultimo !== null && ahora - l.ultimo < p.mudoMs
    return baseline === null || !vivo || conCausa.has(l.id) ? [] : [{ id: l.id, ...baseline }]
  })
  if (rows.length) await repo.saveBaselines(tx, rows)
}

async function watchPlanta(tx: Db, empresa: number, p: Plazos, ahora: number, on: OnCausa): Promise<void> {
  await repo.lockPlanta(tx, empresa)
  const abiertas = await repo.listOpen(tx, empresa)
  const fin = await repo.findFinNuestra(tx, empresa)
  // After a stop of Retorna silence is counted anew.
  const lectores = await repo.listVigilados(tx, empresa, p.mudoMs / 60_000, fin)
  const recientes = await repo.countRecientes(tx, empresa, HORAS_RECIENTES)
  const conclusiones = judgePlanta(lectores, abiertas, recientes, ahora, p)
  await apply(tx, empresa, conclusiones, on)
  for (const id of await repo.takePorAvisar(tx, empresa, p.mudoMs / 60_000, ESPERA_MIN))
    await on.onOpen(tx, empresa, id)
  await learn(tx, lectores, new Set(abiertas.map((a) => a.lector)), ahora, p)
  await saveDetras(tx, empresa)
}

/**
 * Opens and closes causes, and records what changed with time. Run every minute; a longer gap is itself a cause. A company that fails does
 * not stop the others.
 */
export async function watchPlantas(db: Db, on: OnCausa): Promise<void> {
  const plantas = await repo.listPlantas(db)
  const ahora = await db.transaction().execute(async (tx) => {
    const { ultima, ahora } = await repo.touchFaultSweep(tx)
    if (ultima !== null && ahora - ultima > GAP_MS)
      await repo.openNuestras(
        tx,
        plantas.map((p) => p.empresa),
        ultima,
        ahora,
      )
    for (const { id, empresa } of await repo.closeNuestras(tx, ahora - VUELTA_MS))
      await on.onClose(tx, empresa, id)
    return ahora
  })
  await doEach(plantas, async ({ empresa, plazos }) => {
    await db.transaction().execute((tx) => watchPlanta(tx, empresa, plazos, ahora, on))
    await sweepCambios(db, empresa)
  })
}
