import { createPriorityQueue } from '../../demo/fisica/priority-queue'
import type { Muro, Point } from '../../demo/fisica/radio'
import { createRandom, mixSemillas, type Random } from '../../demo/random'
import type { Ida, Planta } from './nave'

/**
 * How tags move, in seconds: how long a tag stands at a spot, and how long it goes from spot to spot of a room before it goes on to the
 * next room. Containers stand for tens of minutes and go on at once; a person who walks about never stands.
 */
export type Andar = { parada: readonly [number, number]; visita: readonly [number, number] }

const WIDTH_M = [6, 10] as const
const HEIGHT_M = [5, 9] as const
const PASO_M_S = [0.7, 1.3] as const
const MEDIA_PUERTA_M = 0.5
export type Radio = 'dura' | 'clara'
/**
 * Radio parameters: attenuation of a wall (dB; 0 for a screen), exponent of the path loss, shadowing (dB), spread of the readers'
 * sensitivity (dB).
 */
type Aire = Record<'muro' | 'exponente' | 'sombra' | 'oido', readonly [number, number]>
/** How well rooms are separated by radio. */
export const RADIOS: Record<Radio, Aire> = {
  dura: { muro: [0, 6], exponente: [1.6, 2.6], sombra: [4, 8], oido: [2, 4] },
  clara: { muro: [8, 16], exponente: [2.4, 3.2], sombra: [3, 5], oido: [1, 2] },
}
const SHADOW_M = [2, 6] as const
/** In a square, so that each room has a door to the previous one and to the next one. */
const ORIGENES = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const
const CUANTAS = ORIGENES.length

/** Four rooms with a wall and a door between neighbours; readers are dealt out among them. Size and propagation depend on the seed. */
export function createHabitaciones(
  seed: number,
  lectores: number,
  andar: Andar,
  radio: Radio = 'dura',
): Planta {
  const { muro, exponente, sombra, oido: walkObservation } = RADIOS[radio]
  const random = createRandom(mixSemillas(seed, 20))
  const [width, height] = [random.between(...WIDTH_M), random.between(...HEIGHT_M)]
  const pointIn = (z: number, x: number, y: number): Point => {
    const [column, row] = ORIGENES[z] as (typeof ORIGENES)[number]
    return [(column + x) * width, (row + y) * height]
  }
  const spotOf = (z: number, fate: Random) => pointIn(z, fate.between(0.1, 0.9), fate.between(0.1, 0.9))
  const zonas = ORIGENES.map((_, z) => `Z${z + 1}`)
  const muros: Muro[] = []
  /** Door from each room to the next one. */
  const puertas = ORIGENES.map(([column, row], z): Point => {
    const [otra] = ORIGENES[(z + 1) % CUANTAS] as (typeof ORIGENES)[number]
    const [db, f] = [random.between(...muro), random.between(0.2, 0.8)]
    const vertical = column !== otra
    const along = (m: number): Point => (vertical ? [width, row * height + m] : [column * width + m, height])
    const largo = vertical ? height : width
    muros.push({ a: along(0), b: along(f * largo - MEDIA_PUERTA_M), db })
    muros.push({ a: along(f * largo + MEDIA_PUERTA_M), b: along(largo), db })
    return along(f * largo)
  })

  /** Endless ways of tag `n`; each way lies in one room. */
  function* goAbout(n: number, inicio: number, fate: Random, desde: number): Generator<Ida, never> {
    let de = inicio
    // Assumed start: the middle of the room, since the real spot is not known here.
    let en = pointIn(inicio, 0.5, 0.5)
    let t = desde + 1000 * fate.between(0, andar.parada[1])
    const secondsTo = (p: Point, paso: number) => Math.hypot(p[0] - en[0], p[1] - en[1]) / paso
    const go = (a: number, p: Point): Ida => {
      const llega = t + 1000 * secondsTo(p, fate.between(...PASO_M_S))
      const ida: Ida = { contenedores: [n], de, a, sale: t, llega, vehiculo: 'carretilla', en: p }
      de = a
      en = p
      t = llega
      return ida
    }
    for (let [place, hasta] = [inicio, t]; ; hasta = t + 1000 * fate.between(...andar.visita)) {
      const sigue = fate.chance(0.5)
      const otro = (place + (sigue ? 1 : CUANTAS - 1)) % CUANTAS
      const puerta = puertas[sigue ? place : otro] as Point
      do {
        yield go(place, spotOf(place, fate))
        t += 1000 * fate.between(...andar.parada)
      } while (t + 1000 * secondsTo(puerta, 1) < hasta)
      yield go(place, puerta)
      place = otro
    }
  }

  /** The ways of all tags, in order of departure. */
  function* merge(suyas: readonly Generator<Ida, never>[]): Generator<Ida, void, void> {
    const cola = createPriorityQueue<{ ida: Ida; suyas: Generator<Ida, never> }>()
    const take = (de: Generator<Ida, never>) => {
      const ida = de.next().value
      cola.push(ida.sale, { ida, suyas: de })
    }
    for (const de of suyas) take(de)
    for (let s = cola.pop(); s; s = cola.pop()) {
      take(s.dato.suyas)
      yield s.dato.ida
    }
  }

  return {
    zonas,
    lectores: Array.from({ length: lectores }, (_, i) => {
      const z = i % CUANTAS
      const p = pointIn(z, random.between(0.2, 0.8), random.between(0.2, 0.8))
      return { nombre: `L${String(i + 1).padStart(2, '0')}`, zona: zonas[z] as string, p }
    }),
    muros,
    aire: {
      exponente: random.between(...exponente),
      sombra: { metros: random.between(...SHADOW_M), sigma: random.between(...sombra) },
      oido: random.between(...walkObservation),
    },
    createFlujo(n, suSemilla, desde) {
      const fates = Array.from({ length: n }, (_, i) => createRandom(mixSemillas(suSemilla, i, 21)))
      const inicio = fates.map((fate) => fate.int(0, CUANTAS - 1))
      const suyas = fates.map((fate, i) => goAbout(i, inicio[i] as number, fate, desde))
      return { inicio, viajes: merge(suyas), suertes: [] }
    },
    spotOf,
    pathOf: (de, a) => [de, a],
  }
}
