import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { RAIZ } from '../config'
import type { Pedido, Respuesta } from './calcular'

/** Run from its sources (benches, tests), the thread takes its own too. */
const FUENTES = import.meta.url.endsWith('.ts')
const PROGRAMA = join(RAIZ, FUENTES ? 'server/prevision/hilo.ts' : 'dist/server/previsor.js')
const DESDE_FUENTES = `import('tsx/esm/api').then((t) => (t.register(), import(${JSON.stringify(pathToFileURL(PROGRAMA))})))`
/** A series takes milliseconds, half a second where its method is chosen: a thread that says nothing for so long is lost. */
const ESPERA_MS = 60_000

/** Forecasts in a thread of their own, out of the way of whoever asks for screens. It lives until `stop`. */
export function startPrevisor() {
  const hilo = FUENTES ? new Worker(DESDE_FUENTES, { eval: true }) : new Worker(PROGRAMA)
  return {
    /** One series after the other. Throws where the thread is lost. */
    async answer(pedido: Pedido): Promise<Respuesta> {
      const llega = once(hilo, 'message', { signal: AbortSignal.timeout(ESPERA_MS) })
      hilo.postMessage(pedido)
      const [respuesta] = await llega
      return respuesta
    },
    stop: () => hilo.terminate(),
  }
}
