// npm run reproducir -- FICHERO --a mqtt://…: feeds a recording to another instance.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

await ensureNode()
ensurePaquetes()
ensureConstruido()
await import(pathToFileURL(join(RAIZ, 'dist/server/reproducir.js')).href)
