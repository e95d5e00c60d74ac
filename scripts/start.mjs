// npm start: the whole product with its demo plant. npm run serve: production. Neither needs anything but Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

const padre = process.ppid
await ensureNode()
ensurePaquetes()
ensureConstruido()
// Whoever started this may have ended while it was being built, when no signal is heard.
if (process.ppid !== padre) process.exit(143)
const produccion = process.argv.includes('--produccion')
if (!produccion) process.env.DEMO ??= '1'
process.env.NODE_ENV ??= 'production'
const programa = produccion || /^(0|false|off)$/.test(process.env.DEMO ?? '') ? 'main' : 'demo'
await import(pathToFileURL(join(RAIZ, 'dist/server', `${programa}.js`)).href)
