import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Letters that no text of ours needs; a browser that meets one asks for it. */
const OTRAS_LETRAS = /-(cyrillic|greek|vietnamese)/

/** Puts out /sw.js: web/service-worker/sw.js, told which files this build has. */
export function trabajador(): Plugin {
  return {
    name: 'retorna-trabajador',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const entrada = Object.values(bundle).find((f) => f.type === 'chunk' && f.isEntry)
      if (!entrada) throw new Error('the build has no entry')
      const archivos = Object.keys(bundle)
        .filter((f) => f.startsWith('assets/') && !f.endsWith('.map') && !OTRAS_LETRAS.test(f))
        .map((f) => `/${f}`)
      const construccion = JSON.stringify({ version: `/${entrada.fileName}`, archivos: archivos.sort() })
      const fuente = await readFile('web/service-worker/sw.js', 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: `const CONSTRUCCION = ${construccion}\n${fuente}`,
      })
    },
  }
}
