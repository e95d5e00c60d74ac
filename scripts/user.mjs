// npm run user -- create …
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

await ensureNode()
ensurePaquetes()
ensureConstruido()
await import(pathToFileURL(join(RAIZ, 'dist/server/user.js')).href)
