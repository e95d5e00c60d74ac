import { MAX_LECTORES } from './time-bins'

/** Which readers of one company are alive, and the number of each in tables and cells. */
export type Lectores = {
  ids: number[]
  numeros: Map<number, number>
  /** By reader: second of its newest hearing, of any tag. */
  frontera: number[]
  /** By reader: mean seconds between its hearings. */
  pausa: number[]
  /** By reader: mean deviation of these seconds. */
  desvio: number[]
  /** By reader: the last different tags that it heard. */
  tags: (number | undefined)[][]
  /** By reader: second up to which its silence about a tag is evidence. After that the reader may be dead. */
  sabe: number[]
  /** By reader: its last long outage, after second `calloDesde` and before second `calloHasta`. */
  calloDesde: number[]
  calloHasta: number[]
}

/** If a reader has lately heard this many different tags, silence about all of them means that it is dead, not that a tag is away. */
const TAGS = 3
const RECIENTES = 8
const WEIGHT = 0.05
const MIN_S = 4
/** A reader is reported dead after a silence of at least this many seconds. */
export const MUERTO_S = 120
/** Only an outage of at least this many seconds is remembered: a reader that no tag was near for a while is silent too. */
const CALLADO_S = 900

export const createLectores = (): Lectores => ({
  ids: [],
  numeros: new Map(),
  frontera: [],
  pausa: [],
  desvio: [],
  tags: [],
  sabe: [],
  calloDesde: [],
  calloHasta: [],
})

/** Whether the reader with this id has a number, or can get one. */
export const hasNumber = (l: Lectores, id: number): boolean =>
  l.ids.length < MAX_LECTORES || l.numeros.has(id)

/** @returns the number of the reader with this id; a new reader gets a new number. Throws if none is left (`hasNumber`) */
export function numberOf(l: Lectores, id: number): number {
  const before = l.numeros.get(id)
  if (before !== undefined) return before
  if (l.ids.length >= MAX_LECTORES) throw new RangeError(`more than ${MAX_LECTORES} readers of a company`)
  l.numeros.set(id, l.ids.length)
  l.frontera.push(Number.NEGATIVE_INFINITY)
  l.pausa.push(10)
  l.desvio.push(10)
  l.tags.push([])
  l.sabe.push(Number.POSITIVE_INFINITY)
  l.calloDesde.push(Number.NEGATIVE_INFINITY)
  l.calloHasta.push(Number.NEGATIVE_INFINITY)
  return l.ids.push(id) - 1
}

/** Note that reader `n` heard `tag` at second `s`. */
export function noteVivo(l: Lectores, n: number, tag: number, s: number): void {
  const before = l.frontera[n] as number
  const tags = l.tags[n] as number[]
  const conocido = tags.includes(tag)
  if (!conocido) {
    tags.push(tag)
    if (tags.length > RECIENTES) tags.shift()
  }
  if (s > before) {
    if (isMuerto(l, n, s) && s - before >= CALLADO_S) {
      l.calloDesde[n] = l.sabe[n] as number
      l.calloHasta[n] = s
    }
    l.frontera[n] = s
    if (before !== Number.NEGATIVE_INFINITY) {
      const d = Math.min(s - before, 600) - (l.pausa[n] as number)
      l.pausa[n] = (l.pausa[n] as number) + WEIGHT * d
      l.desvio[n] = (l.desvio[n] as number) + WEIGHT * (Math.abs(d) - (l.desvio[n] as number))
    }
  } else {
    // The reader was not dead: its messages came late.
    if (isCallado(l, n, s)) l.calloHasta[n] = Number.NEGATIVE_INFINITY
    if (conocido) return
  }
  if (tags.length >= TAGS)
    l.sabe[n] =
      (l.frontera[n] as number) + Math.max(MIN_S, (l.pausa[n] as number) + 6 * (l.desvio[n] as number))
}

/** Second up to which silence of reader `n` about a tag is evidence. */
export const knownUntil = (l: Lectores, n: number): number => l.sabe[n] as number

const isCallado = (l: Lectores, n: number, s: number): boolean =>
  s > (l.calloDesde[n] as number) && s < (l.calloHasta[n] as number)

/** Whether reader `n` could report an advert of second `s`: it was not dead then, as far as is known now. */
export const couldTell = (l: Lectores, n: number, s: number): boolean =>
  s <= knownUntil(l, n) && !isCallado(l, n, s)

/** Whether reader `n` could report all adverts from second `desde` to `hasta`. */
export const couldTellAll = (l: Lectores, n: number, desde: number, hasta: number): boolean =>
  hasta <= knownUntil(l, n) && desde >= (l.calloHasta[n] as number)

/** Whether reader `n` has heard no tag for so long that it must be dead. */
export function isMuerto(l: Lectores, n: number, s: number): boolean {
  return s > Math.max(knownUntil(l, n), (l.frontera[n] as number) + MUERTO_S)
}

/** Whether there are readers among these, and all of them are dead. */
export function areSilent(l: Lectores, numbers: readonly number[], s: number): boolean {
  for (const n of numbers) if (!isMuerto(l, n, s)) return false
  return numbers.length > 0
}
