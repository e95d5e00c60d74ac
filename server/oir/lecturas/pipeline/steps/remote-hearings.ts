import { noteVivo } from '../../engine/lectores'
import { believedTime, timeOf } from '../../rules/clocks'
import type { AttributedRemote } from './attribution'
import type { Context } from './context'

/** Note that a reader heard a tag that another partition applies: it is alive. */
export function keepRemoteHearing(o: AttributedRemote, recibido: number, c: Context): void {
  const { lector, number, empresa, dispositivo, time, late, planta } = o
  const t = believedTime(time, late, recibido, c.vista.ajustes(empresa))
  const heard = timeOf(planta.relojes, lector, t, recibido)
  noteVivo(planta.lectores, number, dispositivo, Math.floor(heard / 1000))
}
