import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ErrorStartup, errorDeArchivo } from '../../../platform/config/startup-errors'
import type { RawMessage } from '../pipeline/message'

/** One message as it arrived: a line of a recording, as JSON. */
export type Grabado = {
  /** When it arrived, Unix ms. */
  t: number
  formato: string
  via: 'http' | 'mqtt'
  topic: string | null
  /** MAC of the reader whose credential was used; null: it came from an outside broker. */
  lector: string | null
  texto: string
}

/** How each line of a recording begins. */
export const COMIENZO = '{"t":'

/** A recording ends at this size. */
const MAX_BYTES = 4 * 1024 ** 3
/** Most bytes that wait for a slow disk. Beyond that, messages are left out of the recording, but still processed. */
const MAX_EN_ESPERA = 64 * 1024 ** 2
/** Meraki's cloud sends its secret in the message: it is removed. */
const SECRET = /("secret"\s*:\s*")[^"]*"/g

async function readAt(f: FileHandle, donde: number, cuantos: number): Promise<string> {
  const { buffer, bytesRead } = await f.read(Buffer.alloc(cuantos), 0, cuantos, donde)
  return buffer.toString('latin1', 0, bytesRead)
}

/**
 * Continue a file, which must be a recording or empty.
 * @returns its size in bytes
 */
async function goOn(f: FileHandle, file: string): Promise<number> {
  const { size } = await f.stat()
  if (size === 0) return 0
  if ((await readAt(f, 0, COMIENZO.length)) !== COMIENZO)
    throw new ErrorStartup(`No se graba en ${file}: ya existe y no es una grabación.`)
  // The last line may be cut short, if its process was killed: begin a new line.
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
 * Record what arrives in a file, to be replayed to another instance. What the file already holds stays.
 * @param onFail why the recording has ended or has gaps; Retorna itself continues
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
