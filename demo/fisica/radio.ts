import { createRandom, mixSemillas, type Random } from '../random'
import { createShadow } from './shadow'

/** In metres. */
export type Point = readonly [x: number, y: number]

/** Attenuation of a link that crosses it, dB. */
export type Muro = { a: Point; b: Point; db: number }

/** How a tag is placed: its random radio properties stay the same while it stands there. */
export type Puesto = {
  /** Seed for the random properties of this stay. */
  semilla: number
  /** Direction of its antenna, radians. */
  giro: number
  /** dB above or below other tags: transmission power, and the surface that it is fixed to. */
  extra: number
}

/** A reader that may hear a tag, with the mean level on each advertising channel, dBm. */
export type Link = { lector: number; dbm: number; canales: readonly [number, number, number] }

/** A reader (by index) and the level at which it heard, dBm. */
export type Eco = { lector: number; rssi: number }

/** Radio model: path loss exponent, shadowing by hidden obstacles (`createShadow`), and the spread between readers in dB. */
export type Aire = { exponente: number; sombra: { metros: number; sigma: number }; oido: number }

/** Level at 1 m of a tag that sends with 0 dBm, dBm. */
const A_UN_METRO = -58
/** A hall full of steel. */
const ACERO: Aire = { exponente: 2.3, sombra: { metros: 7, sigma: 5 }, oido: 2 }
/** Attenuation behind the steel rack that carries the tag, compared with in front of it, dB. */
const DETRAS_DB = 9
/** Neighbouring racks shade some directions (eighths of the circle). They come and go. */
const OCTAVOS = 8
const ESTORBO = { parte: 0.3, min: 3, max: 9 }
/** Multipath: at rest each of the three channels has its own fading; on the move it changes within centimetres. */
const ECO_QUIETO_DB = 3
const ECO_MOVIENDO_DB = 5
const NOISE_DB = 1.5
/** Level in dBm at which half of all packets are lost in noise; the slope is that of a receiver's sensitivity curve. */
const UMBRAL = -93
const PENDIENTE_DB = 1.5
/** Below this level nothing is ever heard. */
const NADA = UMBRAL - 12
/** Share that a gateway loses at any level, because it scans one channel at a time and pauses to send. */
const PERDIDA = { min: 0.3, max: 0.52 }

const sobre = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
const crosses = (m: Muro, p: Point, q: Point) =>
  sobre(m.a, m.b, p) * sobre(m.a, m.b, q) < 0 && sobre(p, q, m.a) * sobre(p, q, m.b) < 0

/**
 * The radio of a plant: which readers hear a tag at a point, and at which level. All lasting properties follow from `semilla`.
 * @param lectores positions of the readers
 */
export function createRadio(
  seed: number,
  lectores: readonly Point[],
  muros: readonly Muro[],
  { exponente, sombra, oido: walkObservation }: Aire = ACERO,
) {
  const subscribers = lectores.map((p, i) => {
    const random = createRandom(mixSemillas(seed, i, 1))
    return {
      p,
      oido: random.normal(walkObservation),
      perdida: random.between(PERDIDA.min, PERDIDA.max),
      sombra: createShadow(mixSemillas(seed, i, 2), sombra.metros, sombra.sigma),
    }
  })

  /** Mean level at `p` without the tag's orientation, dBm; null: out of range. */
  function levelAt(i: number, p: Point, extra: number): number | null {
    const o = subscribers[i] as (typeof subscribers)[number]
    const far = Math.max(1, Math.hypot(p[0] - o.p[0], p[1] - o.p[1]))
    let dbm = A_UN_METRO + o.oido + extra - 10 * exponente * Math.log10(far)
    if (dbm < NADA - 3 * sombra.sigma) return null
    for (const m of muros) if (crosses(m, p, o.p)) dbm -= m.db
    dbm += o.sombra(p[0], p[1])
    return dbm < NADA ? null : dbm
  }

  /** Attenuation of the link to reader `i` by the orientation and the racks around, dB. `racks` is their present arrangement. */
  function lossOf(i: number, p: Point, puesto: Puesto, racks: number): number {
    const [x, y] = lectores[i] as Point
    const rumbo = Math.atan2(y - p[1], x - p[0])
    const detras = (DETRAS_DB * (1 - Math.cos(rumbo - puesto.giro))) / 2
    const octavo = Math.floor(((rumbo + Math.PI) / (2 * Math.PI)) * OCTAVOS) % OCTAVOS
    const random = createRandom(mixSemillas(puesto.semilla, racks, octavo))
    return detras + (random.chance(ESTORBO.parte) ? random.between(ESTORBO.min, ESTORBO.max) : 0)
  }

  return {
    /**
     * The links of a tag at `p`.
     * @param racks number of the present arrangement of the racks around it
     */
    linksOf(p: Point, puesto: Puesto, racks = 0): Link[] {
      const links: Link[] = []
      for (let i = 0; i < subscribers.length; i++) {
        const level = levelAt(i, p, puesto.extra)
        if (level === null) continue
        const dbm = level - lossOf(i, p, puesto, racks)
        if (dbm < NADA) continue
        const random = createRandom(mixSemillas(puesto.semilla, i, 3))
        const canal = () => dbm + random.normal(ECO_QUIETO_DB)
        links.push({ lector: i, dbm, canales: [canal(), canal(), canal()] })
      }
      return links
    },
    /**
     * The readers that hear one advert over these links.
     * @param extra dB above or below the tag's usual power
     */
    hear(links: readonly Link[], moviendose: boolean, extra: number, random: Random): Eco[] {
      const ecos: Eco[] = []
      for (const { lector, dbm, canales } of links) {
        if (random.chance((subscribers[lector] as (typeof subscribers)[number]).perdida)) continue
        const medio = moviendose ? dbm + random.normal(ECO_MOVIENDO_DB) : (random.pick(canales) as number)
        const rssi = Math.round(medio + extra + random.normal(NOISE_DB))
        if (random.chance(1 / (1 + Math.exp((UMBRAL - rssi) / PENDIENTE_DB)))) ecos.push({ lector, rssi })
      }
      return ecos
    },
  }
}

export type Radio = ReturnType<typeof createRadio>
