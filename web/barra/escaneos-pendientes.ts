import { CLAVE_ESPERAN, DEPOSITO } from '../cuentas/recuentos/esperan'
import { recuerdo } from '../lib/recuerdo'
import { useReintento } from '../lib/session/use-reintento'

const REINTENTO_MS = 30_000

/**
 * Whether the outbox of a browser that was killed has been sent: the killed browser may have lost the flag of waiting scans, but not the
 * scans.
 */
let sentLeft = false

async function sendWaiting(): Promise<void> {
  if (!navigator.onLine) return
  const waits =
    recuerdo.get(CLAVE_ESPERAN) !== null ||
    (!sentLeft && (await indexedDB.databases()).some((d) => d.name === DEPOSITO))
  if (waits) {
    const { sendEscaneos } = await import('../cuentas/recuentos/envio')
    await sendEscaneos()
  }
  sentLeft = true
}

// Without network the code may fail to load too: the next attempt may succeed.
const attempt = () => sendWaiting().catch(() => {})

/**
 * Sends the scans of a count that were made offline as soon as there is network, on every screen. The sending code is loaded only when
 * scans wait.
 */
export const useEscaneosPendientes = (puede: boolean): void => useReintento(puede, attempt, REINTENTO_MS)
