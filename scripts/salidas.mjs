// npm run salidas …
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

await ensureNode()
ensurePaquetes()
ensureConstruido()
process.argv.splice(2, 0, 'salidas')
await import(pathToFileURL(join(RAIZ, 'dist/server/copia.js')).href)
