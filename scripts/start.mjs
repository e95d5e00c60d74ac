// npm start: the whole product with its demo plant. npm run serve: production. Neither needs anything but Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureConstruido, ensurePaquetes, RAIZ } from './preparar.mjs'

checkNode()
ensurePaquetes()
ensureConstruido()
const produccion = process.argv.includes('--produccion')
if (!produccion) process.env.DEMO ??= '1'
process.env.NODE_ENV ??= 'production'
const programa = produccion || /^(0|false|off)$/.test(process.env.DEMO ?? '') ? 'main' : 'demo'
await import(pathToFileURL(join(RAIZ, 'dist/server', `${programa}.js`)).href)
