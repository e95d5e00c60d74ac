import { ErrorStartup } from '../../config/startup-errors'
import before from './before-baseline.json'

/** The migrations from before the baseline, which then became one file of tables per domain. */
export const BEFORE_BASELINE: readonly string[] = before

/** Last file of the baseline. */
const LAST = '20261124122027_juego.sql'

export const isBaseline = (nombre: string) => nombre <= LAST

/**
 * The applied migrations in today's names: where all migrations from before the baseline are applied, the files that replaced them count as
 * applied.
 * @param puestas applied migrations of a database or a copy
 * @param archivos files of migrations/ today
 * @param que what they belong to, for people: `La base de datos`
 * @throws ErrorStartup where some from before the baseline are missing: the database is too old to be brought up to date
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
