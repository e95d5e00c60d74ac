import { createWriteStream } from 'node:fs'
import type { Entrada } from './recepcion'

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

/** A recording that reached this size ends. */
const MAX_BYTES = 4 * 1024 ** 3
/** What waits for a slow disk; beyond it messages are left out of the recording, never out of Retorna. */
const MAX_EN_ESPERA = 64 * 1024 ** 2
/** Meraki's cloud sends its secret in the message. */
const SECRETO = /("secret"\s*:\s*")[^"]*"/g

/** Keep what arrives at the door in a file, to be fed to another instance. What the file has already stays. */
export function createGrabacion(fichero: string, onFail: (e: unknown) => void) {
  const salida = createWriteStream(fichero, { flags: 'a', mode: 0o600 })
  let bytes = 0
  let perdidos = 0
  let rota = false
  salida.on('error', (e) => {
    rota = true
    onFail(e)
  })
  return {
    note(e: Entrada, t: number): void {
      if (rota || bytes > MAX_BYTES) return
      if (salida.writableLength > MAX_EN_ESPERA) {
        perdidos++
        return
      }
      const grabado: Grabado = {
        t,
        formato: e.formato,
        via: e.via,
        topic: e.topic,
        lector: e.origen.lector?.mac ?? null,
        texto: e.texto.replace(SECRETO, '$1"'),
      }
      const linea = `${JSON.stringify(grabado)}\n`
      bytes += linea.length
      salida.write(linea)
    },
    /** Messages that were left out because the disk was too slow. */
    get perdidos() {
      return perdidos
    },
    stop: () => new Promise<void>((resolve) => (rota ? resolve() : salida.end(resolve))),
  }
}

export type Grabacion = ReturnType<typeof createGrabacion>
