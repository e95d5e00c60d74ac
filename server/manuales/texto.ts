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

/**
 * The text of each page of a PDF, from the first on, read in a thread that may take so much time and memory. Throws where
 * the file is no PDF, where it takes more, and where `corte` ends it.
 */
export async function readPaginas(archivo: string, corte: AbortSignal, limites = LIMITES): Promise<string[]> {
  corte.throwIfAborted()
  const hilo = new Worker(PROGRAMA, {
    workerData: archivo,
    resourceLimits: { maxOldGenerationSizeMb: limites.objetosMb, maxYoungGenerationSizeMb: 32 },
    // The thread is none of those that reload the server on change.
    execArgv: [],
  })
  const paginas: string[] = []
  const inicio = { momento: Date.now(), bytes: process.memoryUsage.rss() }
  let reloj: NodeJS.Timeout | undefined
  let stop = () => {}
  try {
    return await new Promise<string[]>((resolve, reject) => {
      hilo.on('message', (texto: string) => paginas.push(texto))
      hilo.on('error', reject)
      hilo.on('exit', (codigo) =>
        codigo === 0 ? resolve(paginas) : reject(new Error(`the thread ended with ${codigo}`)),
      )
      stop = () => reject(corte.reason)
      corte.addEventListener('abort', stop)
      reloj = setInterval(() => {
        if (Date.now() - inicio.momento > limites.ms) reject(new Error('reading takes too long'))
        if (process.memoryUsage.rss() - inicio.bytes > limites.creceBytes)
          reject(new Error('reading takes too much memory'))
      }, CADA_MS)
    })
  } finally {
    clearInterval(reloj)
    corte.removeEventListener('abort', stop)
    await hilo.terminate()
  }
}
