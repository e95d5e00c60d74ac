// npm run reproducir -- FICHERO --a mqtt://…: feeds a recording to another instance.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureConstruido, ensurePaquetes, RAIZ } from './prepare.mjs'

checkNode()
ensurePaquetes()
ensureConstruido()
await import(pathToFileURL(join(RAIZ, 'dist/server/reproducir.js')).href)
