import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { RAIZ } from '../config'

const PROGRAMA = join(RAIZ, 'server/manuales/paginas.mjs')
const LIMITES = {
  ms: 20_000,
  /** Of the objects of the thread, by the runtime. */
  objetosMb: 256,
  /** What is unpacked lies beside those: by how much the whole process may grow. */
  creceBytes: 512 << 20,
}
const CADA_MS = 100

type Mensaje = { texto: string } | { fin: true } | { error: string }

/** Reads PDFs one after another in a thread, which is there from the first of them until `stop`. */
export function createLector(limites = LIMITES) {
  let hilo: Worker | undefined

  async function stop(): Promise<void> {
    await hilo?.terminate()
    hilo = undefined
  }

  function open(): Worker {
    hilo ??= new Worker(PROGRAMA, {
      resourceLimits: { maxOldGenerationSizeMb: limites.objetosMb, maxYoungGenerationSizeMb: 32 },
      // The thread is none of those that reload the server on change.
      execArgv: [],
    })
    return hilo
  }

  /**
   * The text of each page of a PDF, from the first on. Throws where the file is no PDF, where it takes more time or memory
   * than it may, and where `corte` ends it.
   */
  async function read(archivo: string, corte: AbortSignal): Promise<string[]> {
    corte.throwIfAborted()
    const este = open()
    const paginas: string[] = []
    const inicio = { momento: Date.now(), bytes: process.memoryUsage.rss() }
    // What goes on when this is over has nobody who waits for it.
    const fin = new AbortController()
    let sano = false
    try {
      return await new Promise<string[]>((resolve, reject) => {
        const { signal } = fin
        const take = (m: Mensaje) => {
          if ('texto' in m) return paginas.push(m.texto)
          sano = true
          return 'fin' in m ? resolve(paginas) : reject(new Error(m.error))
        }
        este.on('message', take)
        este.on('error', reject)
        signal.addEventListener('abort', () => este.off('message', take).off('error', reject))
        corte.addEventListener('abort', () => reject(corte.reason), { signal })
        const reloj = setInterval(() => {
          if (Date.now() - inicio.momento > limites.ms) reject(new Error('reading takes too long'))
          if (process.memoryUsage.rss() - inicio.bytes > limites.creceBytes)
            reject(new Error('reading takes too much memory'))
        }, CADA_MS)
        signal.addEventListener('abort', () => clearInterval(reloj))
        este.postMessage(archivo)
      })
    } finally {
      fin.abort()
      if (!sano) await stop()
    }
  }

  return { read, stop }
}

export type Lector = ReturnType<typeof createLector>
