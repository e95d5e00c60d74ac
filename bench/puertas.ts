import { Agent, request } from 'node:http'
import mqtt from 'mqtt'
import { claveDe, LECTORES, macDeLector, usuarioDe } from './planta'

/** A way in: `send` ends when the server has acknowledged, and fails where it refused. */
export type Puerta = { send(lector: number, texto: string): Promise<void>; close(): Promise<void> }

export function openHttp(url: string): Puerta {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const destino = new URL('/api/lecturas/minew', url)
  const cabeceras = Array.from({ length: LECTORES }, (_, i) => ({
    authorization: `Basic ${Buffer.from(`${usuarioDe(i)}:${claveDe(i)}`).toString('base64')}`,
    'content-type': 'application/json',
  }))
  return {
    send: (lector, texto) =>
      new Promise((resolve, reject) => {
        const opciones = {
          agent,
          host: destino.hostname,
          port: destino.port,
          path: destino.pathname,
          method: 'POST',
          headers: { ...cabeceras[lector], 'content-length': Buffer.byteLength(texto) },
        }
        const r = request(opciones, (res) => {
          res.resume()
          res.on('end', () =>
            res.statusCode === 200 ? resolve() : reject(new Error(String(res.statusCode))),
          )
          res.on('error', reject)
        })
        r.on('error', reject)
        r.end(texto)
      }),
    close: async () => agent.destroy(),
  }
}

export async function openMqtt(url: string): Promise<Puerta> {
  const clientes = await Promise.all(
    Array.from({ length: LECTORES }, async (_, i) => {
      const c = await mqtt.connectAsync(url, {
        username: usuarioDe(i),
        password: claveDe(i),
        clientId: `bench-${i}`,
        reconnectPeriod: 0,
      })
      c.on('error', () => {})
      return c
    }),
  )
  const topics = clientes.map((_, i) => `gw/${macDeLector(i)}/status`)
  return {
    send: (lector, texto) =>
      new Promise((resolve, reject) => {
        const c = clientes[lector] as mqtt.MqttClient
        if (!c.connected) return reject(new Error('closed'))
        c.publish(topics[lector] as string, texto, { qos: 1 }, (e) => (e ? reject(e) : resolve()))
      }),
    async close() {
      await Promise.all(clientes.map((c) => c.endAsync(true).catch(() => {})))
    },
  }
}
