import { ErrorStartup } from '../../config/startup-errors'
import before from './before-baseline.json'

/** The changes that the schema was made of before each domain had one file of its tables. */
export const BEFORE_BASELINE: readonly string[] = before

/** The last file of those that have all tables of then. */
const LAST = '20261124122027_juego.sql'

export const isBaseline = (nombre: string) => nombre <= LAST

/**
 * The same changes in today's names: where all of before are in place, so are the files that took their place.
 * @param puestas changes in place, of a database or a copy
 * @param archivos files that there are today
 * @param que what they are of, for people: `La base de datos`
 * @throws ErrorStartup where some of before are missing: it is older than what can be brought up to date
 */
export function addBaseline(
  puestas: ReadonlySet<string>,
  archivos: readonly string[],
  que: string,
): Set<string> {
  const hay = BEFORE_BASELINE.filter((n) => puestas.has(n))
  if (!hay.length) return new Set(puestas)
  if (hay.length < BEFORE_BASELINE.length)
    throw new ErrorStartup(
      `${que} es de una versión de desarrollo anterior a la 0.1.0 que ya no se puede actualizar (le falta ${BEFORE_BASELINE.find((n) => !puestas.has(n))}).`,
    )
  return new Set([...puestas, ...archivos.filter(isBaseline)])
}
