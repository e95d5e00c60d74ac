import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetricas } from '../../../../platform/metrics/metrics'
import { SESSIONS_ALONE, SILENT, sessionsAlone } from '../../../../testing/mqtt/sessions'
import { FILTERS } from '../../formats/gateways/topics'
import { createResult } from '../../pipeline/message'
import { MAX_SIN_GUARDAR, startClients } from './externo'

const TOPIC = 'retorna/retorna/C30000000001'

/** A minimal broker: it accepts every client, and sends what the test gives it. */
async function startBrokerFalso() {
  const enchufes = new Set<Socket>()
  const suscritos: Socket[] = []
  let confirmados = 0
  const server = createServer((s) => {
    enchufes.add(s)
    s.on('error', () => {})
    s.on('close', () => enchufes.delete(s))
    s.on('data', (chunk) => {
      const tipo = (chunk[0] as number) >> 4
      if (tipo === 1) s.write(Buffer.from([0x20, 3, 0, 0, 0]))
      else if (tipo === 4) confirmados += chunk.length / (2 + (chunk[1] as number))
      else if (tipo === 8) {
        // The packet id comes after the remaining length, which takes two bytes from 128 on.
        const id = chunk.subarray((chunk[1] as number) & 0x80 ? 3 : 2).subarray(0, 2)
        s.write(Buffer.from([0x90, 3 + FILTERS.length, ...id, 0, ...FILTERS.map(() => 1)]))
        suscritos.push(s)
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((r) => server.once('listening', r))
  /** A PUBLISH of MQTT 5, without properties. */
  const packet = (texto: string, qos: 0 | 1, id: number) => {
    const body = Buffer.concat([
      Buffer.from([0, TOPIC.length]),
      Buffer.from(TOPIC),
      ...(qos ? [Buffer.from([id >> 8, id & 0xff])] : []),
      Buffer.from([0]),
      Buffer.from(texto),
    ])
    const largo: number[] = []
    for (let n = body.length; ; n >>= 7) {
      largo.push((n & 0x7f) | (n > 0x7f ? 0x80 : 0))
      if (n <= 0x7f) break
    }
    return Buffer.concat([Buffer.from([0x30 | (qos << 1), ...largo]), body])
  }
  return {
    url: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`,
    suscritos,
    get confirmados() {
      return confirmados
    },
    send: (cual: number, texto: string, qos: 0 | 1 = 0, id = 1) =>
      (suscritos[cual] as Socket).write(packet(texto, qos, id)),
    async stop() {
      for (const s of enchufes) s.destroy()
      await new Promise((r) => server.close(r))
    },
  }
}

let broker: Awaited<ReturnType<typeof startBrokerFalso>>
let clients: Awaited<ReturnType<typeof startClients>>
let hayBase: boolean
const guardados: string[] = []
const enCurso = new Set<string>()
const onLost = vi.fn()
const metricas = createMetricas()

beforeEach(async () => {
  hayBase = false
  guardados.length = 0
  enCurso.clear()
  onLost.mockReset()
  metricas.rechazados.reset()
  broker = await startBrokerFalso()
  const receive = async ({ texto }: { texto: string }) => {
    enCurso.add(texto)
    if (!hayBase) throw new Error('no database')
    guardados.push(texto)
    return createResult()
  }
  clients = await startClients({ url: broker.url, sessions: sessionsAlone() }, receive, metricas, {
    ...SILENT,
    onLost,
  })
  await vi.waitFor(() => expect(broker.suscritos.length).toBe(SESSIONS_ALONE), 20_000)
})
afterEach(async () => {
  await clients.stop()
  await broker.stop()
})

const dropped = async () =>
  (await metricas.rechazados.get()).values.find((v) => v.labels.motivo === 'sin_sitio')?.value

test('QoS 0 without a database: so many wait, the others are dropped and counted, and it is said once', async () => {
  const total = MAX_SIN_GUARDAR.mensajes + 300
  for (let i = 0; i < total; i++) broker.send(i % SESSIONS_ALONE, `{"n":${i}}`)
  await vi.waitFor(async () => expect(await dropped()).toBe(300), 20_000)
  expect(enCurso.size).toBe(MAX_SIN_GUARDAR.mensajes)
  expect(onLost).toHaveBeenCalledOnce()
  hayBase = true
  await vi.waitFor(() => expect(guardados.length).toBe(MAX_SIN_GUARDAR.mensajes), 20_000)
  broker.send(0, 'after')
  await vi.waitFor(() => expect(guardados).toContain('after'), 20_000)
  expect(await dropped()).toBe(300)
})

test('long ones are bounded by their bytes', async () => {
  const largo = 'x'.repeat(500_000)
  const caben = Math.floor(MAX_SIN_GUARDAR.bytes / largo.length)
  for (let i = 0; i < caben + 5; i++) broker.send(0, largo)
  await vi.waitFor(async () => expect(await dropped()).toBe(5), 20_000)
  hayBase = true
  await vi.waitFor(() => expect(guardados.length).toBe(caben), 20_000)
})

test('QoS 1 waits for the database at the broker, and nothing of it is dropped', async () => {
  for (let i = 1; i <= 40; i++) broker.send(0, `uno ${i}`, 1, i)
  await vi.waitFor(() => expect(enCurso.size).toBe(1), 20_000)
  expect(broker.confirmados).toBe(0)
  hayBase = true
  await vi.waitFor(() => expect(broker.confirmados).toBe(40), 20_000)
  expect(guardados).toEqual(Array.from({ length: 40 }, (_, i) => `uno ${i + 1}`))
  expect(await dropped()).toBeUndefined()
})
