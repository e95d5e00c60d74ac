// @module-tag slow: invalid input over every call
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LLEGADA_S = 1
const PARADA_S = 3

describe.runIf(inject('base').hay)('bodies that take their time', () => {
  let p: Prueba
  let folder: string
  beforeAll(async () => {
    p = await startPrueba({
      LLEGADA_MAX_S: String(LLEGADA_S),
      PARADA_MAX_S: String(PARADA_S),
    })
    const cookie = await p.as('admin')
    const r = await p.call<{ id: string }>('POST', '/api/manuales/carpetas', {
      body: { titulo: 'Uso' },
      cookie,
    })
    folder = r.body.id
  })
  afterAll(() => p.stop())

  type Fin = { status: number | undefined; cuerpo: string }
  /** Begin a call; `fin` is its answer, or how its connection ended. */
  async function open(ruta: string, headers: Record<string, string>) {
    const r = request(p.servidor.url + ruta, {
      method: 'POST',
      headers: { ...headers, cookie: await p.as('admin') },
    })
    const fin = new Promise<Fin>((resolve) => {
      r.on('response', async (res) => resolve({ status: res.statusCode, cuerpo: await text(res) }))
      r.on('error', (e) => resolve({ status: undefined, cuerpo: e.message }))
    })
    let ended = false
    void fin.then(() => {
      ended = true
    })
    /** Send `chunk` every `cadaMs`, until `veces` or the call has ended. */
    const dribble = async (chunk: Buffer | string, cadaMs: number, veces = 10_000) => {
      for (let i = 0; i < veces && !ended; i++) {
        r.write(chunk)
        await sleep(cadaMs)
      }
    }
    return { r, fin, dribble }
  }
  async function openSubida() {
    const s = await open(`/api/manuales/documentos?carpeta=${folder}`, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    s.r.write('--x\r\nContent-Disposition: form-data; name="archivo"; filename="largo.mp4"\r\n\r\n')
    s.r.write(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')]))
    return s
  }
  const countSubidas = async () =>
    (
      await p.servidor.pool.query(
        'select from archivo where id not in (select archivo_id from manual_documento)',
      )
    ).rowCount
  const demasiadoLenta = { status: 408, cuerpo: expect.stringContaining('demasiado_lenta') }

  test('a long upload comes in whole while it keeps coming', async () => {
    const s = await openSubida()
    await s.dribble(Buffer.alloc(50_000, 7), 100, 25)
    s.r.end('\r\n--x--\r\n')
    expect(await s.fin).toMatchObject({ status: 200 })
  })

  test('an upload that stands still is ended, and leaves nothing', async () => {
    const s = await openSubida()
    await s.dribble(Buffer.alloc(50_000, 7), 100, 3)
    expect(await s.fin).toEqual(demasiadoLenta)
    await expect.poll(countSubidas).toBe(0)
  })

  test('an upload that dribbles is ended', async () => {
    const s = await openSubida()
    await s.dribble('gota', 50)
    expect(await s.fin).toEqual(demasiadoLenta)
    await expect.poll(countSubidas).toBe(0)
  })

  test('headers have a minute, which no setting makes longer', () => {
    expect(p.servidor.app.server.headersTimeout).toBe(60_000)
  })

  test('any other call has its short time, however it comes', async () => {
    const s = await open('/api/login', { 'content-type': 'application/json' })
    await s.dribble(' '.repeat(20_000), 50)
    expect(await s.fin).toEqual(demasiadoLenta)
  })
})
