import type { Ajustes } from '#contract/valores/usuarios/ajustes'
import { readTime } from '../../rules/clocks'
import type { DeviceState, Observation } from '../../rules/device-state'
import type { Effect } from '../../rules/rules'
import { noteCambio } from '../writing/repo-beliefs'
import type { Admitted } from './admission'
import type { Context } from './context'

/** What people see of a device. */
export type Seen = Pick<DeviceState, 'ultimo' | 'bateria' | 'lat' | 'lon'>

export const seenOf = ({ ultimo, bateria, lat, lon }: DeviceState): Seen => ({ ultimo, bateria, lat, lon })

/** After this silence, in ms, a device may have been shown as in transit or lost, or its reader as silent. */
const silencioOf = (a: Ajustes) =>
  60_000 * Math.min(a.minutosViejo, a.minutosPerdido, a.minutosLectorSinSenal)

const isBaja = (bateria: number | null, a: Ajustes) => bateria !== null && bateria < a.bateriaBaja

/** Whether people see another device than before. */
const isVisible = (before: Seen, r: DeviceState, effect: Effect, recibido: number, a: Ajustes) =>
  effect.evento !== null ||
  effect.impacto !== null ||
  effect.cambio !== null ||
  before.ultimo === null ||
  recibido - before.ultimo >= silencioOf(a) ||
  isBaja(before.bateria, a) !== isBaja(r.bateria, a) ||
  before.lat !== r.lat ||
  before.lon !== r.lon

/** Where somebody walks with this tag, what its readers hear on the way is kept to learn from. */
function keepWalk({ dispositivo, planta }: Admitted, o: Observation, c: Context): void {
  const hasta = planta.paseantes.get(dispositivo.id)
  if (hasta === undefined || o.recibido >= hasta) return
  c.escritura.oidos.push({
    dispositivo: dispositivo.id,
    lector: o.lector,
    tiempo: readTime(planta.relojes, o.lector, o.t, o.recibido),
    rssi: o.lectura.rssi,
  })
}

/** What the rules made of a reading. */
type Judged = {
  /** Of its device, after it. */
  estado: DeviceState
  before: Seen
  observation: Observation
  effect: Effect
  ajustes: Ajustes
}

/** Keep what a reading leads to, to be written with its batch. */
export function keepEffect(who: Admitted, judged: Judged, c: Context): void {
  const { estado: r, before, observation: o, effect, ajustes } = judged
  const { escritura: writeSet } = c
  keepWalk(who, o, c)
  if (effect.evento) writeSet.eventos.push(effect.evento)
  noteCambio(writeSet.transiciones, r, effect.cambio, Math.max(o.t, before.ultimo ?? o.t))
  if (isVisible(before, r, effect, o.recibido, ajustes)) writeSet.visiblyChanged.add(r)
  // Switched off: its history goes on, but this burst of impacts raises no incident.
  if (effect.impacto && !who.dispositivo.activado) effect.impacto.callado = true
  if (effect.impacto && !effect.impacto.callado) writeSet.impactos.set(effect.impacto, r)
}
