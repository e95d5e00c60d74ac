import { setTimeout as sleep } from 'node:timers/promises'
import { warn } from '../aviso'
import type { Envio } from '../gateways/observation'
import type { LectorDemo } from '../plant/planta'
import type { CredentialIssuer, Pair } from './sesion'

const RENOVAR_MS = 15_000
const RENOVAR_MAX_MS = 5 * 60_000
/** A credential that worked for this long was valid, ms. */
const BUENA_MS = 60_000
const RECHAZOS_SOSPECHOSOS = 3

/** A reader's connection. Messages that cannot be sent now are lost, as with a gateway without memory. */
export type Puerta = { send(envio: Envio): void; close(): void }

/** Opens a connection; it calls `refused` when the credential is no longer valid. */
export type Open = (lector: LectorDemo, pair: Pair, refused: () => void) => Puerta

/** A connection that gets a new credential when the old one was replaced. */
export function keepPuerta(
  open: Open,
  lector: LectorDemo,
  inicial: Pair | undefined,
  renew: CredentialIssuer,
): Puerta {
  let puerta: Puerta | null = null
  let closed = false
  let rejections = 0
  let abierta = 0

  function connect(pair: Pair): void {
    abierta = performance.now()
    const mia = open(lector, pair, () => {
      mia.close()
      if (puerta !== mia) return
      puerta = null
      void reopen()
    })
    puerta = mia
  }

  async function reopen(): Promise<void> {
    if (performance.now() - abierta > BUENA_MS) rejections = 0
    if (++rejections === RECHAZOS_SOSPECHOSOS) warn(`no se admite la credencial de ${lector.apodo}`)
    for (let espera = RENOVAR_MS * 2 ** (rejections - 1); !closed; espera *= 2) {
      await sleep(Math.min(espera, RENOVAR_MAX_MS))
      const pair = await renew(lector.mac)
      if (pair) return closed ? undefined : connect(pair)
    }
  }

  if (inicial) connect(inicial)
  else void reopen()
  return {
    send: (envio) => puerta?.send(envio),
    close(): void {
      closed = true
      puerta?.close()
    },
  }
}
