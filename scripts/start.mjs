// npm start: the whole product with its demo plant. npm run serve: production. Neither needs anything but Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

const [opcion, ...mas] = process.argv.slice(2)
if (mas.length || (opcion !== undefined && opcion !== '--produccion')) {
  process.stderr.write(
    'retorna: npm start no admite opciones; los ajustes son variables de entorno (README)\n',
  )
  process.exit(1)
}
const padre = process.ppid
await ensureNode()
ensurePaquetes()
ensureConstruido()
// The parent process may have ended during the build, when signals were not handled yet.
if (process.ppid !== padre) process.exit(143)
// An older Node, which starts this file first, has no such function.
const { enableCompileCache } = await import('node:module')
// Later starts do not compile the program again. Where the folder cannot be written, they do.
enableCompileCache(join(RAIZ, 'node_modules/.cache/compiled'))
const produccion = opcion === '--produccion'
if (!produccion) process.env.DEMO ??= '1'
process.env.NODE_ENV ??= 'production'
const programa = produccion || /^(0|false|off)$/.test(process.env.DEMO ?? '') ? 'main' : 'demo'
await import(pathToFileURL(join(RAIZ, 'dist/server', `${programa}.js`)).href)
