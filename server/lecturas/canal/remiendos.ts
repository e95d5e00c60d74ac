import { LUGAR_DE_LECTOR } from '../reglas/estancia'
import { endRemiendo, isPendiente, isRemendable, mend } from '../reglas/remiendo'
import { createEscritura } from './repo'
import { transactCarril } from './repo-custodia'
import { listEstadas, saveEstadas } from './repo-remiendos'
import type { Medios } from './reposo'

/** Tags whose past is judged again in one transaction. */
const POR_LOTE = 200

/**
 * Judge the past again where readings came late or out of order, and put right the stays that were written.
 * @param ahora Unix ms
 * @returns whether there is more to do
 */
export async function mendPasado(m: Medios, ahora: number): Promise<boolean> {
  const debidos = [...m.memoria.pasados].filter((r) => isRemendable(r, ahora))
  const lote = debidos.slice(0, POR_LOTE)
  if (!lote.length) return false
  const empresas = new Set(lote.map((r) => r.empresa))
  const escritura = createEscritura()
  const hechos = lote.map((r) => r.dispositivo)
  try {
    await transactCarril(m.pool, async (cliente) => {
      await m.hold(cliente)
      const vista = await m.padron.prepare(new Set(), empresas)
      const plantas = await m.plantas.prepare(empresas)
      const suyos = hechos.flatMap((id) => m.memoria.get(id) ?? []).filter((r) => r.remiendo !== null)
      const salida = (empresa: number) => vista.ajustes(empresa).minutosSalida * 60_000
      const quienes = suyos.map((r) => ({
        id: r.dispositivo,
        desde: (r.remiendo?.tardias.desde ?? 0) * 1000 - salida(r.empresa),
      }))
      const porId = await listEstadas(cliente, quienes, (id, lector) => {
        const r = m.memoria.get(id)
        return (r && plantas.get(r.empresa)?.lugarDe.get(lector)) ?? LUGAR_DE_LECTOR + lector
      })
      const quitar: { id: number; desde: number }[] = []
      const poner: Parameters<typeof saveEstadas>[2][number][] = []
      for (const r of suyos) {
        const v = plantas.get(r.empresa)
        const id = r.dispositivo
        const hecho = v && mend(r, porId.get(id) ?? [], v, vista.ajustes(r.empresa))
        if (isPendiente(r)) r.porJuzgar = ahora
        endRemiendo(r, ahora)
        if (!hecho) continue
        quitar.push(...hecho.quitar.map((desde) => ({ id, desde })))
        poner.push(...hecho.poner.map((estada) => ({ empresa: r.empresa, id, estada })))
        if (hecho.sitio) r.sitio = hecho.sitio
        escritura.rastros.add(r)
        escritura.cambiados.add(r)
      }
      if (!escritura.rastros.size) return
      await m.send(cliente, escritura)
      await saveEstadas(cliente, quitar, poner)
    })
  } catch (e) {
    m.memoria.forget(lote)
    throw e
  }
  m.memoria.settle(lote.filter((r) => m.memoria.get(r.dispositivo) === r))
  return debidos.length > lote.length
}
