import type pg from 'pg'
import { putManual } from '../../personas/manuales/file-migration'
import { ErrorStartup } from '../../platform/config/startup-errors'
import { dbOf } from '../../platform/db/client'
import { type Escritor, openArchivo } from '../../platform/files/service'
import { FOLDER_MANUALES } from './folders'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Writes the files of a backup, which arrive in pieces, to the present store of manuals. Files that are no manuals are skipped. */
export function createEscritorArchivos(client: pg.ClientBase) {
  const tx = dbOf(client)
  let abierto: { ruta: string; escritor: Escritor } | null = null
  const flush = async () => {
    if (!abierto) return
    const { ruta, escritor } = abierto
    abierto = null
    await putManual(tx, ruta, (await escritor.end()).id)
  }
  return {
    /** Starts the next file; null: there are no more. */
    async open(ruta: string | null): Promise<void> {
      await flush()
      if (ruta?.startsWith(`${FOLDER_MANUALES}/`))
        abierto = { ruta: ruta.slice(FOLDER_MANUALES.length + 1), escritor: await openArchivo(tx) }
    },
    async add(linea: string): Promise<void> {
      if (!BASE64.test(linea)) throw new ErrorStartup('La copia no se puede leer: un archivo no tiene bytes.')
      await abierto?.escritor.write(Buffer.from(linea, 'base64'))
    },
  }
}
