import { machineClock } from '../../../platform/time/machine-clock'
import type { Message } from '../pipeline/message'

/** Note what time it is by the clocks of the readers of a message: the latest time that each reports. */
export function hearClocks({ origen: { lector, puente }, decodificado }: Message): void {
  // Only a bridge, and a broker that checks its own clients, may speak for others.
  const own = lector && !puente ? lector.mac : null
  let reader: string | null = null
  let latest = 0
  for (const { lector: named, tiempo } of decodificado.lecturas) {
    const who: string | null = own ?? named ?? lector?.mac ?? null
    if (who === null || tiempo === null) continue
    if (who !== reader) {
      if (reader !== null) machineClock.hear(reader, latest)
      reader = who
      latest = tiempo
    } else if (tiempo > latest) latest = tiempo
  }
  if (reader !== null) machineClock.hear(reader, latest)
  for (const { mac, reloj } of decodificado.lectores)
    if (reloj !== null && (own === null || own === mac)) machineClock.hear(mac, reloj)
}
