import type { Socket } from 'node:net'

const LIMITES = {
  /** Most connections without a checked credential, of an address. A whole plant may come through one after a power cut. */
  porDireccion: 500,
  /** Of all addresses together. */
  total: 2000,
  /** With those that have shown one. */
  conexiones: 5000,
}

/**
 * Counts connections without a checked credential, by address, so that they cannot fill the broker: a newcomer takes the place of
 * the one that has said nothing for longest. One whose credential is being checked keeps its place.
 * @param onEvict told of each that had to go
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

  /** Sets keep the order of arrival. @returns false where none can go */
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
    /** @returns false where there is no place for it */
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
    /** Its credential is none. */
    refuse(socket: Socket): void {
      if (addresses.has(socket)) calladas.add(socket)
    },
    /** It has shown a credential. */
    admit: leave,
  }
}
