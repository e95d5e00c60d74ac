import type { Socket } from 'node:net'

/** A whole plant may come through one address, and all of it at once after a power cut. */
const MAX_POR_DIRECCION = 500

/** Connections that have not said yet who they are, by address: nobody fills the broker with them. */
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
