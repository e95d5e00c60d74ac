import type { DeviceState } from '../../rules/device-state'
import type { Duplicates } from '../memory/duplicates'
import type { Planta } from '../memory/plants'
import type { Vista } from '../memory/registry'
import type { Registrado } from '../memory/repo-registry'
import type { WriteSet } from '../writing/write-set'

/** What the messages of a batch are applied to. */
export type Context = {
  vista: Vista
  /** Partition whose devices and readers are written here. */
  partition: number
  duplicates: Duplicates
  deviceStateOf(d: Registrado): DeviceState
  /** By company of the batch: what places are judged by. */
  plantas: ReadonlyMap<number, Planta>
  escritura: WriteSet
  /** Fingerprints first seen in this batch, to be forgotten if it cannot be committed. */
  huellas: number[]
}
