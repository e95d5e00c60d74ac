import type { NewEvento } from '../../../eventos/evento'
import type { DeviceState, Impacto } from '../../rules/device-state'
import type { WalkObservation } from '../rest/repo-walk-observations'
import type { Transicion } from './repo-beliefs'
import type { Heartbeat } from './repo-heartbeats'
import type { Visto } from './repo-vistos'

/** Everything that a batch of readings writes. */
export type WriteSet = {
  /** Device states to store. */
  touched: Set<DeviceState>
  /** Those of them that changed in a way that people see; the others were only heard again. */
  visiblyChanged: Set<DeviceState>
  /** Events to store, by a hash of their content: an event that is stored already is skipped. */
  eventos: NewEvento[]
  /** Changes of the reported place, with their causes. */
  transiciones: Transicion[]
  /** Impacts, with the device that was hit. */
  impactos: Map<Impacto, DeviceState>
  /** By id of the reader: its heartbeats. */
  latidos: Map<number, Heartbeat>
  /** By company and mac: tags that nobody registered. */
  vistos: Map<string, Visto>
  /** What readers heard of tags on a walk. */
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
