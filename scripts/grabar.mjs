// npm run grabar -- FICHERO: npm run serve, and records the messages of readers in the file.
import { resolve } from 'node:path'
import { ensureNode } from './node.mjs'

await ensureNode()
const [fichero] = process.argv.slice(2)
if (!fichero) {
  process.stderr.write('retorna: indique el fichero de la grabación: npm run grabar -- FICHERO\n')
  process.exit(1)
}
process.env.GRABAR = resolve(fichero)
process.argv.splice(2, process.argv.length, ...(process.env.DEMO ? [] : ['--produccion']))
await import('./start.mjs')
