import { type Belief, observe } from '../oir/lecturas/engine/belief'
import { createEngineContext } from '../oir/lecturas/engine/context'
import { createLectores, type Lectores, numberOf } from '../oir/lecturas/engine/lectores'
import { compile, type EmissionModel } from '../oir/lecturas/engine/model/emission-model'
import { createStats } from '../oir/lecturas/engine/model/stats'
import { type Estimate, evaluate } from '../oir/lecturas/engine/motor'

/**
 * A hall with four readers in a row, 20 m apart, each in its own place. Signal levels depend on distance, plus a small noise that is the
 * same in each run.
 */
export const LECTORES = [11, 22, 33, 44]
export const LUGARES = [101, 102, 103, 104]
export const INICIO = 1_700_000_000

/** @param lugares the place of each reader */
export function createPlanta(lugares: readonly number[] = LUGARES): { l: Lectores; t: EmissionModel } {
  const l = createLectores()
  const planta = LECTORES.map((id, i) => ({ lector: numberOf(l, id), lugar: lugares[i] as number }))
  return { l, t: compile(createStats(planta, planta.length), planta, 1) }
}

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function chance(s: number, r: number): number {
  let h = Math.imul(s ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(r + 1, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f)
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32
}
const wobble = (s: number, r: number) => Math.round(8 * (chance(s, r + 10) - 0.5))
const levelAt = (x: number, r: number, s: number) =>
  Math.round(-55 - 25 * Math.log10(Math.max(2, Math.abs(x - 20 * r)))) + wobble(s, r)

export type Lectura = { s: number; r: number; nivel: number | null; tag: number; mueve?: boolean }

/** Readings of tag 1 at `x` metres, an advert each `cada` seconds; every third one is lost. */
export function hearings(desde: number, hasta: number, cada: number, x: number, mueve?: boolean): Lectura[] {
  const salida: Lectura[] = []
  for (let s = desde; s < hasta; s += cada)
    for (let r = 0; r < 4; r++)
      if (chance(s, r) > 1 / 3 && levelAt(x, r, s) > -95)
        salida.push({ s: INICIO + s, r, nivel: levelAt(x, r, s), tag: 1, mueve })
  return salida
}

/** Feed readings in order of arrival, and query after each advert; `alFinal`: time of one more query at the end, seconds. */
export function run(
  c: Belief,
  t: EmissionModel,
  l: Lectores,
  lecturas: Lectura[],
  alFinal?: number,
): Estimate[] {
  const juicios: Estimate[] = []
  const x = { motor: createEngineContext(), tabla: t, lectores: l }
  for (const [i, o] of lecturas.entries()) {
    observe(x, c, { lector: o.r, tag: o.tag, s: o.s, nivel: o.nivel, mueve: o.mueve })
    if (lecturas[i + 1]?.s === o.s) continue
    const j = evaluate(x, c, o.s + 1)
    if (j) juicios.push(j)
  }
  const j = alFinal === undefined ? null : evaluate(x, c, INICIO + alFinal)
  if (j) juicios.push(j)
  return juicios
}
