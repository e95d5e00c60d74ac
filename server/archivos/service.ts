import { createHash } from 'node:crypto'
import type { Db } from '../db/cliente'
import * as repo from './repo'

/** Of every piece but the last. Files that are kept were cut so. */
const TROZO = 256 << 10

export type Archivo = { id: number; huella: string; bytes: number }

/** A new file that is written bit by bit; of it no more than a piece is held. */
export async function openArchivo(db: Db) {
  const id = await repo.createArchivo(db)
  const hash = createHash('sha256')
  let [bytes, numero] = [0, 0]
  let pendiente: Buffer[] = []
  let espera = 0
  const put = async (trozo: Buffer) => repo.addTrozo(db, id, numero++, trozo)
  return {
    async write(datos: Buffer): Promise<void> {
      hash.update(datos)
      bytes += datos.length
      pendiente.push(datos)
      espera += datos.length
      if (espera < TROZO) return
      const junto = Buffer.concat(pendiente)
      const enteros = junto.length - (junto.length % TROZO)
      for (let i = 0; i < enteros; i += TROZO) await put(junto.subarray(i, i + TROZO))
      // Of its own, not a view that keeps all of it.
      pendiente = [Buffer.from(junto.subarray(enteros))]
      espera = junto.length - enteros
    },
    async end(): Promise<Archivo> {
      if (espera) await put(Buffer.concat(pendiente))
      const huella = hash.digest('hex')
      await repo.closeArchivo(db, id, huella, bytes)
      return { id, huella, bytes }
    },
    /** Nobody gets it. What cannot be removed now goes with what is of no use. */
    drop: (): Promise<void> => repo.removeArchivo(db, id).catch(() => {}),
  }
}

export async function saveArchivo(db: Db, fuente: AsyncIterable<Buffer>): Promise<Archivo> {
  const archivo = await openArchivo(db)
  try {
    for await (const datos of fuente) await archivo.write(datos)
    return await archivo.end()
  } catch (e) {
    await archivo.drop()
    throw e
  }
}

export type Escritor = Awaited<ReturnType<typeof openArchivo>>

/** Bytes `desde` to `hasta` (left out), a piece at a time; no connection is held in between. */
export async function* readBytes(db: Db, id: number, desde: number, hasta: number): AsyncGenerator<Buffer> {
  for (let lugar = desde; lugar < hasta; ) {
    const numero = Math.floor(lugar / TROZO)
    const inicio = numero * TROZO
    const trozo = await repo.readTrozo(db, id, numero, lugar - inicio, Math.min(hasta - inicio, TROZO))
    if (!trozo?.length) throw new Error('the file is gone')
    yield trozo
    lugar += trozo.length
  }
}

export const removeArchivo = (db: Db, id: number): Promise<void> => repo.removeArchivo(db, id)
