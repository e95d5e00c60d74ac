import { cpus } from 'node:os'
import { createLimites, type Limites, load } from './medidas'
import { createPlace, type Place } from './sitios'

type Base = 'embedded' | 'outside'
const BASES: readonly Base[] = ['embedded', 'outside']

type Medida = (place: Place, base: Base, limites: Limites) => Promise<void>

/** Value of `--<nombre>=` on the command line. */
export const optionOf = (nombre: string) =>
  process.argv.find((a) => a.startsWith(`--${nombre}=`))?.split('=')[1]

/**
 * Run the measurements on each requested database (`--base=`), each time a new one; a database that does not answer is left out. Prints the
 * missed limits at the end, and sets exit code 1 if there are any.
 * @param porDefecto databases if none is requested
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
