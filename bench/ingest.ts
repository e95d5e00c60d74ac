import { measureCarga } from './carga'
import { measureEscritura } from './escritura'
import { createLimites } from './medidas'
import { createSitio } from './sitios'

const corto = process.argv.includes('--corto')
const solo = process.env.BENCH_SOLO?.split(',')
const limites = createLimites()
for (const nombre of ['embedded', 'outside'] as const) {
  if (solo && !solo.includes(nombre)) continue
  const sitio = await createSitio(nombre)
  if (!sitio) continue
  try {
    if (!solo || solo.includes('escritura')) await measureEscritura(sitio, corto, limites)
    if (!solo || solo.includes('carga')) await measureCarga(sitio, corto, limites)
  } finally {
    await sitio.remove()
  }
}
for (const f of limites.fallos) process.stdout.write(`MISSED ${f}\n`)
process.exitCode = limites.fallos.length ? 1 : 0
