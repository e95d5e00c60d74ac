import { transact } from '../../db/transaccion'
import { confirmPlace, releasePlace } from '../reglas/confirmacion'
import { createEscritura } from './repo'
import type { Pendiente } from './repo-confirmaciones'
import { holdPendientes, listPendientes, saveAtendida } from './repo-confirmaciones'
import { noteCambio } from './repo-creencias'
import { ATRASO_MS, type Medios } from './reposo'

/**
 * Tell of containers what people say of them. A company in the custody of another process is left to that one, unless it does
 * nothing.
 */
export async function applyConfirmaciones(m: Medios): Promise<void> {
  const todas = await listPendientes(m.pool)
  if (!todas.length) return
  const ajenas = await m.custodia.listAjenos(new Set(todas.map((c) => c.empresa)))
  const viejas = Date.now() - ATRASO_MS
  const nuestras = todas.filter((c) => !ajenas.has(c.empresa) || c.desde.getTime() < viejas)
  if (!nuestras.length) return
  const empresas = new Set(nuestras.map((c) => c.empresa))
  const escritura = createEscritura()
  try {
    await transact(m.pool, async (cliente) => {
      await m.take(cliente, empresas)
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
        const dicho = c.retirada
          ? releasePlace(r, v, c.lugar, ahora, a)
          : confirmPlace(r, v, c.ubicacion, ahora, a)
        escritura.rastros.add(r)
        escritura.cambiados.add(r)
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
