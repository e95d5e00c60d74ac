import { setTimeout as sleep } from 'node:timers/promises'
import type { Envio } from './gateways/oida'
import type { LectorDemo } from './planta'
import type { Par, Taquilla } from './sesion'

const RENOVAR_MS = 15_000
const SIN_LECTOR_MS = 5 * 60_000

/** A reader's way in. What cannot be sent now is lost, as with a gateway that has no memory. */
export type Puerta = { send(envio: Envio): void; close(): void }

/** What a door needs to open; `refused` is to be called when its pair is no longer good. */
export type Abrir = (lector: LectorDemo, par: Par, refused: () => void) => Puerta

/** A door that gets itself a new pair when the old one was replaced. */
export function keepPuerta(
  abrir: Abrir,
  lector: LectorDemo,
  inicial: Par | undefined,
  renew: Taquilla,
): Puerta {
  let puerta: Puerta | null = null
  let cerrada = false

  function connect(par: Par): void {
    const mia = abrir(lector, par, () => {
      mia.close()
      if (puerta !== mia) return
      puerta = null
      void reopen()
    })
    puerta = mia
  }

  async function reopen(): Promise<void> {
    while (!cerrada) {
      await sleep(RENOVAR_MS)
      const par = await renew(lector.mac)
      if (par) return cerrada ? undefined : connect(par)
      await sleep(SIN_LECTOR_MS)
    }
  }

  if (inicial) connect(inicial)
  else void reopen()
  return {
    send: (envio) => puerta?.send(envio),
    close(): void {
      cerrada = true
      puerta?.close()
    },
  }
}
