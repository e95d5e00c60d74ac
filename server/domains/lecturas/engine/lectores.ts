import { MAX_LECTORES } from './time-bins'

/** How readers of one company are doing, and the number each goes by in tables and cells. */
export type Lectores = {
  ids: number[]
  numeros: Map<number, number>
  /** By reader: second up to which it told what it heard, of whatever tag. */
  frontera: number[]
  /** Mean and mean deviation of the seconds between its hearings. */
  pausa: number[]
  desvio: number[]
  /** The last tags it heard. */
  tags: (number | undefined)[][]
  /** Second up to which silence of the reader says something of a tag. */
  sabe: number[]
  /** The last time that it was dead for long: from behind the first of these seconds to before the second one. */
  calloDesde: number[]
  calloHasta: number[]
}

/** Different tags among the last it heard from which on silence about all of them says that a reader is dead, not that a tag is away. */
const TAGS = 3
const RECIENTES = 8
const WEIGHT = 0.05
const MIN_S = 4
/** Silent for this long, a reader is reported to be dead. */
export const MUERTO_S = 120
/** For this long, that is remembered: one that nobody was near for a while is silent too. */
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

/** @returns the number of the reader with this id, a new one where it is new. Throws where there is none left (`hasNumber`) */
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
    // It was not dead: its messages came late.
    if (isCallado(l, n, s)) l.calloHasta[n] = Number.NEGATIVE_INFINITY
    if (conocido) return
  }
  if (tags.length >= TAGS)
    l.sabe[n] =
      (l.frontera[n] as number) + Math.max(MIN_S, (l.pausa[n] as number) + 6 * (l.desvio[n] as number))
}

/** Second up to which silence of reader `n` says something of a tag. */
export const knownUntil = (l: Lectores, n: number): number => l.sabe[n] as number

const isCallado = (l: Lectores, n: number, s: number): boolean =>
  s > (l.calloDesde[n] as number) && s < (l.calloHasta[n] as number)

/** Whether reader `n` could tell of what was sent at second `s`: it was not dead then, as far as is known now. */
export const couldTell = (l: Lectores, n: number, s: number): boolean =>
  s <= knownUntil(l, n) && !isCallado(l, n, s)

/** Whether it could tell of all that was sent from second `desde` to `hasta`. */
export const couldTellAll = (l: Lectores, n: number, desde: number, hasta: number): boolean =>
  hasta <= knownUntil(l, n) && desde >= (l.calloHasta[n] as number)

/** Nobody was heard by reader `n` for so long that it must be dead. */
export function isMuerto(l: Lectores, n: number, s: number): boolean {
  return s > Math.max(knownUntil(l, n), (l.frontera[n] as number) + MUERTO_S)
}
