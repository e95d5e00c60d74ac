// npm run salidas …
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

checkNode()
ensurePaquetes()
ensureConstruido()
process.argv.splice(2, 0, 'salidas')
await import(pathToFileURL(join(RAIZ, 'dist/server/copia.js')).href)
