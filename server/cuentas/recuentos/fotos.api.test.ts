import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Linea, Recuento } from '#contract/cuentas/recuentos/recuentos'
import { MAX_FOTOS_RECUENTO } from '#contract/cuentas/recuentos/values'
import { HIDDEN, jpegOf, tellingJpeg } from '../../testing/files'
import { type Prueba, startPrueba } from '../../testing/retorna'

/** A valid 8×8 JPEG. */
const ENTERA = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
)
const MAX = 300 << 10

describe.runIf(inject('base').hay)('photos of unknown codes', () => {
  let p: Prueba
  let lugar: number
  beforeAll(async () => {
    p = await startPrueba()
    lugar = (await query("insert into ubicacion (empresa_id, nombre) values (1, 'Patio F') returning id"))
      .rows[0].id
    await p.register('AC000000F001', 'SmartBle', '778-1')
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const post = async <T>(ruta: string, body: unknown) =>
    (await p.call<T>('POST', `/api/recuentos${ruta}`, { body, cookie: await p.as('operario') })).body
  const get = async <T>(ruta: string) =>
    (await p.call<T>('GET', `/api/recuentos${ruta}`, { cookie: await p.as('operario') })).body
  /** A count with a scan of each of these codes. */
  async function count(...codigos: string[]) {
    const { id } = await post<Recuento>('', { ubicacion: lugar })
    const escaneos = codigos.map((codigo) => ({
      id: randomUUID(),
      codigo,
      apodo: codigo,
      hace_ms: 0,
      modo: 'camara',
    }))
    await post(`/${id}/escaneos`, { aparato: randomUUID(), escaneos })
    return { id, escaneos: escaneos.map((e) => e.id) as [string, ...string[]] }
  }
  const close = (id: number, anular = false) => post(`/${id}/cerrar`, { anular })
  async function put(id: number, escaneo: string, bytes: Buffer, quien = 'operario') {
    const body = new FormData()
    body.set('archivo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
    const r = await fetch(`${p.servidor.url}/api/recuentos/${id}/fotos/${escaneo}`, {
      method: 'PUT',
      headers: { cookie: await p.as(quien) },
      body,
    })
    const { nueva, code } = (await r.json()) as { nueva?: boolean; code?: string }
    return [r.status, code ?? nueva]
  }
  const see = async (id: number, escaneo: string, quien = 'operario') =>
    fetch(`${p.servidor.url}/api/recuentos/${id}/fotos/${escaneo}`, {
      headers: { cookie: await p.as(quien) },
    })
  const desconocidos = async (id: number) =>
    (await get<{ data: Linea[] }>(`/${id}/lineas?lista=desconocidos`)).data
      .map((l) => [l.codigo, l.foto])
      .sort()
  const file = async (id: number, formato: string) => {
    const r = await fetch(`${p.servidor.url}/api/recuentos/${id}/fichero?formato=${formato}`, {
      headers: { cookie: await p.as('operario') },
    })
    return new Uint8Array(await r.arrayBuffer())
  }

  test('one is kept by its scan, sent again it changes nothing, and list and files show it', async () => {
    const { id, escaneos } = await count('CAJA 1', 'CAJA 2')
    const [uno, dos] = escaneos
    expect(await put(id, uno, ENTERA)).toEqual([200, true])
    expect(await put(id, uno, jpegOf(20, 20))).toEqual([200, false])
    const both = await Promise.all([put(id, dos as string, ENTERA), put(id, dos as string, ENTERA)])
    expect(both.map((r) => r[1]).sort()).toEqual([false, true])
    const r = await see(id, uno)
    expect([r.status, r.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await r.arrayBuffer())).toEqual(ENTERA)
    expect(await desconocidos(id)).toEqual([
      ['CAJA 1', uno],
      ['CAJA 2', dos],
    ])
    // A phone that has already read these scans gets the new photos too.
    const { fotos } = await get<{ fotos: string[] }>(`/${id}/escaneos?desde=999999`)
    expect(fotos.sort()).toEqual([uno, dos].sort())
    await close(id)
    expect(await desconocidos(id)).toEqual([
      ['CAJA 1', uno],
      ['CAJA 2', dos],
    ])
    const [hoja] = (await readXlsx(await file(id, 'xlsx'))).sheets
    const k = hoja?.rows[0]?.indexOf('Foto') as number
    expect(
      hoja?.rows
        .slice(1)
        .map((f) => [f[0], f[k]])
        .sort(),
    ).toEqual([
      ['CAJA 1', 'sí'],
      ['CAJA 2', 'sí'],
    ])
    const pdf = await getDocumentProxy(await file(id, 'pdf'))
    expect((await extractText(pdf, { mergePages: true })).text).toContain('CAJA 2')
    expect((await extractImages(pdf, 1)).map((i) => [i.width, i.height])).toEqual([
      [8, 8],
      [8, 8],
    ])
  })

  test('one is kept without what its file tells, and with the side that is up', async () => {
    const { id, escaneos } = await count('CAJA 9')
    expect(await put(id, escaneos[0], tellingJpeg(20, 10))).toEqual([200, true])
    const bytes = Buffer.from(await (await see(id, escaneos[0])).arrayBuffer())
    expect(bytes.length).toBeGreaterThan(jpegOf(20, 10).length)
    expect(bytes.includes(HIDDEN)).toBe(false)
    await close(id, true)
  })

  test('what is no JPEG, too large, of nothing unknown or too much is refused', async () => {
    const { id, escaneos } = await count('CAJA 3', '778-1')
    const [uno, conocido] = escaneos
    expect(await put(id, uno, Buffer.from('<svg onload="alert(1)"></svg>'))).toEqual([
      415,
      'tipo_no_admitido',
    ])
    expect(await put(id, uno, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toEqual([415, 'tipo_no_admitido'])
    expect(await put(id, uno, jpegOf(1281, 10))).toEqual([400, 'entrada_no_valida'])
    expect(await put(id, uno, jpegOf(0, 0))).toEqual([400, 'entrada_no_valida'])
    expect(await put(id, uno, jpegOf(10, 10, MAX))).toEqual([413, 'demasiado_grande'])
    expect(await put(id, randomUUID(), ENTERA)).toEqual([404, 'no_encontrado'])
    expect(await put(id, conocido as string, ENTERA)).toEqual([409, 'conocido'])
    expect(await put(id, 'x', ENTERA)).toEqual([400, 'entrada_no_valida'])
    expect(await put(id, uno, ENTERA, 'consulta')).toEqual([403, expect.anything()])
    expect(await desconocidos(id)).toEqual([['CAJA 3', null]])
    expect((await see(id, uno)).status).toBe(404)
    // A photo of exactly the largest size; then the largest number of photos of a count, and one more.
    expect(await put(id, uno, jpegOf(1280, 1280, MAX - jpegOf(1, 1).length))).toEqual([200, true])
    await close(id, true)
    const otro = await count(...Array.from({ length: MAX_FOTOS_RECUENTO + 1 }, (_, i) => `N ${i}`))
    for (const e of otro.escaneos.slice(0, -1)) expect(await put(otro.id, e, ENTERA)).toEqual([200, true])
    expect(await put(otro.id, otro.escaneos.at(-1) as string, ENTERA)).toEqual([409, 'demasiadas'])
    await close(otro.id, true)
  })

  test('a closed count takes none any more; one that it has is sent again in peace, and nothing of it changes', async () => {
    const { id, escaneos } = await count('CAJA 4', 'CAJA 5')
    const [uno, dos] = escaneos
    await put(id, uno, ENTERA)
    await close(id)
    expect(await put(id, dos as string, ENTERA)).toEqual([409, 'cerrado'])
    expect(await put(id, uno, ENTERA)).toEqual([200, false])
    expect(await desconocidos(id)).toEqual([
      ['CAJA 4', uno],
      ['CAJA 5', null],
    ])
    for (const text of [
      "update recuento_foto set jpeg = '' where recuento_id = $1",
      'update recuento_linea set foto = null where recuento_id = $1',
    ])
      await expect(query(text, [id])).rejects.toThrow('only additions')
    // The photos are deleted with the count.
    await query('delete from recuento where id = $1', [id])
    expect((await query('select from recuento_foto where recuento_id = $1', [id])).rows).toEqual([])
  })

  test('another company and the people of a partner find none of it', async () => {
    const { id, escaneos } = await count('CAJA 6')
    await put(id, escaneos[0], ENTERA)
    expect((await see(id, escaneos[0], 'encargada')).status).toBe(404)
    expect(await put(id, escaneos[0], ENTERA, 'encargada')).toEqual([404, 'no_encontrado'])
    const admin = await p.as('admin')
    const { body } = await p.call<{ id: number }>('POST', '/api/custodia/terceros', {
      body: { nombre: 'Norte SA', clase: 'cliente', lugares: [] },
      cookie: admin,
    })
    await p.call('POST', `/api/custodia/terceros/${body.id}/personas`, {
      body: { username: 'norte', nombre: 'Nora Norte', password: 'rodillo-azul-2026' },
      cookie: admin,
    })
    const { cookie } = await p.call('POST', '/api/login', {
      body: { username: 'norte', password: 'rodillo-azul-2026' },
    })
    const r = await fetch(`${p.servidor.url}/api/recuentos/${id}/fotos/${escaneos[0]}`, {
      headers: { cookie },
    })
    expect(r.status).toBe(403)
    await close(id, true)
  })
})
