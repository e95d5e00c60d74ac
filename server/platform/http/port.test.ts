import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimPort, listenOn } from './port'

const host = '127.0.0.1'
let neighbour: Server
let taken: number
beforeAll(async () => {
  neighbour = createServer()
  taken = await listenOn(neighbour, { host, port: 0, first: 1, setting: 'PORT' })
})
afterAll(() => neighbour.close())

test('a port that was asked for and is taken is refused, with the setting to change', async () => {
  await expect(claimPort({ host, port: taken, first: 1, setting: 'PORT' })).rejects.toThrow(
    `El puerto ${taken} ya está en uso. Indique otro con PORT.`,
  )
  await expect(claimPort({ host, port: taken, first: 1, setting: 'MQTT_PORT' })).rejects.toThrow(
    `El puerto MQTT ${taken} ya está en uso. Indique otro con MQTT_PORT.`,
  )
})

test('where none was asked for the next free one is held, until it is released', async () => {
  const wanted = { host, port: undefined, first: taken, setting: 'PORT' } as const
  const claim = await claimPort(wanted)
  expect(claim.port).toBeGreaterThan(taken)
  expect(claim.port).toBeLessThan(taken + 20)
  const other = { ...wanted, port: claim.port }
  await expect(claimPort(other)).rejects.toThrow('ya está en uso')
  await claim.release()
  const again = await claimPort(other)
  expect(again.port).toBe(claim.port)
  await again.release()
})
