import type { Socket } from 'node:net'

const LIMITES = {
  /** Most connections of one address without a checked credential. After a power cut a whole plant may connect through one address. */
  porDireccion: 500,
  /** The same, of all addresses together. */
  total: 2000,
  /** Most connections in all, with and without a checked credential. */
  conexiones: 5000,
}

/**
 * Limits the connections without a checked credential, by address, so that they cannot fill the broker. A new one takes the place of the
 * one that has waited longest. A connection whose credential is being checked keeps its place.
 * @param onEvict called for each connection that had to go
 */
export function createEspera(onEvict: () => void, { porDireccion, total, conexiones } = LIMITES) {
  const addresses = new Map<Socket, string>()
  const suyas = new Map<string, Set<Socket>>()
  const calladas = new Set<Socket>()
  let abiertas = 0

  function leave(socket: Socket): void {
    const address = addresses.get(socket)
    if (address === undefined) return
    addresses.delete(socket)
    calladas.delete(socket)
    const otras = suyas.get(address)
    otras?.delete(socket)
    if (!otras?.size) suyas.delete(address)
  }

  /**
   * Close the oldest silent connection: sets keep the order of arrival.
   * @returns false: none can be closed
   */
  function evict(candidatas: Iterable<Socket>): boolean {
    for (const socket of candidatas) {
      if (!calladas.has(socket)) continue
      leave(socket)
      socket.destroy()
      onEvict()
      return true
    }
    return false
  }

  return {
    /** @returns false: there is no place for the connection */
    add(socket: Socket): boolean {
      const address = socket.remoteAddress ?? ''
      const otras = suyas.get(address)
      if (otras && otras.size >= porDireccion && !evict(otras)) return false
      if ((addresses.size >= total || abiertas >= conexiones) && !evict(calladas)) return false
      abiertas++
      addresses.set(socket, address)
      suyas.set(address, (suyas.get(address) ?? new Set()).add(socket))
      calladas.add(socket)
      socket.once('close', () => {
        abiertas--
        leave(socket)
      })
      return true
    },
    /** Its credential is being checked. */
    present(socket: Socket): void {
      calladas.delete(socket)
    },
    /** Its credential is wrong, or could not be checked. */
    refuse(socket: Socket): void {
      if (addresses.has(socket)) calladas.add(socket)
    },
    /** Its credential is right. */
    admit: leave,
  }
}
