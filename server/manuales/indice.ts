import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/cliente'
import { type Documento, readContenido } from './carpeta'
import { forgetTextos, listHuellas, saveTexto } from './repo'
import { readPaginas } from './texto'

export type Indice = {
  /** Make the text that can be searched what the files say now; done when it is. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** Keeps the text of the manuals in step with the files, one file after the other. */
export function createIndice(db: Db, raiz: string, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Indice {
  let parado = false
  let turno: Promise<void> = Promise.resolve()

  async function read(d: Documento): Promise<string[]> {
    if (d.tipo !== 'pdf') return []
    try {
      return await readPaginas(join(raiz, d.ruta), () => parado)
    } catch (e) {
      log.warn({ err: e, documento: d.ruta }, 'no text in this manual')
      return []
    }
  }

  async function run(): Promise<void> {
    const [{ documentos }, conocidas] = await Promise.all([readContenido(raiz), listHuellas(db)])
    const hay = new Set(documentos.map((d) => d.ruta))
    const idas = [...conocidas.keys()].filter((r) => !hay.has(r))
    if (idas.length) await forgetTextos(db, idas)
    for (const d of documentos) {
      if (parado) return
      const s = await stat(join(raiz, d.ruta)).catch(() => null)
      const huella = s && `${s.size}-${Math.round(s.mtimeMs)}`
      if (!huella || conocidas.get(d.ruta) === huella) continue
      const paginas = await read(d)
      // Cut short, it would pass for the whole text.
      if (parado) return
      await saveTexto(db, d.ruta, huella, paginas)
    }
  }

  const sync = () => {
    turno = turno.then(() =>
      parado ? undefined : run().catch((e) => log.error({ err: e }, 'manuals not read')),
    )
    return turno
  }
  return {
    sync,
    async stop() {
      parado = true
      await turno
    },
  }
}
