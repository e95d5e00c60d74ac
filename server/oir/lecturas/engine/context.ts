import type { Lectores } from './lectores'
import type { EmissionModel } from './model/emission-model'
import { createCopy, createIndexes, type Hearing } from './time-bins'
import { createWindow, type Window } from './window'

/** One hearing of a tag. `tag` is any number that identifies the tag; `lector` is a number of `numberOf`. */
export type Heard = Hearing & { tag: number }

/** Working arrays to weigh a window. A hearer is a reader that heard the tag in the window. */
export type Scales = {
  /** By hearer: number of the reader. */
  oidor: Int32Array
  /** By hearer: weight of the share of adverts that it heard. */
  veces: Float64Array
  /** By hearer: mean level, dBm. */
  nivel: Float64Array
  /** By hearer: variance of the mean level, dB². */
  ruido: Float64Array
  /** Number of hearers. */
  oidores: number
  /** Number of hearers without a level; they come first. */
  sinNivel: number
  /** By state: ln likelihood of which readers heard the tag and which did not. */
  callado: Float64Array
  /** By state: ln likelihood of the window. */
  estado: Float64Array
  /** By place: ln likelihood of the window. */
  lugar: Float64Array
  /** By place: sums of the soft maximum over its states. */
  suma: Float64Array
  /** By place: how many times likelier the window is at its spots than at the whole place. */
  enSitios: Float64Array
  /** By place: level of the best of its own readers, dBm. */
  propio: Float64Array
  /** By reader: level, dBm. */
  oye: Float64Array
  /** By hearer: index at which its reader's levels begin among those of a place's spots. */
  fila: Int32Array
  /** By hearer: weight of its level. */
  peso: Float64Array
  /** By hearer: mean level, dBm. */
  suyo: Float64Array
  /** By spot of a place: how well it fits, in nats. */
  encaje: Float64Array
  /** Result by place: ln odds for the decision. */
  ln: Float64Array
  /** Result by place: ln odds for the certainty. */
  certeza: Float64Array
}

/**
 * Working memory of the place engine. Arrays are used again at each call, so that a reading makes no objects. One is enough for a process,
 * since the engine never awaits.
 */
export type EngineContext = {
  /** Window that is weighed. */
  ventana: Window
  /** Newest cells of the window, tried as another spot. */
  nuevas: Window
  /** Indexes at which the cells begin. */
  indexes: Int32Array
  /** Buffer to join cells in. */
  copia: Int32Array
  balanza: Scales
  /** Filled in by the caller of `observe`. */
  oido: Heard
}

/** Working memory, and the readers that hear a tag. */
export type Listening = { motor: EngineContext; lectores: Lectores }

/** What tags of a company are judged by. */
export type Setting = Listening & { tabla: EmissionModel }

const createScales = (): Scales => ({
  oidor: new Int32Array(64),
  veces: new Float64Array(64),
  nivel: new Float64Array(64),
  ruido: new Float64Array(64),
  oidores: 0,
  sinNivel: 0,
  callado: new Float64Array(64),
  estado: new Float64Array(64),
  lugar: new Float64Array(64),
  suma: new Float64Array(64),
  enSitios: new Float64Array(64),
  propio: new Float64Array(64),
  oye: new Float64Array(64),
  fila: new Int32Array(64),
  peso: new Float64Array(64),
  suyo: new Float64Array(64),
  encaje: new Float64Array(64),
  ln: new Float64Array(64),
  certeza: new Float64Array(64),
})

export const createEngineContext = (): EngineContext => ({
  ventana: createWindow(),
  nuevas: createWindow(),
  indexes: createIndexes(),
  copia: createCopy(),
  balanza: createScales(),
  oido: { lector: 0, tag: 0, s: 0, nivel: null, mueve: undefined },
})
