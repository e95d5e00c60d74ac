import type { Socket } from 'node:net'

/** Most unauthenticated connections per address. A whole plant may connect through one address after a power cut. */
const MAX_POR_DIRECCION = 500

/** Counts connections without a checked credential, by address, so that they cannot fill the broker. */
export function createEspera(maximo = MAX_POR_DIRECCION) {
  const porDireccion = new Map<string, Set<Socket>>()

  function remove(direccion: string, socket: Socket): void {
    const suyas = porDireccion.get(direccion)
    suyas?.delete(socket)
    if (!suyas?.size) porDireccion.delete(direccion)
  }

  return {
    /** @returns false where too many of its address wait already */
    add(socket: Socket): boolean {
      const direccion = socket.remoteAddress ?? ''
      const suyas = porDireccion.get(direccion) ?? new Set()
      if (suyas.size >= maximo) return false
      porDireccion.set(direccion, suyas.add(socket))
      socket.once('close', () => remove(direccion, socket))
      return true
    },
    /** It has shown a credential. */
    admit(socket: Socket): void {
      remove(socket.remoteAddress ?? '', socket)
    },
  }
}
