import { LUGAR_DE_LECTOR } from '../reglas/estancia'
import type { Rastro } from '../reglas/rastro'
import { endRemiendo, isPendiente, isRemendable, mend } from '../reglas/remiendo'
import { type Apartados, doByHalves } from './aislar'
import { createEscritura } from './repo'
import { transactCarril } from './repo-custodia'
import { listEstadas, saveEstadas } from './repo-remiendos'
import type { Medios } from './reposo'

/** Tags whose past is judged again in one transaction. */
const POR_LOTE = 200

/**
 * Judge the past again where readings came late or out of order, and put right the stays that were written.
 * @param apartados tags that this failed with
 * @param ahora Unix ms
 * @returns whether there is more to do
 */
export async function mendPasado(m: Medios, apartados: Apartados, ahora: number): Promise<boolean> {
  const debidos = [...m.memoria.pasados].filter(
    (r) => isRemendable(r, ahora) && !apartados.isAparte(r.dispositivo),
  )
  await doByHalves(
    debidos.slice(0, POR_LOTE).map((r) => r.dispositivo),
    async (ids) => {
      await mendParte(m, ids, ahora)
      apartados.settle(ids)
    },
    (id, e) => apartados.setAside(id, e),
  )
  return debidos.length > POR_LOTE
}

async function mendParte(m: Medios, hechos: readonly number[], ahora: number): Promise<void> {
  const lote = hechos.flatMap((id) => m.memoria.get(id) ?? [])
  const empresas = new Set(lote.map((r) => r.empresa))
  const llegado = new Map(lote.map((r) => [r.dispositivo, r.remiendo && { ...r.remiendo }]))
  const escritura = createEscritura()
  try {
    await transactCarril(m.pool, async (cliente) => {
      await m.hold(cliente)
      const vista = await m.padron.prepare(new Set(), empresas)
      const plantas = await m.plantas.prepare(empresas)
      const suyos = lote.filter((r) => r.remiendo !== null)
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
    await reload(m, lote, llegado)
    throw e
  }
  m.memoria.settle(lote.filter((r) => m.memoria.get(r.dispositivo) === r))
}

/** As the database knows them, and with what came late of them, which it does not. */
async function reload(
  m: Medios,
  lote: readonly Rastro[],
  llegado: ReadonlyMap<number, Rastro['remiendo']>,
): Promise<void> {
  m.memoria.forget(lote)
  await m.memoria.prepare(new Set(llegado.keys()))
  const nuevos = lote.flatMap((r) => m.memoria.get(r.dispositivo) ?? [])
  for (const r of nuevos) r.remiendo = llegado.get(r.dispositivo) ?? r.remiendo
  m.memoria.settle(nuevos)
}
