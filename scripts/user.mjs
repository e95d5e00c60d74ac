// npm run user -- create …
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

checkNode()
ensurePaquetes()
ensureConstruido()
await import(pathToFileURL(join(RAIZ, 'dist/server/user.js')).href)
