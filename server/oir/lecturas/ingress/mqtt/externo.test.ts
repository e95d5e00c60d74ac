import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createMetricas } from '../../../../platform/metrics/metrics'
import { SESSIONS_ALONE, SILENT, sessionsAlone } from '../../../../testing/mqtt/sessions'
import { createResult } from '../../pipeline/message'
import { startClients } from './externo'

const abiertos = new Set<Socket>()
afterEach(() => {
  for (const s of abiertos) s.destroy()
})

test('a broker that hangs up on everybody is told of once, and leaves no connections, and not fewer than none', async () => {
  let intentos = 0
  const broker = createServer((s) => {
    abiertos.add(s)
    s.on('close', () => abiertos.delete(s))
    s.on('error', () => {})
    s.once('data', () => {
      intentos++
      s.destroy()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((r) => broker.once('listening', r))
  const { port } = broker.address() as { port: number }
  const metricas = createMetricas()
  const notify = vi.fn()
  const receive = async () => createResult()
  const clients = await startClients(
    { url: `mqtt://127.0.0.1:${port}`, sessions: sessionsAlone() },
    receive,
    metricas,
    {
      ...SILENT,
      onFail: notify,
    },
  )
  await vi.waitFor(() => expect(intentos).toBe(SESSIONS_ALONE), 5000)
  await vi.waitFor(() => expect(abiertos.size).toBe(0), 5000)
  expect((await metricas.conexionesMqtt.get()).values).toMatchObject([{ value: 0 }])
  expect(clients.conectado()).toBe(false)
  expect(notify).toHaveBeenCalledOnce()
  await clients.stop()
  expect((await metricas.conexionesMqtt.get()).values).toMatchObject([{ value: 0 }])
  await new Promise((r) => broker.close(r))
})
