import { createFlujo, type Fate, type Raros, type Rule, type Viaje } from '../../demo/fisica/flujo'
import type { Aire, Muro, Point } from '../../demo/fisica/radio'
import { createRandom } from '../../demo/random'

/** A way whose end point `en` is known in advance lies in the place where it ends: its tag is never between places. */
export type Ida = Viaje & { en?: Point }

/** A plant that can be recorded: its places, its readers, and the flow of its containers. */
export type Planta = {
  zonas: readonly string[]
  lectores: readonly { nombre: string; zona: string; p: Point }[]
  muros: readonly Muro[]
  /** Radio propagation; absent: as in a hall full of steel. */
  aire?: Aire
  /**
   * Ways from `desde` (Unix ms) on, in order of departure; `inicio` and `suertes` as in `createFlujo`.
   * @param n number of recorded containers
   */
  createFlujo(
    n: number,
    seed: number,
    desde: number,
    raros?: Raros,
  ): { inicio: readonly number[]; viajes: Iterator<Ida, void, void>; suertes: readonly Fate[] }
  /** A random spot in the place with this index; indexes beyond the zones: away, out of reach of all readers. */
  spotOf(place: number, random: ReturnType<typeof createRandom>): Point
  /** Points of the way between two spots. */
  pathOf(de: Point, a: Point): Point[]
}

const WIDTH_M = 20
const HEIGHT_M = 16
const OUTSIDE: Point = [-100_000, 0]
/** Attenuation between neighbouring zones in dB: nothing, racks or a wall. */
const TABIQUES = [0, 3, 4, 6, 12]
const CAMION = 30

const numbered = (letter: string, n: number, cuantos: number) =>
  letter + String(n + 1).padStart(String(cuantos).length, '0')

/**
 * A hall of adjacent zones, each with one or two readers near its middle. The first zone is the dock: thirty containers wait there for a
 * truck, which comes back hours later to the second zone.
 * @param horas work hours of a container in a zone
 */
export function createSimulatedPlant(seed: number, lectores: number, zonas: number, horas: number): Planta {
  const random = createRandom(seed)
  const columns = Math.ceil(Math.sqrt((zonas * HEIGHT_M) / WIDTH_M) * 1.1)
  const originOf = (z: number): Point => [(z % columns) * WIDTH_M, Math.floor(z / columns) * HEIGHT_M]
  const nombres = Array.from({ length: zonas }, (_, z) => numbered('Z', z, zonas))
  const order = nombres.map((_, z) => z).sort(() => random.next() - 0.5)
  const puestos = Array.from({ length: lectores }, (_, i) => {
    const zona = order[i % zonas] as number
    const [x, y] = originOf(zona)
    const p: Point = [x + WIDTH_M * random.between(0.2, 0.8), y + HEIGHT_M * random.between(0.2, 0.8)]
    return { nombre: numbered('L', i, lectores), zona: nombres[zona] as string, p }
  })
  const muros: Muro[] = []
  for (let z = 0; z < zonas; z++) {
    const [x, y] = originOf(z)
    const esquina: Point = [x + WIDTH_M, y + HEIGHT_M]
    muros.push({ a: [x + WIDTH_M, y], b: esquina, db: random.pick(TABIQUES) })
    muros.push({ a: [x, y + HEIGHT_M], b: esquina, db: random.pick(TABIQUES) })
  }
  const all = nombres.map((_, z) => [z, z === 0 ? 3 : 1] as const)
  const rules = nombres.map((_, z): Rule => {
    const camion = z === 0 && zonas > 2
    return {
      parte: 1,
      horas: camion ? horas / 2 : horas,
      lote: camion ? CAMION : 4,
      espera: camion ? 3 * horas : horas / 5,
      vehiculo: camion ? 'camion' : 'carretilla',
      minutos: [1, 3],
      destinos: camion ? [[zonas, 1]] : all.filter(([d]) => d !== z),
    }
  })
  const vuelve = [[1, 1]] as const
  if (zonas > 2)
    rules.push({
      parte: 2,
      horas: 2 * horas,
      lote: CAMION,
      espera: horas,
      vehiculo: 'camion',
      minutos: [1, 3],
      destinos: vuelve,
    })
  return {
    zonas: nombres,
    lectores: puestos,
    muros: muros.filter((m) => m.db > 0),
    createFlujo: (n, suya, desde, raros) => createFlujo(rules, n, suya, desde, raros),
    spotOf(place, fate) {
      if (place >= zonas) return OUTSIDE
      const [x, y] = originOf(place)
      return [x + WIDTH_M * fate.between(0.05, 0.95), y + HEIGHT_M * fate.between(0.05, 0.95)]
    },
    // Along the aisles: first across, then up or down.
    pathOf: (de, a) => [de, [a[0], de[1]], a],
  }
}
