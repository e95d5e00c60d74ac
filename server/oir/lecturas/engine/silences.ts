import type { Listening } from './context'
import { couldTell, couldTellAll, knownUntil } from './lectores'
import { anunciosOf, type TimeBins } from './time-bins'
import { addMudo } from './window'

/** Adverts that reader `r` could report, in the cells at `indexes` from number `de` to before number `a`. */
export function countPudo(x: Listening, c: TimeBins, de: number, a: number, r: number): number {
  const { lectores: l } = x
  const { indexes } = x.motor
  let pudo = 0
  // The reader was dead all that time, as most are where there are few tags.
  if (a > de && (c.palabras[indexes[a - 1] as number] as number) > knownUntil(l, r)) return 0
  for (let k = de; k < a; k++) {
    const i = indexes[k] as number
    if (couldTell(l, r, c.palabras[i] as number)) pudo += anunciosOf(c.palabras[i + 1] as number)
  }
  return pudo
}

/**
 * Find the readers that could not report all adverts of the window, once for each window. It is of the cells at `indexes`, newest first.
 */
export function findMudos(x: Listening, c: TimeBins): void {
  const { ventana: v } = x.motor
  if (v.conMudos) return
  v.conMudos = true
  const lectores = x.lectores.ids.length
  for (let r = 0; r < lectores; r++) {
    if (couldTellAll(x.lectores, r, v.desde, v.hasta)) continue
    const pudo = countPudo(x, c, 0, v.celdas, r)
    addMudo(v, r, Math.max(pudo, v.veces[r] as number))
  }
}
