import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Plano, Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import { HIDDEN, jpegOf, tellingJpeg } from '../../testing/files'
import { type Prueba, startPrueba } from '../../testing/retorna'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** The first bytes of a PNG of that size. */
function pngOf(width: number, height: number): Buffer {
  const b = Buffer.from(PNG)
  b.writeUInt32BE(width, 16)
  b.writeUInt32BE(height, 20)
  return b
}

describe.runIf(inject('base').hay)('locations and floor plan', () => {
  let p: Prueba
  let admin: string
  let operario: string

  const plano = async (empresa = 1, cookie = admin) =>
    (await p.call<Plano>('GET', `/api/ubicaciones?empresa=${empresa}`, { cookie })).body
  const change = async (method: string, ruta: string, body: object, cookie = admin) =>
    p.call<Plano & { code: string; error: string; campo?: string }>(method, ruta, { body, cookie })
  const update = (version: string, cambios: object[]) =>
    change('PUT', '/api/ubicaciones', { version, cambios })
  async function upload(bytes: Buffer, mas: { version?: string; empresa?: number; cookie?: string } = {}) {
    const { empresa = 1, cookie = admin } = mas
    const version = mas.version ?? (await plano(empresa)).version
    const form = new FormData()
    form.append('archivo', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'x.png')
    const res = await fetch(`${p.servidor.url}/api/plano_imagen?empresa=${empresa}&version=${version}`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    })
    return { status: res.status, body: (await res.json()) as Plano & { error: string; code: string } }
  }
  const nodo = (d: Plano, nombre: string) => {
    const u = d.data.find((x) => x.nombre === nombre)
    if (!u) throw new Error(`no location ${nombre}`)
    return u
  }

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    operario = await p.as('operario')
    await p.register('C30000000001', 'Reader', 'LEC-1')
    await p.register('C30000000002', 'Reader', 'LEC-2')
    await p.register('C30000000003', 'Reader', 'LEC-3', { empresa: 2 })
    for (const [i, apodo] of ['20014-1', '20014-2', '20015-1', '20015-2'].entries())
      await p.register(`AC233F00000${i}`, 'SmartBle', apodo)
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
       select d.id, d.empresa_id, now(), now(), l.id from dispositivo d, dispositivo l
       where d.apodo in ('20014-1', '20014-2', '20015-1') and l.apodo = 'LEC-1'`,
    )
  })
  afterAll(() => p.stop())

  // cubre: plano 4
  test('a company without locations gets the eleven default ones, once, on the plan', async () => {
    const empty = await plano()
    expect([empty.data, empty.imagen, empty.nombre_empresa]).toEqual([[], null, 'Empresa 1'])
    const r = await change('POST', '/api/ubicaciones/por_defecto', { version: empty.version })
    expect(r.body.data.map((u) => u.nombre)).toEqual([
      'Gestamp',
      'Descarga Llenos',
      'Almacén Lleno',
      'En Consumo',
      'Almacén Vacío',
      'Carga Vacíos',
      'Control de Calidad',
      'Reparación',
      'Limpieza',
      'Expedición',
      'Montaje Bruto',
    ])
    expect(r.body.data.every((u) => u.nodo_x !== null && u.nodo_y !== null)).toBe(true)
    const otra = await change('POST', '/api/ubicaciones/por_defecto', { version: r.body.version })
    expect(otra.body.data).toHaveLength(11)
    expect((await plano(2)).data).toEqual([])
  })

  test('a location is added, renamed, moved and removed; what changed is in the audit log', async () => {
    const nueva = { nombre: 'Muelle 9', grupo: 'llenos', nodo_x: 0.25, nodo_y: 0.5 }
    let d: Plano = (await change('POST', '/api/ubicaciones', { version: (await plano()).version, ...nueva }))
      .body
    const { id } = nodo(d, 'Muelle 9')
    d = (await update(d.version, [{ id, nombre: 'Muelle 10', planta: 'Vitoria', grupo: 'vacios' }])).body
    expect(nodo(d, 'Muelle 10')).toMatchObject({ id, planta: 'Vitoria', grupo: 'vacios', nodo_x: 0.25 })
    d = (await update(d.version, [{ id, nodo_x: 1, nodo_y: 0 }])).body
    expect(nodo(d, 'Muelle 10')).toMatchObject({ nodo_x: 1, nodo_y: 0, planta: 'Vitoria' })
    d = (await update(d.version, [{ id, nodo_x: null, nodo_y: null, nombre: 'Muelle 10' }])).body
    expect(nodo(d, 'Muelle 10')).toMatchObject({ nodo_x: null, nodo_y: null })
    expect((await update(d.version, [{ id, planta: 'Vitoria' }])).body.version).toBe(d.version)
    d = (await p.call<Plano>('DELETE', `/api/ubicaciones/${id}?version=${d.version}`, { cookie: admin })).body
    expect(d.data.some((u) => u.id === id)).toBe(false)
    const { body } = await p.call<{ data: { accion: string; entidad_id: string }[] }>(
      'GET',
      '/api/auditoria?entidad=ubicacion&per_page=100',
      { cookie: admin },
    )
    expect(body.data.filter((a) => a.entidad_id === String(id)).map((a) => a.accion)).toEqual([
      'eliminar',
      'cambiar',
      'cambiar',
      'cambiar',
      'crear',
    ])
  })

  test('a change of what somebody else has changed meanwhile is a 409, and nothing is written', async () => {
    const visto = await plano()
    const { id } = nodo(visto, 'Gestamp')
    const mueve = (nodo_x: number) => update(visto.version, [{ id, nodo_x, nodo_y: 0.5 }])
    const res = await Promise.all([0.31, 0.32, 0.33].map(mueve))
    expect(res.map((r) => r.status).sort()).toEqual([200, 409, 409])
    expect(res.find((r) => r.status === 409)?.body).toMatchObject({ code: 'plano_cambiado' })
    const ganador = res.find((r) => r.status === 200)?.body as Plano
    expect((await plano()).version).toBe(ganador.version)
    for (const [method, ruta, body] of [
      ['POST', '/api/ubicaciones', { nombre: 'X', grupo: 'llenos', nodo_x: 0, nodo_y: 0 }],
      ['POST', '/api/ubicaciones/por_defecto', {}],
      ['PUT', '/api/ubicaciones', { cambios: [{ id, macs: [] }] }],
    ] as const)
      expect((await change(method, ruta, { version: visto.version, ...body })).status).toBe(409)
    expect((await upload(PNG, { version: visto.version })).status).toBe(409)
    expect((await plano()).version).toBe(ganador.version)
  })

  test('readers of a location: those named and no others; their containers stand there', async () => {
    let d = await plano()
    const lleno = nodo(d, 'Almacén Lleno').id
    const put = (id: number, macs: string[]) => update(d.version, [{ id, macs }])
    d = (await put(lleno, ['C30000000001', 'C30000000002', 'C30000000001'])).body
    expect(nodo(d, 'Almacén Lleno').lectores.map((l) => l.apodo)).toEqual(['LEC-1', 'LEC-2'])
    expect((await p.device('AC233F000000')).Ubicacion).toBe('Almacén Lleno')
    d = (await put(nodo(d, 'En Consumo').id, ['C30000000002'])).body
    expect(nodo(d, 'Almacén Lleno').lectores.map((l) => l.apodo)).toEqual(['LEC-1'])
    for (const mac of ['C30000000003', 'AC233F000000', 'NADIE'])
      expect((await put(lleno, [mac])).status).toBe(404)
    expect((await plano()).version).toBe(d.version)
  })

  test('what several locations become is written whole or not at all', async () => {
    const previous = await plano()
    const [lleno, consumo, empty] = ['Almacén Lleno', 'En Consumo', 'Almacén Vacío'].map((n) =>
      nodo(previous, n),
    ) as [Ubicacion, Ubicacion, Ubicacion]
    for (const [cambios, status] of [
      [
        [
          { id: lleno.id, nombre: 'Otro' },
          { id: 999_999, planta: 'x' },
        ],
        404,
      ],
      [
        [
          { id: lleno.id, nombre: 'Otro' },
          { id: consumo.id, nombre: 'OTRO' },
        ],
        409,
      ],
      [
        [
          { id: lleno.id, nombre: consumo.nombre },
          { id: consumo.id, nombre: lleno.nombre },
        ],
        409,
      ],
      [[{ id: lleno.id, planta: 'x', macs: ['NADIE'] }], 404],
      [
        [
          { id: lleno.id, macs: ['C30000000001'] },
          { id: empty.id, macs: ['C30000000001'] },
        ],
        400,
      ],
    ] as const)
      expect([cambios, (await update(previous.version, [...cambios])).status]).toEqual([cambios, status])
    expect(await plano()).toEqual(previous)
    const cambiado = await update(previous.version, [
      { id: empty.id, macs: ['C30000000001', 'C30000000002'], nodo_x: 0.5, nodo_y: 0.5 },
      { id: lleno.id, nombre: 'Pulmón' },
    ])
    expect(nodo(cambiado.body, 'Almacén Vacío').lectores).toHaveLength(2)
    expect(nodo(cambiado.body, 'Pulmón').lectores).toEqual([])
    const vuelta = await update(
      cambiado.body.version,
      [lleno, consumo, empty].map(({ id, nombre, nodo_x, nodo_y, lectores }) => ({
        id,
        nombre,
        nodo_x,
        nodo_y,
        macs: lectores.map((l) => l.mac),
      })),
    )
    expect(vuelta.body).toEqual(previous)
    expect((await p.device('AC233F000000')).Ubicacion).toBe('Almacén Lleno')
  })

  test('a picture is stored for its company alone and served so that nothing in it can run', async () => {
    const r = await upload(PNG)
    expect(r.body.imagen).toMatchObject({ ancho: 1, alto: 1 })
    const url = p.servidor.url + r.body.imagen?.url
    const res = await fetch(url, { headers: { cookie: operario } })
    expect(Buffer.from(await res.arrayBuffer()).equals(PNG)).toBe(true)
    expect(res.headers.get('content-type')).toBe('image/png')
    expect(res.headers.get('x-content-type-options')).toBe('nosniff')
    expect(res.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(res.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { cookie: await p.as('calidad') } })).status).toBe(404)
    expect((await plano(2)).imagen).toBeNull()
    const { body } = await p.call<{ data: unknown[] }>('GET', '/api/auditoria?entidad=plano', {
      cookie: admin,
    })
    expect(body.data).toHaveLength(1)
    expect(JSON.stringify(body.data)).not.toContain('cuerpo')
    const borra = await p.call<Plano>('DELETE', `/api/plano_imagen?version=${r.body.version}`, {
      cookie: admin,
    })
    expect(borra.body.imagen).toBeNull()
    expect((await fetch(url, { headers: { cookie: operario } })).status).toBe(404)
  })

  test('a photo of the plan is stored without what its file tells, and with the side that is up', async () => {
    const { body } = await upload(tellingJpeg(20, 10))
    expect(body.imagen).toMatchObject({ ancho: 10, alto: 20 })
    const res = await fetch(p.servidor.url + body.imagen?.url, { headers: { cookie: operario } })
    const bytes = Buffer.from(await res.arrayBuffer())
    expect(bytes.length).toBeGreaterThan(jpegOf(20, 10).length)
    expect(bytes.includes(HIDDEN)).toBe(false)
    await p.call('DELETE', `/api/plano_imagen?version=${body.version}`, { cookie: admin })
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 415],
    [
      'HTML after the first bytes of a PNG',
      Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]),
      400,
    ],
    ['no bytes', Buffer.alloc(0), 400],
    ['7000 px', pngOf(7000, 10), 400],
    ['no width', pngOf(0, 10), 400],
    ['over 5 MB', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), 413],
  ])('%s is refused and nothing changes', async (_, bytes, status) => {
    const previous = await plano()
    const r = await upload(bytes)
    expect(r.status).toBe(status)
    expect(r.body.error).toMatch(/imagen|archivo/i)
    expect(await plano()).toEqual(previous)
  })

  test('a form is what is wanted, and its field', async () => {
    const { version } = await plano()
    const ruta = `/api/plano_imagen?version=${version}`
    const sin = await change('POST', ruta, {})
    expect([sin.status, sin.body.code]).toEqual([415, 'tipo_no_admitido'])
    const form = new FormData()
    form.append('otro', new Blob(['x']), 'x')
    const res = await fetch(p.servidor.url + ruta, { method: 'POST', headers: { cookie: admin }, body: form })
    expect(res.status).toBe(400)
  })

  test('input that makes no sense is refused with a reason', async () => {
    const { version, data } = await plano()
    const id = data[0]?.id
    const nueva = { version, nombre: 'Z', grupo: 'llenos', nodo_x: 0.1, nodo_y: 0.1 }
    for (const [cambio, status] of [
      [{ nombre: '' }, 400],
      [{ nombre: 'x'.repeat(61) }, 400],
      [{ nombre: 'a\u0000b' }, 400],
      [{ nombre: ' sin UBICACIÓN ' }, 400],
      [{ nombre: 'gestamp' }, 409],
      [{ grupo: 'otro' }, 400],
      [{ nodo_x: 1.1 }, 400],
      [{ nodo_x: null }, 400],
      [{ nodo_x: '0.5' }, 400],
      [{ version: undefined }, 400],
      [{ empresa: 999 }, 404],
    ] as const)
      expect([cambio, (await change('POST', '/api/ubicaciones', { ...nueva, ...cambio })).status]).toEqual([
        cambio,
        status,
      ])
    for (const [cambio, status] of [
      [{ nombre: '' }, 400],
      [{ nombre: ' sin UBICACIÓN ' }, 400],
      [{ nombre: 'En Consumo' }, 409],
      [{ grupo: 'otro' }, 400],
      [{ nodo_x: 0.5 }, 400],
      [{ nodo_x: 0.5, nodo_y: null }, 400],
      [{ nodo_x: 0.5, nodo_y: 1.1 }, 400],
      [{ macs: 'C30000000001' }, 400],
      [{ macs: Array.from({ length: 1001 }, (_, i) => `C3${i}`) }, 400],
      [{ id: 0 }, 400],
      [{ id: 999_999, nodo_x: 0, nodo_y: 0 }, 404],
    ] as const)
      expect([cambio, (await update(version, [{ id, ...cambio }])).status]).toEqual([cambio, status])
    const duplicate = [1, 2].map(() => ({ id, nodo_x: 0.1, nodo_y: 0.1 }))
    for (const cambios of [[], duplicate, Array.from({ length: 201 }, (_, i) => ({ id: i + 1 }))])
      expect((await update(version, cambios)).status).toBe(400)
    expect((await plano()).version).toBe(version)
  })

  test("another company's plan is not there, and only admins change one", async () => {
    expect((await p.call('GET', '/api/ubicaciones?empresa=2', { cookie: operario })).status).toBe(404)
    expect((await plano(1, operario)).data.length).toBeGreaterThan(10)
    const { version } = await plano()
    const r = await change('POST', '/api/ubicaciones/por_defecto', { version }, operario)
    expect(r.status).toBe(403)
    expect((await upload(PNG, { cookie: operario })).status).toBe(403)
    const dos = await plano(2)
    const id = nodo(await plano(), 'Gestamp').id
    const ajena = await change('PUT', '/api/ubicaciones', {
      empresa: 2,
      version: dos.version,
      cambios: [{ id, nodo_x: 0, nodo_y: 0 }],
    })
    expect(ajena.status).toBe(404)
  })
})
