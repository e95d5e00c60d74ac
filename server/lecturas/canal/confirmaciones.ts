import { confirmPlace, releasePlace } from '../reglas/confirmacion'
import { type Apartados, doByHalves } from './aislar'
import { createEscritura } from './repo'
import type { Pendiente } from './repo-confirmaciones'
import { holdPendientes, listPendientes, saveAtendida } from './repo-confirmaciones'
import { noteCambio } from './repo-creencias'
import { transactCarril } from './repo-custodia'
import type { Medios } from './reposo'

/**
 * Tell of our containers what people say of them.
 * @param apartados containers of which something could not be told: what is said of them later waits too, or the older would be told last
 */
export async function applyConfirmaciones(m: Medios, apartados: Apartados): Promise<void> {
  await doByHalves(
    await listPendientes(m.pool, m.carril, apartados.list()),
    async (parte) => {
      const libres = parte.filter((c) => !apartados.isAparte(c.dispositivo))
      await applyParte(m, libres)
      apartados.settle(libres.map((c) => c.dispositivo))
    },
    (c, e) => apartados.setAside(c.dispositivo, e),
  )
}

async function applyParte(m: Medios, nuestras: readonly Pendiente[]): Promise<void> {
  const empresas = new Set(nuestras.map((c) => c.empresa))
  const escritura = createEscritura()
  try {
    await transactCarril(m.pool, async (cliente) => {
      await m.hold(cliente)
      const pendientes = await holdPendientes(
        cliente,
        nuestras.map((c) => c.id),
      )
      await m.memoria.prepare(new Set(pendientes.map((c) => c.dispositivo)))
      const vista = await m.padron.prepare(new Set(), empresas)
      const plantas = await m.plantas.prepare(empresas)
      const ahora = Date.now()
      const attend = async (c: Pendiente) => {
        const r = m.memoria.get(c.dispositivo)
        const v = plantas.get(c.empresa)
        if (!r || !v || r.ultimo === null) return saveAtendida(cliente, c.id, null, null)
        const a = vista.ajustes(c.empresa)
        // Before it is changed: what fails half-way is forgotten.
        escritura.rastros.add(r)
        escritura.cambiados.add(r)
        const dicho = c.retirada
          ? releasePlace(r, v, c.lugar, ahora, a)
          : confirmPlace(r, v, c.ubicacion, ahora, a)
        if (dicho.evento) escritura.eventos.push(dicho.evento)
        noteCambio(escritura.transiciones, r, dicho.cambio, ahora)
        await saveAtendida(cliente, c.id, dicho.muestra, dicho.caso)
      }
      for (const c of pendientes) await attend(c)
      await m.send(cliente, escritura)
    })
  } catch (e) {
    m.memoria.forget(escritura.rastros)
    throw e
  }
  m.memoria.settle(escritura.rastros)
}
