import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { createAlmacen } from '../../lib/session/almacen'
import { sendCola } from '../../lib/session/envio-cola'
import { cola } from './cola'

/** Server ids of the exchanges that this page sent, by their local id: needed for undo. */
export const enviados = createAlmacen<ReadonlyMap<string, number>>(new Map())

/**
 * Send what waits in the outbox.
 * @returns how many were sent
 */
export const sendCambios = () =>
  sendCola(cola, async ({ id, contenedor, empresa }, hace_s) => {
    const { resultados } = await call(api.createCambiosPila, {
      body: { cambios: [{ clave: id, contenedor, hace_s }], empresa },
    })
    const [r] = resultados
    if (r?.status === 'error') throw new ErrorLlamada(404, 'no_encontrado', r.message)
    if (r?.cambio != null) enviados.set(new Map(enviados.get()).set(id, r.cambio))
  })
