import type { Ajustes } from '#contract/parque/ajustes/values'
import { RELOJ_MAQUINA } from '../../../eventos/evento'
import type { DeviceState, Observation } from '../../rules/device-state'
import type { Effect } from '../../rules/rules'
import { noteCambio } from '../writing/repo-beliefs'
import type { Admitted } from './admission'
import type { Context } from './context'

/** What people see of a device. */
export type Seen = Pick<DeviceState, 'ultimo' | 'bateria' | 'lat' | 'lon'>

export const seenOf = ({ ultimo, bateria, lat, lon }: DeviceState): Seen => ({ ultimo, bateria, lat, lon })

/** After this silence, in ms, a device may be shown as in transit or lost, or its reader as silent. */
const silencioOf = (a: Ajustes) =>
  60_000 * Math.min(a.minutosViejo, a.minutosPerdido, a.minutosLectorSinSenal)

const isBaja = (bateria: number | null, a: Ajustes) => bateria !== null && bateria < a.bateriaBaja

/** Whether a device looks different to people than before the reading. */
const isVisible = (before: Seen, r: DeviceState, effect: Effect, recibido: number, a: Ajustes) =>
  effect.evento !== null ||
  effect.impacto !== null ||
  effect.cambio !== null ||
  before.ultimo === null ||
  recibido - before.ultimo >= silencioOf(a) ||
  isBaja(before.bateria, a) !== isBaja(r.bateria, a) ||
  before.lat !== r.lat ||
  before.lon !== r.lon

/** If a person carries this tag on a walk, keep what its readers hear on the way, to learn from. */
function keepWalk({ dispositivo, planta }: Admitted, o: Observation, c: Context): void {
  const hasta = planta.paseantes.get(dispositivo.id)
  if (hasta === undefined || o.recibido >= hasta) return
  c.escritura.oidos.push({
    dispositivo: dispositivo.id,
    lector: o.lector,
    tiempo: o.heard,
    rssi: o.lectura.rssi,
  })
}

/** A reading as the rules judged it. */
type Judged = {
  /** State of its device after the reading. */
  estado: DeviceState
  before: Seen
  observation: Observation
  effect: Effect
  ajustes: Ajustes
}

/** Keep the effects of a reading, to be written with its batch. */
export function keepEffect(who: Admitted, judged: Judged, c: Context): void {
  const { estado: r, before, observation: o, effect, ajustes } = judged
  const { escritura: writeSet } = c
  keepWalk(who, o, c)
  if (effect.evento) {
    // Dated by arrival: a mark says what the clock of this machine claimed.
    if (who.reloj !== undefined)
      effect.evento.valor = { ...effect.evento.valor, [RELOJ_MAQUINA]: new Date(who.reloj).toISOString() }
    writeSet.eventos.push(effect.evento)
  }
  noteCambio(writeSet.transiciones, r, effect.cambio, Math.max(o.t, before.ultimo ?? o.t))
  if (isVisible(before, r, effect, o.recibido, ajustes)) writeSet.visiblyChanged.add(r)
  // Desactivado: the history goes on, but this burst of impacts raises no incidencia.
  if (effect.impacto && !who.dispositivo.activado) effect.impacto.callado = true
  if (effect.impacto && !effect.impacto.callado) writeSet.impactos.set(effect.impacto, r)
}
