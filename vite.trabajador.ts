import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Font subsets that none of our texts needs; a browser that needs one requests it. */
const OTRAS_LETRAS = /-(cyrillic|greek|vietnamese)/

/** Writes /sw.js: web/service-worker/sw.js with the list of files of this build. */
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
