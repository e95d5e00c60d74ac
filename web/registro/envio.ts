import { call, type ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { sesionRecordada } from '../lib/session/sesion'
import {
  type Autor,
  CLAVE_PENDIENTES,
  type Pendiente,
  pendientesOf,
  type Registro,
  readPendientes,
  savePendientes,
} from './cola'

/** What waited for longer counts as from then. */
const MAX_ESPERA_S = 366 * 86_400

export const register = (registro: Registro) =>
  call(api.updateDeviceDetails, { body: registro, sinPalabras: 'Error al actualizar el dispositivo' })

const sinEnviar = (autor: Autor | null) =>
  pendientesOf(readPendientes(), autor).find((p) => p.error === undefined)

/** The next of whoever the server says is in now: since a moment ago it may be somebody else, in another tab. */
async function siguiente(): Promise<Pendiente | undefined> {
  const { user, empresa } = await call(api.validateToken)
  return sinEnviar({ id: user.id, username: user.username, empresa })
}

/** One tab at a time, so that each registration is sent once. */
const deUnaEnUna = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(CLAVE_PENDIENTES, work) : work()

/**
 * Send what waits of the person of the session, in order. Stops where there is still no connection or no session; what
 * the server refuses stays with its reason until somebody looks at it.
 * @returns how many were sent
 */
export async function sendPendientes(): Promise<number> {
  if (!navigator.onLine || !sinEnviar(sesionRecordada())) return 0
  return deUnaEnUna(async () => {
    let enviados = 0
    while (sinEnviar(sesionRecordada())) {
      const p = await siguiente().catch(() => undefined)
      if (!p) break
      const { id, registro } = p
      try {
        const hace_s = Math.min(MAX_ESPERA_S, Math.max(0, Math.round((Date.now() - p.cuando) / 1000)))
        await register({ ...registro, hace_s })
        savePendientes(readPendientes().filter((x) => x.id !== id))
        enviados++
      } catch (causa) {
        const fallo = causa as ErrorLlamada
        if (fallo.status === 0 || fallo.status === 401 || fallo.status === 429 || fallo.status >= 500) break
        savePendientes(readPendientes().map((x) => (x.id === id ? { ...x, error: fallo.message } : x)))
      }
    }
    return enviados
  })
}
