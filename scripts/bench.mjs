// npm run bench -- [name ...] [options]: runs each benchmark of bench/ against its limit; the exit code is not 0 if one misses it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ, run } from './prepare.mjs'

await ensureNode()
ensurePaquetes()
const args = process.argv.slice(2)
/** Everything from the first option on is options and their values. */
const corte = args.findIndex((a) => a.startsWith('-'))
const pedidos = corte < 0 ? args : args.slice(0, corte)
const opciones = corte < 0 ? [] : args.slice(corte)
/** Benchmarks that load the built web in a browser. */
const CON_NAVEGADOR = ['map', 'table']
/** Benchmarks that ask for its files. */
const CON_WEB = [...CON_NAVEGADOR, 'logins']
const BENCH = join(RAIZ, 'bench')
/** The folder itself first, then its subfolders. */
const SALAS = [
  BENCH,
  ...readdirSync(BENCH, { withFileTypes: true })
    .filter((d) => d.isDirectory())
    .map((d) => join(BENCH, d.name)),
]
let peor = 0
for (const nombre of pedidos.length ? pedidos : ['ingest']) {
  const programa = /^[a-z-]+$/.test(nombre)
    ? SALAS.map((sala) => join(sala, `${nombre}.ts`)).find((f) => existsSync(f))
    : undefined
  if (!programa) {
    process.stderr.write(`retorna: no hay ningún banco de pruebas llamado ${nombre}\n`)
    process.exit(1)
  }
  const env = { ...process.env }
  if (CON_WEB.includes(nombre)) ensureConstruido()
  if (CON_NAVEGADOR.includes(nombre)) env.CHROMIUM = ensureChromium()
  const { status } = run(process.execPath, ['--import', 'tsx', programa, ...opciones], { env })
  peor = Math.max(peor, status ?? 1)
}
process.exitCode = peor
