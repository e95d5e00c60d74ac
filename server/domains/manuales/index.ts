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
  /** Read the manuals whose text nobody has read yet; done when it is. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** What a process that was killed has left unread is read by another one. */
const CADA_MS = 60_000

/**
 * Keeps the text of the manuals in step with their files, one file after the other. Each is read by one process, and all of them search
 * what it says.
 */
export function createIndex(db: Db, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Index {
  const corte = new AbortController()
  let cola: Promise<void> = Promise.resolve()

  /** The child reads a file: what a PDF holds need not pass through our memory. */
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
        // Cut short by our own end, it is no text that cannot be read.
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
