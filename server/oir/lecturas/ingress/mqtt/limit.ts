import type { Socket } from 'node:net'

/** Longest packet that a client may send, bytes: a message of 1 MiB with its topic. */
const MAX_PAQUETE = (1 << 20) + 70_000
/** Longest CONNECT, the first packet, bytes: client id, credential and last will. The credential is not checked yet. */
const MAX_CONNECT = 8192

/**
 * Watch the packet lengths that a client sends, and close the connection before an enormous packet is collected in memory. MQTT: one byte
 * of type, then the remaining length, seven bits a byte, least significant first, at most four bytes.
 */
export function limitPackets(socket: Socket, onPass: () => void): void {
  let faltan = 0
  let enCabecera = false
  let largo = 0
  let bits = 0
  let maximum = MAX_CONNECT
  function pass(chunk: Buffer): boolean {
    for (let i = 0; i < chunk.length; ) {
      if (faltan > 0) {
        const n = Math.min(faltan, chunk.length - i)
        faltan -= n
        i += n
        continue
      }
      const byte = chunk[i++] as number
      if (!enCabecera) {
        enCabecera = true
        largo = bits = 0
        continue
      }
      largo += (byte & 0x7f) << bits
      bits += 7
      if (byte & 0x80 && bits < 28) continue
      if (byte & 0x80 || largo > maximum) return false
      faltan = largo
      maximum = MAX_PAQUETE
      enCabecera = false
    }
    return true
  }
  const read = socket.read.bind(socket)
  socket.read = (n?: number) => {
    const chunk = read(n)
    if (!Buffer.isBuffer(chunk) || pass(chunk)) return chunk
    onPass()
    socket.destroy()
    return null
  }
}
