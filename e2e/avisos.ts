import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type APIRequestContext, expect } from '@playwright/test'

/** A webhook receiver on loopback; every call is kept in `recibidas`. */
export async function startReceptor() {
  const recibidas: { headers: IncomingMessage['headers']; body: string }[] = []
  const r = { recibidas, estado: 204, url: '', stop: () => server.close() }
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (t) => {
      body += t
    })
    req.on('end', () => {
      recibidas.push({ headers: req.headers, body })
      res.writeHead(r.estado).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  r.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`
  return r
}

/** A reader of a company, and functions that send a reading of a container. */
export async function createPuerta(api: APIRequestContext, empresa: number) {
  const serie = () =>
    Math.floor(Math.random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')
      .toUpperCase()
  const [lector, etiqueta] = [`C30D00${serie()}`, `AC23D0${serie()}`]
  const apodo = `${70000 + Math.floor(Math.random() * 9999)}-${Math.floor(Math.random() * 900) + 100}`
  const register = async (mac_serie: string, tipo_dispositivo: string, nombre: string) => {
    const r = await api.post('/api/update_device_details', {
      data: { mac_serie, es_serie: true, tipo_dispositivo, apodo: nombre, estado: 'Activado', empresa },
    })
    expect(r.status(), await r.text()).toBe(200)
  }
  await register(lector, 'Reader', `Lector ${lector.slice(-4)}`)
  await register(etiqueta, 'SmartBle', apodo)
  const c = await (await api.post(`/api/lectores/${lector}/credencial`, { data: {} })).json()
  const hear = async (mas: object = {}): Promise<void> => {
    const r = await api.post('/api/lecturas/retorna', {
      data: { mac: etiqueta, rssi: -60, tiempo: new Date().toISOString(), ...mas },
      headers: { authorization: `Basic ${Buffer.from(`${c.usuario}:${c.clave}`).toString('base64')}` },
    })
    expect(await r.json()).toMatchObject({ aceptadas: 1 })
  }
  return {
    lector,
    apodo,
    hear: () => hear(),
    /** A reading with an impact. */
    hit: () => hear({ aceleracion: [0.1, 0, 6.4] }),
  }
}
