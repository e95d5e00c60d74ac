import { Agent, request } from 'node:http'
import mqtt from 'mqtt'
import { claveOf, LECTORES, macDeLector, usuarioOf } from '../planta'

/** A way into the server: `send` resolves when the server has acknowledged, and rejects where it refused. */
export type Puerta = { send(lector: number, text: string): Promise<void>; close(): Promise<void> }

export function openHttp(url: string): Puerta {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const destino = new URL('/api/lecturas/minew', url)
  const headers = Array.from({ length: LECTORES }, (_, i) => ({
    authorization: `Basic ${Buffer.from(`${usuarioOf(i)}:${claveOf(i)}`).toString('base64')}`,
    'content-type': 'application/json',
  }))
  return {
    send: (lector, text) =>
      new Promise((resolve, reject) => {
        const options = {
          agent,
          host: destino.hostname,
          port: destino.port,
          path: destino.pathname,
          method: 'POST',
          headers: { ...headers[lector], 'content-length': Buffer.byteLength(text) },
        }
        const r = request(options, (res) => {
          res.resume()
          res.on('end', () =>
            res.statusCode === 200 ? resolve() : reject(new Error(String(res.statusCode))),
          )
          res.on('error', reject)
        })
        r.on('error', reject)
        r.end(text)
      }),
    close: async () => agent.destroy(),
  }
}

export async function openMqtt(url: string): Promise<Puerta> {
  const clients = await Promise.all(
    Array.from({ length: LECTORES }, async (_, i) => {
      const c = await mqtt.connectAsync(url, {
        username: usuarioOf(i),
        password: claveOf(i),
        clientId: `bench-${i}`,
        reconnectPeriod: 0,
      })
      c.on('error', () => {})
      return c
    }),
  )
  const topics = clients.map((_, i) => `gw/${macDeLector(i)}/status`)
  return {
    send: (lector, text) =>
      new Promise((resolve, reject) => {
        const c = clients[lector] as mqtt.MqttClient
        if (!c.connected) return reject(new Error('closed'))
        c.publish(topics[lector] as string, text, { qos: 1 }, (e) => (e ? reject(e) : resolve()))
      }),
    async close() {
      await Promise.all(clients.map((c) => c.endAsync(true).catch(() => {})))
    },
  }
}
