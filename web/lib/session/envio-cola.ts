import { call, type ErrorLlamada } from '../api/api'
import { api } from '../api/llamadas'
import { type Autor, type Cola, colaOf, type EnCola } from './cola'
import { sesionRecordada } from './sesion'
import { withTabLock } from './tab-lock'

/** An item that waited for longer than this is sent with this age. */
const MAX_ESPERA_S = 366 * 86_400

const sinEnviar = async <T extends EnCola>(cola: Cola<T>, autor: Autor | null) =>
  colaOf(await cola.read(), autor).find((p) => p.error === undefined)

/** The next item of the person whom the server reports as logged in now: another tab may have changed the session a moment ago. */
async function siguiente<T extends EnCola>(cola: Cola<T>): Promise<T | undefined> {
  const { user, empresa } = await call(api.validateToken)
  return sinEnviar(cola, { id: user.id, username: user.username, empresa })
}

/**
 * Send the queued items of the person of the session, in order. Stops if there is still no connection or no session. An item that the
 * server refuses stays with the reason until a person handles it.
 * @param send gets the seconds that the item waited; throws when the server refuses it
 * @returns how many were sent
 */
export async function sendCola<T extends EnCola>(
  cola: Cola<T>,
  send: (p: T, hace_s: number) => Promise<unknown>,
): Promise<number> {
  if (!navigator.onLine || !(await sinEnviar(cola, sesionRecordada()))) return 0
  return withTabLock(cola.clave, async () => {
    let enviados = 0
    while (await sinEnviar(cola, sesionRecordada())) {
      const p = await siguiente(cola).catch(() => undefined)
      if (!p) break
      const wait = Math.min(MAX_ESPERA_S, Math.max(0, Math.round((Date.now() - p.cuando) / 1000)))
      const fallo = await send(p, wait).then(
        () => undefined,
        (causa: ErrorLlamada) => causa,
      )
      if (fallo?.pasajero) break
      if (fallo) await cola.keep({ ...p, error: fallo.message })
      else {
        await cola.discard(p.id)
        enviados++
      }
    }
    return enviados
  })
}
