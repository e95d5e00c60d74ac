// npm run bench -- ingest [--corto] [--solo=escritura,carga,caida] [--base=embedded,outside]
import { cpus } from 'node:os'
import { measureCaida } from './caida'
import { measureCarga } from './carga'
import { measureEscritura } from './escritura'
import { carga, createLimites } from './medidas'
import { createSitio } from './sitios'

const BASES = ['embedded', 'outside'] as const
const PARTES = { escritura: measureEscritura, carga: measureCarga, caida: measureCaida }

const corto = process.argv.includes('--corto')
const optionOf = (nombre: string) =>
  process.argv
    .find((a) => a.startsWith(`--${nombre}=`))
    ?.split('=')[1]
    ?.split(',')
const partes = optionOf('solo') ?? Object.keys(PARTES)
// The short run is for a look at one of them: the whole takes minutes.
const bases = optionOf('base') ?? (corto ? ['embedded'] : BASES)

process.stdout.write(
  `Ingest, ${new Date().toISOString().slice(0, 16)}Z: ${cpus().length} processors, load ${carga()} before the start\n`,
)
const limites = createLimites()
for (const nombre of BASES) {
  if (!bases.includes(nombre)) continue
  for (const [parte, measure] of Object.entries(PARTES)) {
    if (!partes.includes(parte)) continue
    const sitio = await createSitio(nombre)
    if (!sitio) {
      process.stdout.write(`\nNo ${nombre} PostgreSQL answers: left out.\n`)
      break
    }
    try {
      await measure(sitio, corto, limites)
    } finally {
      await sitio.remove()
    }
  }
}
for (const f of limites.fallos) process.stdout.write(`MISSED: ${f}\n`)
process.exitCode = limites.fallos.length ? 1 : 0
