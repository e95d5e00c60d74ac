import type { NewEvento } from '../../../eventos/evento'
import type { DeviceState, Impacto } from '../../rules/device-state'
import type { WalkObservation } from '../rest/repo-walk-observations'
import type { Transicion } from './repo-beliefs'
import type { Heartbeat } from './repo-heartbeats'
import type { Visto } from './repo-vistos'

/** Everything that a batch of readings leads to. */
export type WriteSet = {
  rastros: Set<DeviceState>
  /** Those that changed in a way that people see. The others were only heard again. */
  cambiados: Set<DeviceState>
  eventos: NewEvento[]
  transiciones: Transicion[]
  impactos: Map<Impacto, DeviceState>
  latidos: Map<number, Heartbeat>
  vistos: Map<string, Visto>
  oidos: WalkObservation[]
}

export const createWriteSet = (): WriteSet => ({
  rastros: new Set(),
  cambiados: new Set(),
  eventos: [],
  transiciones: [],
  impactos: new Map(),
  latidos: new Map(),
  vistos: new Map(),
  oidos: [],
})
