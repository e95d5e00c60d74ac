import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../platform/config/config'
import { startServer } from '../../start/server'
import { createBases } from '../../testing/databases/bases'
import { type Prueba, startPrueba } from '../../testing/retorna'

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)])

describe.runIf(inject('base').hay)('files in the database', () => {
  let p: Prueba
  let admin: string
  let folder: string
  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    const r = await p.call<{ id: string }>('POST', '/api/manuales/carpetas', {
      body: { titulo: 'Uso' },
      cookie: admin,
    })
    folder = r.body.id
  })
  afterAll(() => p.stop())

  const upload = async (nombre: string, bytes: Buffer): Promise<{ id: string }> => {
    const forma = new FormData()
    forma.append('archivo', new Blob([new Uint8Array(bytes)]), nombre)
    const res = await fetch(`${p.servidor.url}/api/manuales/documentos?carpeta=${folder}`, {
      method: 'POST',
      body: forma,
      headers: { cookie: admin },
    })
    expect(res.status).toBe(200)
    return (await res.json()) as { id: string }
  }
  /** Files without a document. */
  const countSueltos = async () =>
    (
      await p.servidor.pool.query(
        'select from archivo where id not in (select archivo_id from manual_documento)',
      )
    ).rowCount

  test('who has the file already is told so, and gets it again once it is another', async () => {
    const ruta = `${p.servidor.url}/api/manuales/archivo/${(await upload('Vuelta.mp4', MP4)).id}`
    const etag = (await fetch(ruta)).headers.get('etag') as string
    expect((await fetch(ruta, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(ruta, { headers: { 'if-none-match': '"otra"' } })).status).toBe(200)
    const misma = await fetch(ruta, { headers: { range: 'bytes=0-3', 'if-range': etag } })
    expect([misma.status, (await misma.arrayBuffer()).byteLength]).toEqual([206, 4])
  })

  test('every range of a file of several pieces is that of the file', async () => {
    const large = Buffer.concat([MP4, randomBytes(700_000)])
    const { id } = await upload('Largo.mp4', large)
    const ruta = `${p.servidor.url}/api/manuales/archivo/${id}`
    const ask = async (range: string) => {
      const res = await fetch(ruta, { headers: { range } })
      return { res, bytes: Buffer.from(await res.arrayBuffer()) }
    }
    const bordes = [0, 1, 262_143, 262_144, 262_145, 524_288, large.length - 1]
    for (const desde of bordes)
      for (const hasta of bordes.filter((h) => h >= desde)) {
        const { res, bytes } = await ask(`bytes=${desde}-${hasta}`)
        const igual = bytes.equals(large.subarray(desde, hasta + 1))
        expect([res.status, desde, hasta, igual]).toEqual([206, desde, hasta, true])
      }
    for (const raro of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=a-b']) {
      const { res, bytes } = await ask(raro)
      expect([raro, res.status, bytes.length]).toEqual([raro, 200, large.length])
    }
    for (const outside of [`bytes=${large.length}-`, 'bytes=-0']) {
      const { res } = await ask(outside)
      expect([res.status, res.headers.get('content-range')]).toEqual([416, `bytes */${large.length}`])
    }
    expect((await p.call('DELETE', `/api/manuales/documentos/${id}`, { cookie: admin })).status).toBe(200)
    expect(await countSueltos()).toBe(0)
  })

  test('an upload that breaks off leaves nothing', async () => {
    const { hostname, port } = new URL(p.servidor.url)
    const s = connect(Number(port), hostname)
    s.on('error', () => {})
    s.write(
      `POST /api/manuales/documentos?carpeta=${folder} HTTP/1.1\r\nHost: x\r\nCookie: ${admin}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="archivo"; filename="Corto.mp4"\r\n\r\n',
    )
    s.write(Buffer.concat([MP4, Buffer.alloc(600_000)]))
    await expect.poll(countSueltos, { timeout: 10_000 }).toBe(1)
    s.destroy()
    await expect.poll(countSueltos, { timeout: 10_000 }).toBe(0)
  })

  test('an installation that is new has what the product brings, once', async () => {
    const nuevos = await mkdtemp(join(tmpdir(), 'retorna-manuales-'))
    const bases = createBases(inject('base'))
    const { url: base, pool } = await bases.create()
    const config = readConfig({
      PORT: '0',
      MQTT_PORT: '0',
      DATABASE_URL: base,
      DATA_DIR: nuevos,
      COPIAS_DIAS: '0',
    })
    const listRutas = async () =>
      (await pool.query('select ruta from manual_documento')).rows.map((r) => r.ruta as string).sort()
    try {
      const otro = await startServer(config)
      const deSerie = (await readdir('docs/manuales', { recursive: true })).filter((f) =>
        /\.(pdf|mp4)$/.test(f),
      )
      expect(deSerie.length).toBeGreaterThan(0)
      expect(await listRutas()).toEqual(deSerie.sort())
      for (const f of deSerie) {
        const suya = createHash('sha256')
          .update(await readFile(join('docs/manuales', f)))
          .digest('hex')
        const { rows } = await pool.query(
          'select huella from archivo a join manual_documento d on d.archivo_id = a.id where ruta = $1',
          [f],
        )
        expect([f, rows[0].huella]).toEqual([f, suya])
      }
      await pool.query('delete from manual_documento where ruta = $1', [deSerie[0]])
      await otro.stop()
      await (await startServer(config)).stop()
      expect(await listRutas()).toEqual(deSerie.slice(1))
      expect(await readdir(nuevos)).not.toContain('manuales')
    } finally {
      await bases.drop()
      await rm(nuevos, { recursive: true, force: true })
    }
  })
})
