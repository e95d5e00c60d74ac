import { cpus } from 'node:os'
import { createLimites, type Limites, load } from './medidas'
import { createPlace, type Place } from './sitios'

type Base = 'embedded' | 'outside'
const BASES: readonly Base[] = ['embedded', 'outside']

type Medida = (place: Place, base: Base, limites: Limites) => Promise<void>

/** What `--<nombre>=` says on the command line. */
export const optionOf = (nombre: string) =>
  process.argv.find((a) => a.startsWith(`--${nombre}=`))?.split('=')[1]

/**
 * Measure on each database asked for with `--base=`, each time on a new one; one that does not answer is left out. Ends
 * with the limits that were missed, and with exit code 1 where there are any.
 * @param porDefecto the databases where nobody asks for any
 */
export async function measureBases(que: string, medidas: Medida[], porDefecto = BASES): Promise<void> {
  process.stdout.write(
    `${que}, ${new Date().toISOString().slice(0, 16)}Z: ${cpus().length} processors, load ${load()} before the start\n`,
  )
  const limites = createLimites()
  const pedidas: readonly string[] = optionOf('base')?.split(',') ?? porDefecto
  for (const base of BASES.filter((b) => pedidas.includes(b)))
    for (const measure of medidas) {
      const place = await createPlace(base)
      if (!place) {
        process.stdout.write(`\nNo ${base} PostgreSQL answers: left out.\n`)
        break
      }
      try {
        await measure(place, base, limites)
      } finally {
        await place.remove()
      }
    }
  for (const f of limites.fallos) process.stdout.write(`MISSED: ${f}\n`)
  process.exitCode = limites.fallos.length ? 1 : 0
}
