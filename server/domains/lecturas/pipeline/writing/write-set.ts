import type { NewEvento } from '../../../eventos/evento'
import type { DeviceState, Impacto } from '../../rules/device-state'
import type { WalkObservation } from '../rest/repo-walk-observations'
import type { Transicion } from './repo-beliefs'
import type { Heartbeat } from './repo-heartbeats'
import type { Visto } from './repo-vistos'

/** Everything that a batch of readings leads to. */
export type WriteSet = {
  /** States of devices that are stored anew. */
  touched: Set<DeviceState>
  /** Those of them that changed in a way that people see; the others were only heard again. */
  visiblyChanged: Set<DeviceState>
  /** Events to store, by their own hash: one that is there already is left alone. */
  eventos: NewEvento[]
  /** What the place engine believes from when on. */
  transiciones: Transicion[]
  /** Impacts, with the device that was hit. */
  impactos: Map<Impacto, DeviceState>
  /** Last sign of life, by the id of the reader. */
  latidos: Map<number, Heartbeat>
  /** Devices that nobody registered, by address. */
  vistos: Map<string, Visto>
  /** What readers heard of a tag that somebody carries through the plant. */
  oidos: WalkObservation[]
}

export const createWriteSet = (): WriteSet => ({
  touched: new Set(),
  visiblyChanged: new Set(),
  eventos: [],
  transiciones: [],
  impactos: new Map(),
  latidos: new Map(),
  vistos: new Map(),
  oidos: [],
})
