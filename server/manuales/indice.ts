import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/cliente'
import { type Documento, readContenido } from './carpeta'
import { forgetTextos, saveTexto, touchTextos } from './repo'
import { createLector, type Lector } from './texto'

/** The text of a file, by the hash of its content. */
export type Texto = { huella: string; legible: boolean }

export type Indice = {
  /** Make the text that can be searched what the files say now; done when it is. */
  sync(): Promise<void>
  /** The text of a document of this folder; undefined for a video, or until it has been read. */
  find(d: Documento): Texto | undefined
  stop(): Promise<void>
}

/** What others change in the folder is seen by then, and the database knows that the files are still here. */
const CADA_MS = 6 * 3_600_000
/** A file that another process has put into the folder is read soon after somebody has seen it. */
const PRONTO_MS = 2000

async function hashOf(archivo: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(archivo), hash)
  return hash.digest('hex')
}

/**
 * Keeps the text of the manuals in step with the files, one file after the other. The texts are shared by all processes of the
 * database, and which files there are is known to each of them alone: each may have its own folder.
 */
export function createIndice(db: Db, raiz: string, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Indice {
  const corte = new AbortController()
  let cola: Promise<void> = Promise.resolve()
  /** By path; `sello` tells whether the file has changed since. */
  let vistos = new Map<string, { sello: string; huella: string }>()
  const textos = new Map<string, boolean>()

  async function read(lector: Lector, d: Documento): Promise<string[] | null> {
    try {
      return await lector.read(join(raiz, d.ruta), corte.signal)
    } catch (e) {
      log.warn({ err: e, documento: d.ruta }, 'no text in this manual')
      return null
    }
  }

  async function look(d: Documento) {
    const archivo = join(raiz, d.ruta)
    const s = await stat(archivo).catch(() => null)
    if (!s) return null
    const sello = `${s.size}-${s.mtimeMs}`
    const visto = vistos.get(d.ruta)
    if (visto?.sello === sello) return visto
    const huella = await hashOf(archivo).catch((e) =>
      log.warn({ err: e, documento: d.ruta }, 'manual not read'),
    )
    return huella ? { sello, huella } : null
  }

  async function run(): Promise<void> {
    const { documentos } = await readContenido(raiz)
    const ahora: typeof vistos = new Map()
    const porLeer = new Map<string, Documento>()
    for (const d of documentos) {
      if (corte.signal.aborted) return
      const visto = d.tipo === 'pdf' ? await look(d) : null
      if (!visto) continue
      ahora.set(d.ruta, visto)
      porLeer.set(visto.huella, d)
    }
    vistos = ahora
    for (const huella of textos.keys()) if (!porLeer.has(huella)) textos.delete(huella)
    for (const [huella, legible] of await touchTextos(db, [...porLeer.keys()])) {
      textos.set(huella, legible)
      porLeer.delete(huella)
    }
    const lector = createLector()
    try {
      for (const [huella, d] of porLeer) {
        const paginas = await read(lector, d)
        // Cut short by our own end, it is no text that cannot be read.
        if (corte.signal.aborted) return
        await saveTexto(db, huella, paginas)
        textos.set(huella, paginas !== null)
      }
    } finally {
      await lector.stop()
    }
    await forgetTextos(db)
  }

  const sync = () => {
    cola = cola.then(() =>
      corte.signal.aborted ? undefined : run().catch((e) => log.error({ err: e }, 'manuals not read')),
    )
    return cola
  }
  const reloj = setInterval(() => void sync(), CADA_MS).unref()
  let pronto: NodeJS.Timeout | undefined
  const syncPronto = () => {
    pronto ??= setTimeout(() => {
      pronto = undefined
      void sync()
    }, PRONTO_MS).unref()
  }
  return {
    sync,
    find(d) {
      const huella = vistos.get(d.ruta)?.huella
      if (d.tipo === 'pdf' && !huella) syncPronto()
      const legible = huella === undefined ? undefined : textos.get(huella)
      return huella === undefined || legible === undefined ? undefined : { huella, legible }
    },
    async stop() {
      clearInterval(reloj)
      clearTimeout(pronto)
      corte.abort()
      await cola
    },
  }
}
