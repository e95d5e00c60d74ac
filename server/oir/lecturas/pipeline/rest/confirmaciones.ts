import { machineClock } from '../../../../platform/time/machine-clock'
import { confirmPlace, releasePlace } from '../../rules/confirmacion'
import { doByHalves, type IsolatedRows } from '../bisect'
import { transactPartition } from '../ownership/repo-lease'
import { noteCambio } from '../writing/repo-beliefs'
import { createWriteSet } from '../writing/write-set'
import type { Pendiente } from './repo-confirmaciones'
import { holdPendientes, listPendientes, saveAtendida } from './repo-confirmaciones'
import type { Medios } from './rest'

/**
 * Apply what people say about the places of our containers.
 * @param isolatedRows containers for which this failed. Later confirmations of them wait too: else the older one would be applied last
 */
export async function applyConfirmaciones(m: Medios, isolatedRows: IsolatedRows): Promise<void> {
  await doByHalves(
    await listPendientes(m.pool, m.partition, isolatedRows.list()),
    async (parte) => {
      const libres = parte.filter((c) => !isolatedRows.isSetAside(c.dispositivo))
      await applyParte(m, libres)
      isolatedRows.settle(libres.map((c) => c.dispositivo))
    },
    (c, e) => isolatedRows.setAside(c.dispositivo, e),
  )
}

async function applyParte(m: Medios, nuestras: readonly Pendiente[]): Promise<void> {
  const empresas = new Set(nuestras.map((c) => c.empresa))
  const writeSet = createWriteSet()
  try {
    await transactPartition(m.pool, async (client) => {
      await m.hold(client)
      const pendientes = await holdPendientes(
        client,
        nuestras.map((c) => c.id),
      )
      await m.memoria.prepare(new Set(pendientes.map((c) => c.dispositivo)))
      const vista = await m.registry.prepare(new Set(), empresas)
      const plantas = await m.plantas.prepare(empresas)
      const now = machineClock.now()
      const attend = async (c: Pendiente) => {
        const r = m.memoria.get(c.dispositivo)
        const v = plantas.get(c.empresa)
        if (!r || !v || r.ultimo === null) return saveAtendida(client, c.id, null, null)
        const a = vista.ajustes(c.empresa)
        // Before it is changed: if this fails half-way, the changed state is forgotten.
        writeSet.touched.add(r)
        writeSet.visiblyChanged.add(r)
        const outcome = c.retirada
          ? releasePlace(r, v, c.lugar, now, a)
          : confirmPlace(r, v, c.ubicacion, now, a)
        if (outcome.evento) writeSet.eventos.push(outcome.evento)
        noteCambio(writeSet.transiciones, r, outcome.cambio, now)
        await saveAtendida(client, c.id, outcome.muestra, outcome.caso)
      }
      for (const c of pendientes) await attend(c)
      await m.send(client, writeSet)
    })
  } catch (e) {
    m.memoria.forget(writeSet.touched)
    throw e
  }
  m.memoria.settle(writeSet.touched)
}
