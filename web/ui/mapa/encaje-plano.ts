/** A point of a plan: `x` to the right and `y` down, both in heights of the plan. */
export type PuntoPlano = { x: number; y: number }
export type PuntoMapa = { lat: number; lon: number }
export type Pareja = { plano: PuntoPlano; mapa: PuntoMapa }

/** Position of a plan on the map: rotated, scaled uniformly and moved; never mirrored. */
export type Encaje = {
  /** The coordinates of a point of the plan. */
  toMapa: (p: PuntoPlano) => PuntoMapa
  /** Metres per height of the plan. */
  metros: number
  /** Root mean square distance between the agreeing points and their computed positions, in metres. */
  error_m: number
  /** Number of agreeing points. */
  n: number
}

const GRADO_M = 111_320
const MIN_PAREJAS = 3
/**
 * A node is drawn somewhere in its hall, and its readers hang elsewhere in the hall: a deviation up to this share of the total width counts
 * as agreement.
 */
const HOLGURA = 0.08
/** If the points of a plan span less than this, they count as one spot. */
const MIN_ANCHO_M = 5
/** Minimum extent of the points across, as a share of their extent along. */
const MIN_GRUESO = 0.2
/** More points than this add nothing; all pairs of points are tried. */
const MAX_PAREJAS = 60

/** Complex numbers: east + i·north in metres, or right + i·up of the plan. */
type C = readonly [re: number, im: number]
const minus = (a: C, b: C): C => [a[0] - b[0], a[1] - b[1]]
const times = (a: C, b: C): C => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
const size2 = (a: C): number => a[0] ** 2 + a[1] ** 2
const divide = (a: C, b: C): C => {
  const d = size2(b)
  return [(a[0] * b[0] + a[1] * b[1]) / d, (a[1] * b[0] - a[0] * b[1]) / d]
}
const mean = (cs: readonly C[]): C => [
  cs.reduce((s, c) => s + c[0], 0) / cs.length,
  cs.reduce((s, c) => s + c[1], 0) / cs.length,
]

/** b ≈ giro · (a − de) + hacia: rotation with scale, and the two centres. */
type Similitud = { giro: C; de: C; hacia: C }
const apply = ({ giro, de, hacia }: Similitud, a: C): C => {
  const g = times(giro, minus(a, de))
  return [g[0] + hacia[0], g[1] + hacia[1]]
}

const median = (v: number[]): number => v.toSorted((a, b) => a - b)[v.length >> 1] ?? 0

type Par = { a: C; b: C }

/** The least-squares similarity; undefined if all points of the plan coincide. */
function solve(pares: readonly Par[]): Similitud | undefined {
  const de = mean(pares.map((p) => p.a))
  const hacia = mean(pares.map((p) => p.b))
  let suma: C = [0, 0]
  let peso = 0
  for (const p of pares) {
    const a = minus(p.a, de)
    const s = times([a[0], -a[1]], minus(p.b, hacia))
    suma = [suma[0] + s[0], suma[1] + s[1]]
    peso += size2(a)
  }
  return peso > 1e-12 ? { giro: divide(suma, [peso, 0]), de, hacia } : undefined
}

const errorOf = (s: Similitud, p: Par): number => Math.sqrt(size2(minus(apply(s, p.a), p.b)))

/** Greatest distance on the map between two of the points, in metres. */
const widthOf = (pares: readonly Par[]): number =>
  Math.sqrt(Math.max(0, ...pares.flatMap((p) => pares.map((q) => size2(minus(p.b, q.b))))))

/** Whether the points are not collinear: with points in a row a plan cannot be told from its mirror image. */
function isAncha(pares: readonly Par[]): boolean {
  const de = mean(pares.map((p) => p.a))
  let [xx, yy, xy] = [0, 0, 0]
  for (const p of pares) {
    const [x, y] = minus(p.a, de)
    xx += x * x
    yy += y * y
    xy += x * y
  }
  const raiz = Math.hypot((xx - yy) / 2, xy)
  return (xx + yy) / 2 - raiz > MIN_GRUESO ** 2 * ((xx + yy) / 2 + raiz)
}

/** The points that agree with the similarity, within the tolerance for their total width. */
function agree(s: Similitud, pares: readonly Par[]): Par[] {
  const cerca = pares.filter((p) => errorOf(s, p) <= HOLGURA * Math.sqrt(size2(s.giro)))
  return cerca.filter((p) => errorOf(s, p) <= HOLGURA * widthOf(cerca))
}

/**
 * Position of a plan on the map, from points that are known on both: the similarity that most points agree with, fitted to those by least
 * squares. A place of another plant that is drawn on the plan too is ignored in this way. Null if fewer than three points or less than the
 * majority agree: such a plan is a scheme that is not drawn to scale.
 */
export function fitPlano(parejas: readonly Pareja[]): Encaje | null {
  if (parejas.length < MIN_PAREJAS) return null
  const origen = {
    lat: median(parejas.map((p) => p.mapa.lat)),
    lon: median(parejas.map((p) => p.mapa.lon)),
  }
  const gradoLon = GRADO_M * Math.cos((origen.lat * Math.PI) / 180)
  const pares = parejas.slice(0, MAX_PAREJAS).map(
    ({ plano, mapa }): Par => ({
      a: [plano.x, -plano.y],
      b: [(mapa.lon - origen.lon) * gradoLon, (mapa.lat - origen.lat) * GRADO_M],
    }),
  )
  let mejores: Par[] = []
  for (const [i, p] of pares.entries())
    for (const q of pares.slice(i + 1)) {
      const s = solve([p, q])
      const acordes = s ? agree(s, pares) : []
      if (acordes.length > mejores.length) mejores = acordes
    }
  const bastan = mejores.length >= MIN_PAREJAS && mejores.length * 2 > pares.length
  const s = bastan && widthOf(mejores) > MIN_ANCHO_M && isAncha(mejores) ? solve(mejores) : undefined
  if (!s) return null
  const error_m = Math.sqrt(mejores.reduce((t, p) => t + errorOf(s, p) ** 2, 0) / mejores.length)
  if (error_m > (HOLGURA / 2) * widthOf(mejores)) return null
  return {
    toMapa: ({ x, y }) => {
      const [este, norte] = apply(s, [x, -y])
      return { lat: origen.lat + norte / GRADO_M, lon: origen.lon + este / gradoLon }
    },
    metros: Math.sqrt(size2(s.giro)),
    error_m,
    n: mejores.length,
  }
}
