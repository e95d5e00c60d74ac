import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RAIZ } from '../config'

const PROGRAMA = join(RAIZ, 'server/manuales/paginas.mjs')
const LIMITES = {
  ms: 20_000,
  /** Of its JavaScript objects, by the runtime. */
  objetosMb: 256,
  /** Of the whole process: unpacked bytes are no JavaScript objects. */
  bytes: 640 << 20,
}
const CADA_MS = 100

type Mensaje = { texto: string } | { fin: true } | { error: string }

/** Memory of a process in bytes; 0 where the system does not tell. */
function rssOf(pid: number | undefined): number {
  try {
    const kb =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return Number(kb ?? 0) * 1024
  } catch {
    return 0
  }
}

/**
 * Reads PDFs one after another in a process of their own, which lives from the first of them until `stop`. A thread would
 * not do: ending one while it unpacks something can end the whole process.
 */
export function createLector(limites = LIMITES) {
  let hijo: ChildProcess | undefined

  async function stop(): Promise<void> {
    const este = hijo
    hijo = undefined
    if (!este || este.exitCode !== null || este.signalCode !== null) return
    const ido = once(este, 'exit')
    este.kill('SIGKILL')
    await ido
  }

  function open(): ChildProcess {
    if (hijo?.connected) return hijo
    hijo = fork(PROGRAMA, {
      execArgv: [`--max-old-space-size=${limites.objetosMb}`],
      // It needs none of our secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return hijo
  }

  /**
   * The text of each page of a PDF, from the first on. Throws where the file is no PDF, where it takes more time or memory
   * than it may, and where `corte` ends it.
   */
  async function read(archivo: string, corte: AbortSignal): Promise<string[]> {
    corte.throwIfAborted()
    const este = open()
    const paginas: string[] = []
    const inicio = Date.now()
    // Removes all listeners and timers of this reading when it is over.
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
        const onExit = () => reject(new Error('the process that reads ended'))
        este.on('message', take).on('error', reject).on('exit', onExit)
        signal.addEventListener('abort', () =>
          este.off('message', take).off('error', reject).off('exit', onExit),
        )
        corte.addEventListener('abort', () => reject(corte.reason), { signal })
        const reloj = setInterval(() => {
          if (Date.now() - inicio > limites.ms) reject(new Error('reading takes too long'))
          if (rssOf(este.pid) > limites.bytes) reject(new Error('reading takes too much memory'))
        }, CADA_MS)
        signal.addEventListener('abort', () => clearInterval(reloj))
        este.send(archivo, (e) => e && reject(e))
      })
    } finally {
      fin.abort()
      if (!sano) await stop()
    }
  }

  return { read, stop }
}

export type Lector = ReturnType<typeof createLector>
