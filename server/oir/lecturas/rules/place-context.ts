import type { Setting } from '../engine/context'

/** What places of a company are judged by. `lugarOf`: place of each reader, by its id. */
export type PlaceContext = Setting & { lugarOf: ReadonlyMap<number, number> }
