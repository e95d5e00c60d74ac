import { createRandom, mixSemillas, type Random } from '../random'
import type { Eco, Link, Point, Radio } from './radio'

/** How often the racks around a container change. */
const RACKS_MS = 90 * 60_000
/** Loss by the mast and load of a vehicle, dB. */
const VEHICULO_DB = -3
const ETIQUETA_DB = 2.5
const PUESTO_DB = 1.5

/** A path over these points at constant speed. Times are Unix ms. */
export type Camino = { puntos: readonly Point[]; sale: number; llega: number }

/** Position on a path at `t`. */
export function pointAt({ puntos, sale, llega }: Camino, t: number): Point {
  const largos = puntos.slice(1).map((q, i) => {
    const p = puntos[i] as Point
    return Math.hypot(q[0] - p[0], q[1] - p[1])
  })
  const total = largos.reduce((a, b) => a + b, 0)
  let resto = total * Math.min(1, Math.max(0, (t - sale) / (llega - sale)))
  for (const [i, largo] of largos.entries()) {
    if (resto <= largo && largo > 0) {
      const [p, q] = [puntos[i] as Point, puntos[i + 1] as Point]
      const f = resto / largo
      return [p[0] + f * (q[0] - p[0]), p[1] + f * (q[1] - p[1])]
    }
    resto -= largo
  }
  return puntos.at(-1) as Point
}

/** A tag as the readers of `radio` hear it: at rest at a point, or on a path. */
export function createMovil(radio: Radio, seed: number, en: Point) {
  const random: Random = createRandom(mixSemillas(seed, 4))
  const potencia = random.normal(ETIQUETA_DB)
  const fase = random.between(0, RACKS_MS)
  let p = en
  let camino: Camino | null = null
  let paradas = 0
  let puesto = turn()
  let racks = Number.NaN
  let links: Link[] = []

  function turn() {
    const extra = potencia + random.normal(PUESTO_DB)
    return { semilla: mixSemillas(seed, paradas), giro: random.between(0, 2 * Math.PI), extra }
  }

  return {
    /** It is put down at `donde`. */
    stand(donde: Point): void {
      p = donde
      camino = null
      paradas++
      puesto = turn()
      racks = Number.NaN
    },
    carry(por: Camino): void {
      camino = por
    },
    at: (t: number): Point => (camino ? pointAt(camino, t) : p),
    /**
     * The readers that hear an advert sent at `t`.
     * @param extra dB above or below its usual power
     */
    hear(t: number, extra = 0): Eco[] {
      if (camino) {
        const enVehiculo = { ...puesto, extra: puesto.extra + VEHICULO_DB }
        return radio.hear(radio.linksOf(pointAt(camino, t), enVehiculo), true, extra, random)
      }
      const now = Math.floor((t + fase) / RACKS_MS)
      if (now !== racks) {
        racks = now
        links = radio.linksOf(p, puesto, racks)
      }
      return radio.hear(links, false, extra, random)
    },
  }
}

export type Movil = ReturnType<typeof createMovil>
