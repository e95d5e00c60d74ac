import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/client'
import { readBytes } from '../../platform/files/service'
import { forgetSobrantes, leavePorLeer, type PorLeer, saveText, takePorLeer } from './repo'
import { createLector, type Lector } from './text'

export type Index = {
  /** Reads the text of manuals that were not read yet; resolves when done. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** How often manuals are checked that a killed process left unread. */
const CADA_MS = 60_000

/**
 * Keeps the text of the manuals in step with their files, one file after another. Each file is read by one process, and all processes
 * search its text.
 */
export function createIndex(db: Db, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Index {
  const corte = new AbortController()
  let cola: Promise<void> = Promise.resolve()

  /** The child process reads the file: a PDF need not pass through this process's memory. */
  async function read(lector: Lector, d: PorLeer): Promise<string[] | null> {
    const folder = await mkdtemp(join(tmpdir(), 'retorna-manual-'))
    try {
      const archivo = join(folder, 'manual.pdf')
      await pipeline(readBytes(db, d.archivo, 0, d.bytes), createWriteStream(archivo))
      return await lector.read(archivo, corte.signal).catch((e) => {
        if (!corte.signal.aborted) log.warn({ err: e, documento: d.ruta }, 'no text in this manual')
        return null
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function run(): Promise<void> {
    const lector = createLector()
    try {
      while (!corte.signal.aborted) {
        const d = await takePorLeer(db)
        if (!d) break
        const pages = await read(lector, d)
        // Interrupted by shutdown: that does not mean that the text is unreadable.
        if (corte.signal.aborted) return await leavePorLeer(db, d.huella)
        await saveText(db, d.huella, pages)
      }
    } finally {
      await lector.stop()
    }
    await forgetSobrantes(db)
  }

  const sync = () => {
    cola = cola.then(() =>
      corte.signal.aborted ? undefined : run().catch((e) => log.error({ err: e }, 'manuals not read')),
    )
    return cola
  }
  const clock = setInterval(() => void sync(), CADA_MS).unref()
  return {
    sync,
    async stop() {
      clearInterval(clock)
      corte.abort()
      await cola
    },
  }
}
