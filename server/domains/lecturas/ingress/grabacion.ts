import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ErrorStartup, errorDeArchivo } from '../../../platform/config/startup-errors'
import type { RawMessage } from '../pipeline/message'

/** One message as it came to the door: a line of a recording, as JSON. */
export type Grabado = {
  /** When it came, Unix ms. */
  t: number
  formato: string
  via: 'http' | 'mqtt'
  topic: string | null
  /** MAC of the reader whose credential brought it; null: of an outside broker. */
  lector: string | null
  texto: string
}

/** How each line of a recording begins. */
export const COMIENZO = '{"t":'

/** A recording that reached this size ends. */
const MAX_BYTES = 4 * 1024 ** 3
/** What waits for a slow disk; beyond it messages are left out of the recording, never out of Retorna. */
const MAX_EN_ESPERA = 64 * 1024 ** 2
/** Meraki's cloud sends its secret in the message. */
const SECRET = /("secret"\s*:\s*")[^"]*"/g

async function readAt(f: FileHandle, donde: number, cuantos: number): Promise<string> {
  const { buffer, bytesRead } = await f.read(Buffer.alloc(cuantos), 0, cuantos, donde)
  return buffer.toString('latin1', 0, bytesRead)
}

/** A file to go on with: a recording, or none yet. @returns how long it is */
async function goOn(f: FileHandle, file: string): Promise<number> {
  const { size } = await f.stat()
  if (size === 0) return 0
  if ((await readAt(f, 0, COMIENZO.length)) !== COMIENZO)
    throw new ErrorStartup(`No se graba en ${file}: ya existe y no es una grabación.`)
  // The last message of who was killed may be cut short: the next one has a line of its own.
  if ((await readAt(f, size - 1, 1)) !== '\n') await f.write('\n')
  return size
}

async function openFile(file: string): Promise<{ f: FileHandle; bytes: number }> {
  let f: FileHandle | undefined
  try {
    f = await open(file, 'a+', 0o600)
    return { f, bytes: await goOn(f, file) }
  } catch (e) {
    await f?.close()
    throw errorDeArchivo(file, e)
  }
}

/**
 * Keep what arrives at the door in a file, to be fed to another instance. What the file has already stays.
 * @param onFail why the recording has ended, or has gaps; Retorna goes on
 */
export async function openGrabacion(file: string, onFail: (porque: unknown) => void) {
  const abierto = await openFile(file)
  let { bytes } = abierto
  const salida = createWriteStream(file, { fd: abierto.f })
  let faltan = false
  let rota = false
  const end = (porque: unknown) => {
    rota = true
    onFail(porque)
  }
  salida.on('error', end)
  return {
    note(e: RawMessage, t: number): void {
      if (rota) return
      if (bytes > MAX_BYTES) {
        end(new Error('the recording has reached its size'))
        return
      }
      if (salida.writableLength > MAX_EN_ESPERA) {
        if (!faltan) onFail(new Error('the disk is too slow: messages are left out of the recording'))
        faltan = true
        return
      }
      const grabado: Grabado = {
        t,
        formato: e.formato,
        via: e.via,
        topic: e.topic,
        lector: e.origen.lector?.mac ?? null,
        texto: e.texto.replace(SECRET, '$1"'),
      }
      const linea = `${JSON.stringify(grabado)}\n`
      bytes += linea.length
      salida.write(linea)
    },
    stop: () => new Promise<void>((resolve) => (salida.destroyed ? resolve() : salida.end(() => resolve()))),
  }
}
