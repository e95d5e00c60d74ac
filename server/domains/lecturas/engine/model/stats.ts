/** A reader as the plant knows it: its place, and where it hangs in metres where the plan tells. */
export type LectorDePlanta = { lector: number; lugar: number; x?: number | null; y?: number | null }

/**
 * What is learned, as sums that only grow: for each state (the surroundings of a reader, or a spot that a walk told) and reader.
 * Index: state · readers + reader.
 */
export type Stats = {
  lectores: number
  /** Place of each state. */
  lugares: number[]
  /** The reader whose surroundings a state is; -1: a spot. */
  propio: number[]
  /** Samples with a level, their sum and sum of squares (dBm). */
  n: number[]
  x: number[]
  xx: number[]
  /** Samples of which the reader could tell, and how much of them it heard (0 to 1 each). */
  dicho: number[]
  oido: number[]
  /** Samples of each state. */
  muestras: number[]
}

/** Sums that know nothing yet: one state for each reader that has a place. `lector` of the plant is its number. */
export function createStats(planta: readonly LectorDePlanta[], lectores: number): Stats {
  const estados = planta.filter((r) => r.lugar >= 0)
  const ceros = () => new Array<number>(estados.length * lectores).fill(0)
  return {
    lectores,
    lugares: estados.map((r) => r.lugar),
    propio: estados.map((r) => r.lector),
    n: ceros(),
    x: ceros(),
    xx: ceros(),
    dicho: ceros(),
    oido: ceros(),
    muestras: new Array<number>(estados.length).fill(0),
  }
}

export const copyStats = (s: Stats): Stats => ({
  lectores: s.lectores,
  lugares: [...s.lugares],
  propio: [...s.propio],
  n: [...s.n],
  x: [...s.x],
  xx: [...s.xx],
  dicho: [...s.dicho],
  oido: [...s.oido],
  muestras: [...s.muestras],
})

const FIELDS = ['n', 'x', 'xx', 'dicho', 'oido'] as const

/** Add a state of which nothing is known yet. @returns its number */
function addEstado(s: Stats, place: number, propio: number): number {
  s.lugares.push(place)
  s.propio.push(propio)
  s.muestras.push(0)
  for (const k of FIELDS) for (let i = 0; i < s.lectores; i++) s[k].push(0)
  return s.lugares.length - 1
}

/** Add a spot of `lugar`, of which nothing is known yet. @returns its state */
export const addPoint = (s: Stats, place: number): number => addEstado(s, place, -1)

/** The states that are spots of a place. */
export function spotsOf(s: Stats, place: number): number[] {
  const suyos: number[] = []
  for (let e = 0; e < s.lugares.length; e++)
    if (s.lugares[e] === place && (s.propio[e] as number) < 0) suyos.push(e)
  return suyos
}

/** Forget a reader that hangs elsewhere now: its surroundings, and what was heard by it everywhere. */
export function forgetLector(s: Stats, lector: number): void {
  for (let e = 0; e < s.lugares.length; e++) {
    const suyo = s.propio[e] === lector
    for (let r = 0; r < s.lectores; r++) {
      if (!suyo && r !== lector) continue
      const i = e * s.lectores + r
      s.n[i] = s.x[i] = s.xx[i] = s.dicho[i] = s.oido[i] = 0
    }
  }
}

/** Forget the spots of a place, before it is walked again. */
export function forgetPlace(s: Stats, place: number): void {
  for (const e of spotsOf(s, place)) {
    s.muestras[e] = 0
    for (let i = e * s.lectores; i < (e + 1) * s.lectores; i++)
      s.n[i] = s.x[i] = s.xx[i] = s.dicho[i] = s.oido[i] = 0
  }
}

/** Sums of a plant that has learned nothing, to be read only: the largest plant would take most of a gigabyte by arrays of their own. */
export function emptyStats(planta: readonly LectorDePlanta[], lectores: number): Readonly<Stats> {
  const sinNada = createStats(planta, 0)
  const ceros = new Array<number>(sinNada.lugares.length * lectores).fill(0)
  return { ...sinNada, lectores, n: ceros, x: ceros, xx: ceros, dicho: ceros, oido: ceros }
}

/** The same, to be read only, with one spot for each place, which has the sums of all of its spots. */
export function joinSpots(s: Readonly<Stats>): Readonly<Stats> {
  if (s.propio.every((r) => r >= 0)) return s
  const joined = createStats([], s.lectores)
  const spots = new Map<number, number>()
  for (let e = 0; e < s.lugares.length; e++) {
    const place = s.lugares[e] as number
    const propio = s.propio[e] as number
    const nuevo = (propio < 0 ? spots.get(place) : undefined) ?? addEstado(joined, place, propio)
    if (propio < 0) spots.set(place, nuevo)
    joined.muestras[nuevo] = (joined.muestras[nuevo] as number) + (s.muestras[e] as number)
    for (const k of FIELDS) {
      const [de, a] = [s[k], joined[k]]
      for (let r = 0; r < s.lectores; r++) {
        const i = nuevo * s.lectores + r
        a[i] = (a[i] as number) + (de[e * s.lectores + r] as number)
      }
    }
  }
  return joined
}
