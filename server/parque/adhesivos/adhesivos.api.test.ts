import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { HOJAS, type NombreHoja, sitioOf } from '#contract/parque/adhesivos/values'
import { readCodigos } from '../../testing/qr'
import { type Prueba, startPrueba } from '../../testing/retorna'

const FLEET = [
  ['AC0000000001', '20014-001'],
  ['AC0000000002', '20014-002'],
  ['112233445E12', '20014-003'],
] as const
const SERIE = 'FDA50693-A4E2-4FB1-AFCF-C6EB07647825-10001-19641'
const OTRA = 'AC00000000F2'

describe.runIf(inject('base').hay)('QR labels', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    for (const [mac, apodo] of FLEET) await p.register(mac, 'SmartBle', apodo)
    await p.register(SERIE, 'iBeacon', 'Ñandú del muelle ő')
    await p.register(OTRA, 'SmartBle', '20014-009', { empresa: 2 })
    await p.servidor.pool.query(
      "insert into dispositivo (empresa_id, mac, tipo) values (1, 'AC0000000005', 'iBeacon')",
    )
  })
  afterAll(() => p.stop())

  async function print(body: object, con = p, who = cookie) {
    const res = await fetch(`${con.servidor.url}/api/adhesivos`, {
      method: 'POST',
      headers: { cookie: who, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(res.status).toBe(200)
    const bytes = Buffer.from(await res.arrayBuffer())
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
    return { nombre: res.headers.get('content-disposition'), bytes, paginas: text, totalPages }
  }
  const macs = FLEET.map(([mac]) => mac)
  const urlOf = (mac: string) => `${p.servidor.url}/Public?mac=${mac}`

  test('the rows selected, in the order of the screen: name, mac, family and type, each once', async () => {
    const { nombre, paginas, totalPages, bytes } = await print({
      macs,
      hoja: 'a4_24',
      orden: 'Apodo',
      sentido: 'desc',
    })
    expect(nombre).toBe('attachment; filename="etiquetas_qr.pdf"')
    expect(totalPages).toBe(1)
    expect(bytes.toString('latin1')).toContain('/PrintScaling /None')
    for (const [mac, apodo] of FLEET) {
      expect(paginas[0]?.split(apodo)).toHaveLength(2)
      expect(paginas[0]?.split(mac)).toHaveLength(2)
    }
    expect(paginas[0]).toContain('Familia 20014 · SmartBle')
    expect(paginas[0]?.indexOf('20014-003')).toBeLessThan(paginas[0]?.indexOf('20014-001') as number)
  })

  test.each(Object.keys(HOJAS) as NombreHoja[])(
    '%s: every code is read, in its place',
    { tags: ['slow'] },
    async (hoja) => {
      const h = HOJAS[hoja]
      const { bytes, paginas, totalPages } = await print({ apodo: '', hoja, copias: 2 })
      const dispositivos = 5
      const caben = h.columnas * h.filas
      expect(totalPages).toBe(Math.ceil((dispositivos * 2) / caben))
      const leidos = await readCodigos(bytes, h.papel)
      const esperados = [...macs, SERIE, 'AC0000000005'].flatMap((m) => [urlOf(m), urlOf(m)])
      expect(leidos.flat().map((l) => l.texto)).toEqual(esperados)
      expect(new Set(leidos.flat().map((l) => l.nivel))).toEqual(new Set(['M']))
      for (const page of leidos)
        for (const [n, { x, y }] of page.entries()) {
          const [sx, sy] = sitioOf(h, n)
          expect(x).toBeGreaterThan(sx + h.margen)
          expect(x).toBeLessThan(sx + h.etiqueta[0] / 2)
          expect(y).toBeGreaterThan(sy + h.margen)
          expect(y).toBeLessThan(sy + h.etiqueta[1] / 2)
        }
      const texto = paginas.join('\n')
      expect(texto.split('20014-002')).toHaveLength(3)
      // A nickname that is too long is cut; characters that the font lacks are left out; a mac is always complete.
      expect(texto).toContain('Ñandú')
      expect(texto.replace(/\s/g, '').split('AC0000000005')).toHaveLength(3)
    },
  )

  test('a part-used sheet: the first label goes to its place, and the next page begins at the first', async () => {
    const h = HOJAS.a4_14
    const { bytes, totalPages } = await print({ macs, hoja: 'a4_14', desde: 13 })
    expect(totalPages).toBe(2)
    const [una, dos] = await readCodigos(bytes, h.papel)
    expect(una?.map((l) => l.texto)).toEqual([urlOf(macs[0] as string), urlOf(macs[1] as string)].sort())
    expect(una?.[0]?.y).toBeGreaterThan(sitioOf(h, 12)[1])
    expect(dos).toHaveLength(1)
    expect(dos?.[0]?.y).toBeLessThan(sitioOf(h, 2)[1])
  })

  test("another company's devices are not there: left out of a selection, 404 alone", async () => {
    const { paginas } = await print({ macs: [macs[0], OTRA, 'NADIE'], hoja: 'a4_8' })
    expect(paginas[0]).toContain('20014-001')
    expect(paginas[0]).not.toContain('20014-009')
    const body = { macs: [OTRA], hoja: 'a4_8' }
    const sola = await p.call('POST', '/api/adhesivos', { body, cookie })
    expect([sola.status, sola.body.code]).toEqual([404, 'no_encontrado'])
    expect((await p.call('POST', '/api/adhesivos', { body: { ...body, empresa: 2 }, cookie })).status).toBe(
      404,
    )
    const admin = await p.as('admin')
    expect((await print(body, p, admin)).paginas[0]).toContain('20014-009')
    expect((await print({ empresa: 2, hoja: 'a4_8' }, p, admin)).paginas[0]).not.toContain('20014-001')
  })

  test.each([
    [{}, 'hoja'],
    [{ hoja: '__proto__' }, 'hoja'],
    [{ hoja: 'a4_24', desde: 25 }, 'desde'],
    [{ hoja: 'rollo_100x50', desde: 2 }, 'desde'],
    [{ hoja: 'a4_24', desde: 0 }, 'desde'],
    [{ hoja: 'a4_24', copias: 21 }, 'copias'],
    [{ hoja: 'a4_24', copias: 1.5 }, 'copias'],
    [{ hoja: 'a4_24', macs: [] }, 'macs'],
    [{ hoja: 'a4_24', macs: 'AC0000000001' }, 'macs'],
    [{ hoja: 'a4_24', macs: ['\0'] }, 'macs.0'],
    [{ hoja: 'a4_24', macs: Array(2001).fill('X') }, 'macs'],
    [{ hoja: 'a4_24', tipo: 'Otro' }, 'tipo'],
    [{ hoja: 'a4_24', orden: 'clave' }, 'orden'],
    [{ hoja: 'a4_24', fecha_desde: '2026-05-02', fecha_hasta: '2026-05-01' }, 'fecha_hasta'],
    [{ hoja: 'a4_24', exportacion: 'x' }, 'exportacion'],
  ])('%j: 400 with its field', async (body, field) => {
    const r = await p.call('POST', '/api/adhesivos', { body, cookie })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('more labels than one file may have: 400 that says how many, nothing drawn', {
    tags: ['slow'],
  }, async () => {
    await p.servidor.pool.query(
      `insert into dispositivo (empresa_id, mac, tipo, apodo)
       select 3, 'BB' || lpad(to_hex(n), 10, '0'), 'SmartBle', '30000-' || n from generate_series(1, 201) n`,
    )
    const admin = await p.as('admin')
    const body = { empresa: 3, hoja: 'a4_24', copias: 10 }
    const r = await p.call('POST', '/api/adhesivos', { body, cookie: admin })
    expect([r.status, r.body]).toMatchObject([400, { campo: 'copias', error: /2\.000.*2\.010/ }])
    const id = crypto.randomUUID()
    const { totalPages } = await print({ ...body, copias: 3, exportacion: id }, p, admin)
    expect(totalPages).toBe(Math.ceil((201 * 3) / 24))
    const progress = await p.call('GET', `/api/exportaciones/${id}`, { cookie: admin })
    expect(progress.body).toEqual({ hechas: 603, total: 603 })
  })

  test('a code that holds what looks like a smaller one is read as itself alone', async () => {
    const url = 'http://127.0.0.1:35805'
    const q = await startPrueba({ PUBLIC_URL: url })
    try {
      await q.register(SERIE, 'iBeacon', 'QR-1')
      const { bytes } = await print({ hoja: 'a4_65', copias: 13 }, q, await q.as('operario'))
      const leidos = (await readCodigos(bytes, HOJAS.a4_65.papel)).flat()
      expect(leidos.map((l) => l.texto)).toEqual(Array(13).fill(`${url}/Public?mac=${SERIE}`))
    } finally {
      await q.stop()
    }
  })

  test('PUBLIC_URL names the address in the code, whoever the call says that it came to', async () => {
    const q = await startPrueba({ PUBLIC_URL: 'https://retorna.example/' })
    try {
      await q.register('AC0000000001', 'SmartBle', '20014-001')
      const { bytes } = await print({ hoja: 'rollo_100x50' }, q, await q.as('operario'))
      expect((await readCodigos(bytes, HOJAS.rollo_100x50.papel)).flat().map((l) => l.texto)).toEqual([
        'https://retorna.example/Public?mac=AC0000000001',
      ])
    } finally {
      await q.stop()
    }
  })
})
