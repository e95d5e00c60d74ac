import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEspera } from './espera'

const LIMITES = { porDireccion: 3, total: 5, conexiones: 7 }
const onEvict = vi.fn()
let espera: ReturnType<typeof createEspera>
let server: ReturnType<typeof createServer>
const clients: Socket[] = []

beforeEach(async () => {
  onEvict.mockReset()
  espera = createEspera(onEvict, LIMITES)
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const s of clients.splice(0)) s.destroy()
  await new Promise((r) => server.close(r))
})

/** Open a connection; returns the server's side of it, and whether it got a place. */
async function open(localAddress = '127.0.0.1') {
  const { port } = server.address() as { port: number }
  const llega = once(server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', localAddress })
  client.on('error', () => {})
  clients.push(client.resume())
  const [socket] = await llega
  socket.on('error', () => {})
  return { socket, cabe: espera.add(socket) }
}
const openVarias = async (n: number, address?: string) => {
  const sockets: Socket[] = []
  for (let i = 0; i < n; i++) sockets.push((await open(address)).socket)
  return sockets
}

test('the one of an address that has waited longest gives way', async () => {
  const [first, segunda] = await openVarias(3)
  expect((await open()).cabe).toBe(true)
  expect([first?.destroyed, segunda?.destroyed, onEvict.mock.calls.length]).toEqual([true, false, 1])
})

test('one that is being checked, or has been, does not', async () => {
  const [a, b, c] = (await openVarias(3)) as [Socket, Socket, Socket]
  for (const s of [a, b, c]) espera.present(s)
  expect((await open()).cabe).toBe(false)
  espera.admit(a)
  expect((await open()).cabe).toBe(true)
  espera.refuse(b)
  const otra = await open()
  expect([a.destroyed, c.destroyed, otra.cabe, onEvict.mock.calls.length]).toEqual([false, false, true, 1])
})

test('those of all addresses together are bounded', async () => {
  const primeras = await openVarias(3, '127.0.0.1')
  await openVarias(2, '127.0.0.2')
  expect((await open('127.0.0.3')).cabe).toBe(true)
  expect(primeras.map((s) => s.destroyed)).toEqual([true, false, false])
})

test('readers take the places of those that wait, never those of each other', async () => {
  const lectores: Socket[] = []
  while (lectores.length < LIMITES.conexiones - 1) {
    const { socket } = await open()
    espera.admit(socket)
    lectores.push(socket)
  }
  const { socket: callada } = await open()
  const { socket: last, cabe } = await open()
  expect([cabe, callada.destroyed]).toEqual([true, true])
  espera.admit(last)
  expect((await open()).cabe).toBe(false)
  expect([...lectores, last].some((s) => s.destroyed)).toBe(false)
})
