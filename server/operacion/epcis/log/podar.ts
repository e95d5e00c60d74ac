import { noteCambio } from '../../../personas/auditoria/service'
import { asActor } from '../../../platform/db/actor'
import type { Db } from '../../../platform/db/client'
import { doEach } from '../../../platform/jobs/each'
import { findLast } from '../repo'
import { lockEventos } from '../repo-contar'
import * as repo from './repo-podar'

/** Events deleted in one transaction: a publisher waits that long for the lock. */
const POR_LOTE = 5000
/** The author in the audit log. */
const RETENCION = { id: null, username: 'retención', direccion: null }

/**
 * Deletes events older than each company keeps, from the beginning of its log. The audit log records how many, and the time of the last
 * one.
 */
export async function pruneEpcis(db: Db): Promise<void> {
  await doEach(await repo.listAjustes(db), async (a) => {
    const { cuantos, hasta } = await removeTramos(db, a)
    if (!cuantos) return
    const last = await findLast(db, a.empresa)
    const sinEvento = await repo.listSinEvento(db, a.empresa)
    await asActor(db, RETENCION, async (tx) => {
      await lockEventos(tx, a.empresa)
      await repo.removeNombres(tx, a.empresa, sinEvento, last)
      await noteCambio(tx, {
        accion: 'eliminar',
        entidad: 'epcis_evento',
        empresa: a.empresa,
        id: '',
        nombre: `${cuantos.toLocaleString('es')} eventos`,
        antes: { hasta },
      })
    })
  })
}

/** @returns how many were deleted, and when the last of them was recorded */
async function removeTramos(db: Db, a: repo.Guarda): Promise<{ cuantos: number; hasta: Date | null }> {
  let cuantos = 0
  let hasta: Date | null = null
  for (;;) {
    const tramo = await db.transaction().execute(async (tx) => {
      await lockEventos(tx, a.empresa)
      const gone = await repo.removePrimeros(tx, a, POR_LOTE)
      if (gone) await repo.savePodado(tx, a.empresa, gone)
      return gone
    })
    if (!tramo) return { cuantos, hasta }
    cuantos += tramo.cuantos
    hasta = tramo.momento
  }
}
