import type { Lectores } from './lectores'
import { createCopy, createReportedPlaces, type Hearing } from './time-bins'
import { createWindow, type Window } from './window'

/** One hearing of a tag, which goes by any number; its reader by that of `numberOf`. */
export type Heard = Hearing & { tag: number }

/** Room to weigh a window in. By hearer: reader, how much its share heard tells, mean level, its variance. */
export type Scales = {
  oidor: Int32Array
  veces: Float64Array
  nivel: Float64Array
  ruido: Float64Array
  /** How many heard it, and how many of them, the first ones, without a level. */
  oidores: number
  sinNivel: number
  /** By state: what silences say, and ln of how likely the window is. */
  callado: Float64Array
  estado: Float64Array
  /** By place: the same, sums, how many times likelier at its spots than at the whole of it. */
  lugar: Float64Array
  suma: Float64Array
  enSitios: Float64Array
  /** Level of the best of its own readers, dBm. */
  propio: Float64Array
  /** By reader: level, and where its levels begin among those of a place's spots; by hearer: weight of its level, and the level. */
  oye: Float64Array
  fila: Int32Array
  peso: Float64Array
  suyo: Float64Array
  /** By spot of a place: how well it fits. */
  encaje: Float64Array
  /** What came of it, by place: ln odds to decide by, and ln odds that the certainty is made of. */
  ln: Float64Array
  certeza: Float64Array
}

/**
 * Working memory of the place engine: arrays that are used again at each call, so that a reading makes no objects. One is enough for a
 * process, since nothing waits in between.
 */
export type EngineContext = {
  /** The window that is weighed, the newest cells that are tried as another spot, where cells begin, room to join them in. */
  ventana: Window
  nuevas: Window
  lugares: Int32Array
  copia: Int32Array
  balanza: Scales
  /** For the caller of `observe` to fill. */
  oido: Heard
}

/** The readers that hear a tag. */
export type Listening = { motor: EngineContext; lectores: Lectores }

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
  lugares: createReportedPlaces(),
  copia: createCopy(),
  balanza: createScales(),
  oido: { lector: 0, tag: 0, s: 0, nivel: null, mueve: undefined },
})

const OF_LECTOR = ['veces', 'nivel', 'ruido', 'oye', 'peso', 'suyo'] as const
const OF_ESTADO = ['callado', 'estado'] as const
const OF_LUGAR = ['lugar', 'suma', 'enSitios', 'propio', 'ln', 'certeza'] as const

/** Make room for a plant. */
export function growScales(b: Scales, lectores: number, estados: number, places: number): void {
  if (b.oidor.length < lectores) {
    b.oidor = new Int32Array(2 * lectores)
    b.fila = new Int32Array(2 * lectores)
    for (const k of OF_LECTOR) b[k] = new Float64Array(2 * lectores)
  }
  if (b.estado.length < estados) for (const k of OF_ESTADO) b[k] = new Float64Array(2 * estados)
  if (b.lugar.length < places) for (const k of OF_LUGAR) b[k] = new Float64Array(2 * places)
}
