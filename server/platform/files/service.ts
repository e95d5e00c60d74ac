import { createHash } from 'node:crypto'
import type { Db } from '../db/client'
import * as repo from './repo'

/** Size of every chunk but the last. Stored files depend on it. */
const CHUNK = 256 << 10

export type Archivo = { id: number; huella: string; bytes: number }

/** A new file that is written in parts; at most one chunk of it is held in memory. */
export async function openArchivo(db: Db) {
  const id = await repo.createArchivo(db)
  const hash = createHash('sha256')
  let [bytes, numero] = [0, 0]
  let pendiente: Buffer[] = []
  let espera = 0
  const put = async (chunk: Buffer) => repo.addChunk(db, id, numero++, chunk)
  return {
    async write(data: Buffer): Promise<void> {
      hash.update(data)
      bytes += data.length
      pendiente.push(data)
      espera += data.length
      if (espera < CHUNK) return
      const junto = Buffer.concat(pendiente)
      const enteros = junto.length - (junto.length % CHUNK)
      for (let i = 0; i < enteros; i += CHUNK) await put(junto.subarray(i, i + CHUNK))
      // A copy, not a view that would keep the whole buffer in memory.
      pendiente = [Buffer.from(junto.subarray(enteros))]
      espera = junto.length - enteros
    },
    async end(): Promise<Archivo> {
      if (espera) await put(Buffer.concat(pendiente))
      const fingerprint = hash.digest('hex')
      await repo.closeArchivo(db, id, fingerprint, bytes)
      return { id, huella: fingerprint, bytes }
    },
    /** Discards the file. If it cannot be removed now, the cleanup removes it later. */
    drop: (): Promise<void> => repo.removeArchivo(db, id).catch(() => {}),
  }
}

export async function saveArchivo(db: Db, fuente: AsyncIterable<Buffer>): Promise<Archivo> {
  const archivo = await openArchivo(db)
  try {
    for await (const data of fuente) await archivo.write(data)
    return await archivo.end()
  } catch (e) {
    await archivo.drop()
    throw e
  }
}

export type Escritor = Awaited<ReturnType<typeof openArchivo>>

/** Bytes `desde` to `hasta` (excluded), a chunk at a time; no connection is held in between. */
export async function* readBytes(db: Db, id: number, desde: number, hasta: number): AsyncGenerator<Buffer> {
  for (let lugar = desde; lugar < hasta; ) {
    const numero = Math.floor(lugar / CHUNK)
    const inicio = numero * CHUNK
    const chunk = await repo.readChunk(db, id, numero, lugar - inicio, Math.min(hasta - inicio, CHUNK))
    if (!chunk?.length) throw new Error('the file is gone')
    yield chunk
    lugar += chunk.length
  }
}

export const removeArchivo = (db: Db, id: number): Promise<void> => repo.removeArchivo(db, id)
