import { updateDeviceDetails } from '#contract/dispositivos'
import { type ErrorLlamada, llamar } from '../lib/api'
import { sesionRecordada } from '../lib/sesion'
import { CLAVE_PENDIENTES, guardarPendientes, leerPendientes, pendientesDe, type Registro } from './cola'

export const registrar = (registro: Registro) =>
  llamar(updateDeviceDetails, { body: registro, sinPalabras: 'Error al actualizar el dispositivo' })

/** What whoever is in now, be it since a moment ago in another tab, has to send. */
const porEnviar = () => pendientesDe(leerPendientes(), sesionRecordada()).filter((p) => p.error === undefined)

/** One tab at a time, so that each registration is sent once. */
const conTurno = <T>(hacer: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(CLAVE_PENDIENTES, hacer) : hacer()

/**
 * Send what waits of the person of the session, in order. Stops where there is still no connection or no session; what
 * the server refuses stays with its reason until somebody looks at it.
 * @returns how many were sent
 */
export async function enviarPendientes(): Promise<number> {
  if (!navigator.onLine || porEnviar().length === 0) return 0
  return conTurno(async () => {
    let enviados = 0
    for (let [p] = porEnviar(); p; [p] = porEnviar()) {
      const { id } = p
      try {
        await registrar(p.registro)
        guardarPendientes(leerPendientes().filter((x) => x.id !== id))
        enviados++
      } catch (causa) {
        const fallo = causa as ErrorLlamada
        if (fallo.status === 0 || fallo.status === 401 || fallo.status === 429 || fallo.status >= 500) break
        guardarPendientes(leerPendientes().map((x) => (x.id === id ? { ...x, error: fallo.message } : x)))
      }
    }
    return enviados
  })
}
