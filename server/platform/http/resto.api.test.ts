import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const noise = (bytes: number) =>
  Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, i) => (i * 2654435761) >>> 0).buffer)

/** A form whose only file is in an unexpected field. */
function formOf(bytes: Buffer): Buffer {
  const cabeza = '--x\r\nContent-Disposition: form-data; name="otro"; filename="a.csv"\r\n\r\n'
  return Buffer.concat([Buffer.from(cabeza), bytes, Buffer.from('\r\n--x--\r\n')])
}

describe.runIf(inject('base').hay)('the call after a refused one', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  const json = { 'content-type': 'application/json' }
  const gzip = { 'content-encoding': 'gzip' }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }

  test.each([
    [
      'packed, of a type that nobody takes',
      '/api/login',
      { ...gzip, 'content-type': 'text/csv' },
      gzipSync(noise(200_000)),
      415,
    ],
    [
      'packed in a way that nobody knows',
      '/api/login',
      { ...json, 'content-encoding': 'raro' },
      noise(200_000),
      415,
    ],
    [
      'packed, larger than it may be',
      '/api/login',
      { ...json, ...gzip },
      gzipSync(Buffer.alloc(30 << 20, 32), { level: 0 }),
      413,
    ],
    ['larger than it may be', '/api/login', json, noise(5 << 20), 413],
    ['to where nothing is', '/api/nada', json, Buffer.from(JSON.stringify('x'.repeat(900_000))), 404],
    ['a form with its file in another field', '/api/logistica/importar', form, formOf(noise(3 << 20)), 400],
    ['a form, by nobody', '/api/logistica/importar', form, formOf(noise(3 << 20)), 401],
    ['a form that is much too long', '/api/logistica/importar', form, formOf(noise(40 << 20)), 400],
  ])('%s', { timeout: 20_000 }, async (que, ruta, headers, cuerpo, esperado) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const cookie = que.includes('nobody') && ruta !== '/api/login' ? '' : await p.as('admin')
    const call = (method: string, url: string, mas: Record<string, string>, body?: Buffer) =>
      new Promise<{ status?: number; cuerpo: string }>((resolve, reject) => {
        const r = request(p.servidor.url + url, { method, agent, headers: { ...mas, cookie } }, async (res) =>
          resolve({ status: res.statusCode, cuerpo: await text(res) }),
        )
        r.on('error', reject)
        // The connection of a body that is much too large breaks after its answer.
        r.on('socket', (s) => s.on('error', () => {}))
        r.end(body)
      })
    try {
      // A client that sends more than the server discards may lose the connection before it reads the answer.
      const refused = await call(
        'POST',
        ruta,
        { ...headers, 'content-length': String(cuerpo.length) },
        cuerpo,
      ).catch((e) => (cuerpo.length > 8 << 20 ? null : Promise.reject(e)))
      if (refused)
        expect([refused.status, refused.cuerpo]).toEqual([esperado, expect.stringContaining('"code"')])
      expect((await call('GET', '/healthz', {})).status).toBe(200)
    } finally {
      agent.destroy()
    }
  })
})
