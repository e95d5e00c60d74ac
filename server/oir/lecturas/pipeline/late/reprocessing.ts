import type { DeviceState } from '../../rules/device-state'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import { endReprocessing, isDueForReprocessing, isPendiente, mend } from '../../rules/reprocessing'
import { doByHalves, type IsolatedRows } from '../bisect'
import { transactPartition } from '../ownership/repo-lease'
import type { Medios } from '../rest/rest'
import { createWriteSet } from '../writing/write-set'
import { listReprocessedStays, saveReprocessedStays } from './repo-reprocessing'

/** Number of tags whose past is judged again in one transaction. */
const POR_LOTE = 200

/**
 * Judge the past of tags again that have late readings, and correct the stays that were written.
 * @param isolatedRows tags for which this failed
 * @param now Unix ms
 * @returns whether there is more to do
 */
export async function mendPasado(m: Medios, isolatedRows: IsolatedRows, now: number): Promise<boolean> {
  const due = [...m.memoria.pasados].filter(
    (r) => isDueForReprocessing(r, now) && !isolatedRows.isSetAside(r.dispositivo),
  )
  await doByHalves(
    due.slice(0, POR_LOTE).map((r) => r.dispositivo),
    async (ids) => {
      await mendParte(m, ids, now)
      isolatedRows.settle(ids)
    },
    (id, e) => isolatedRows.setAside(id, e),
  )
  return due.length > POR_LOTE
}

async function mendParte(m: Medios, hechos: readonly number[], now: number): Promise<void> {
  const lote = hechos.flatMap((id) => m.memoria.get(id) ?? [])
  const empresas = new Set(lote.map((r) => r.empresa))
  const llegado = new Map(lote.map((r) => [r.dispositivo, r.remiendo && { ...r.remiendo }]))
  const writeSet = createWriteSet()
  try {
    await transactPartition(m.pool, async (client) => {
      await m.hold(client)
      const vista = await m.registry.prepare(new Set(), empresas)
      const plantas = await m.plantas.prepare(empresas)
      const suyos = lote.filter((r) => r.remiendo !== null)
      const salida = (empresa: number) => vista.ajustes(empresa).minutosSalida * 60_000
      const quienes = suyos.map((r) => ({
        id: r.dispositivo,
        desde: (r.remiendo?.lateReadings.desde ?? 0) * 1000 - salida(r.empresa),
      }))
      const porId = await listReprocessedStays(client, quienes, (id, lector) => {
        const r = m.memoria.get(id)
        return (r && plantas.get(r.empresa)?.lugarOf.get(lector)) ?? PLACE_OF_LECTOR + lector
      })
      const quitar: { id: number; desde: number }[] = []
      const poner: Parameters<typeof saveReprocessedStays>[2][number][] = []
      for (const r of suyos) {
        const v = plantas.get(r.empresa)
        const id = r.dispositivo
        const hecho = v && mend(r, porId.get(id) ?? [], v, vista.ajustes(r.empresa))
        if (isPendiente(r)) r.porJuzgar = now
        endReprocessing(r, now)
        if (!hecho) continue
        quitar.push(...hecho.quitar.map((desde) => ({ id, desde })))
        poner.push(...hecho.poner.map((reprocessedStay) => ({ empresa: r.empresa, id, reprocessedStay })))
        if (hecho.sitio) r.sitio = hecho.sitio
        writeSet.touched.add(r)
        writeSet.visiblyChanged.add(r)
      }
      if (!writeSet.touched.size) return
      await m.send(client, writeSet)
      await saveReprocessedStays(client, quitar, poner)
    })
  } catch (e) {
    await reload(m, lote, llegado)
    throw e
  }
  m.memoria.settle(lote.filter((r) => m.memoria.get(r.dispositivo) === r))
}

/** Read these devices again from the database, and keep their late readings, which the database does not have. */
async function reload(
  m: Medios,
  lote: readonly DeviceState[],
  llegado: ReadonlyMap<number, DeviceState['remiendo']>,
): Promise<void> {
  m.memoria.forget(lote)
  await m.memoria.prepare(new Set(llegado.keys()))
  const nuevos = lote.flatMap((r) => m.memoria.get(r.dispositivo) ?? [])
  for (const r of nuevos) r.remiendo = llegado.get(r.dispositivo) ?? r.remiendo
  m.memoria.settle(nuevos)
}
