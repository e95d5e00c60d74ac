import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import type { EscaneoRecibido, Linea, Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import type { Situado } from '#contract/cuentas/recuentos/reglas-values'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Fallo = { code: string; campo?: string }

describe.runIf(inject('base').hay)('counts', () => {
  let p: Prueba
  let muelle: number
  beforeAll(async () => {
    p = await startPrueba()
    const { rows } = await query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle R'), (1, 'Nave R') returning id",
    )
    muelle = rows[0].id
    for (const [mac, apodo, lugar] of [
      ['C30000000D01', 'LEC-R1', 'Muelle R'],
      ['C30000000D02', 'LEC-R2', 'Nave R'],
    ] as const) {
      await p.register(mac, 'Reader', apodo)
      await query(
        'update dispositivo set ubicacion_id = (select id from ubicacion where nombre = $2) where mac = $1',
        [mac, lugar],
      )
    }
    for (let i = 1; i <= 6; i++) await put(i, 'LEC-R1')
    await put(7, 'LEC-R2')
    await p.register(macOf(8), 'SmartBle', '777-8')
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const macOf = (i: number) => `AC000000D0${String(i).padStart(2, '0')}`
  /** A container that a reader has just heard. */
  async function put(i: number, lector: string) {
    await p.register(macOf(i), 'SmartBle', `777-${i}`)
    await hearAt(i, lector)
  }
  const hearAt = (i: number, lector: string) =>
    query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde)
       select d.id, d.empresa_id, now(), now(), l.id, now() from dispositivo d, dispositivo l where d.mac = $1 and l.apodo = $2
       on conflict (dispositivo_id) do update set lector_id = excluded.lector_id`,
      [macOf(i), lector],
    )
  const get = async <T>(ruta: string, quien = 'operario') => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status, r.status === 200 ? '' : r.body]).toEqual([ruta, 200, ''])
    return r.body
  }
  const post = async <T = Recuento & Fallo>(ruta: string, body: unknown, quien = 'operario') =>
    p.call<T>('POST', `/api/recuentos${ruta}`, { body, cookie: await p.as(quien) })
  const open = async (body: object = { ubicacion: muelle }) => (await post('', body)).body
  const scan = (codigo: string, mas: object = {}) => ({
    id: randomUUID(),
    codigo,
    mac: /^[0-9A-F]{12}$/.test(codigo) ? codigo : null,
    apodo: codigo,
    hace_ms: 0,
    modo: 'camara',
    ...mas,
  })
  const send = async (id: number, escaneos: object[], quien?: string) =>
    post<{ nuevos: number; tarde: boolean } & Fallo>(
      `/${id}/escaneos`,
      { aparato: randomUUID(), escaneos },
      quien,
    )
  /** A count with these scans, still open. */
  const count = async (codigos: string[], body?: object) => {
    const { id } = await open(body)
    const escaneos = codigos.map((c) => scan(c))
    if (escaneos.length > 0) expect((await send(id, escaneos)).status).toBe(200)
    return id
  }
  const TODOS = [1, 2, 3, 4, 5, 6].map((i) => `777-${i}`)
  const lineas = async (id: number, lista: string) =>
    (await get<{ data: Linea[] }>(`/api/recuentos/${id}/lineas?lista=${lista}&per_page=200`)).data
      .map((l) => l.Apodo ?? l.codigo)
      .sort()
  const one = (id: number) => get<UnRecuento>(`/api/recuentos/${id}`)
  /** Cancels a count, so that the next test can open the same one. */
  const cancel = (id: number) => post(`/${id}/cerrar`, { anular: true })

  test('is opened once, by who may, of what there is', async () => {
    const r = await open()
    expect(r).toMatchObject({
      lugar: 'Muelle R',
      familia: null,
      estado: 'abierto',
      esperados: 6,
      cifras: null,
    })
    expect((await post('', { ubicacion: muelle })).body.code).toBe('ya_abierto')
    expect((await post('', { ubicacion: muelle }, 'consulta')).status).toBe(403)
    expect((await post('', { ubicacion: 999_999 })).status).toBe(404)
    expect((await post('', { familia: 'NO-HAY' })).status).toBe(404)
    for (const body of [{}, { ubicacion: muelle, familia: '777' }, { ubicacion: 'x' }])
      expect((await post('', body)).status).toBe(400)
    const { contenedores, completo } = await get<{ contenedores: Situado[]; completo: boolean }>(
      `/api/recuentos/${r.id}/esperados`,
    )
    expect(completo).toBe(true)
    const of = (apodo: string) => contenedores.find((c) => c.apodo === apodo)
    expect(contenedores.filter((c) => c.esperado)).toHaveLength(6)
    expect(of('777-1')).toMatchObject({ esperado: true, lugar: 'Muelle R', oido: true })
    expect(of('777-7')).toMatchObject({ esperado: false, lugar: 'Nave R' })
    expect(of('777-8')).toMatchObject({ esperado: false, lugar: null, oido: false })
    await cancel(r.id)
  })

  test('two phones scan; what is sent again changes nothing; the lists are those of the truth', async () => {
    const { id } = await open()
    const ane = [scan('777-1'), scan(macOf(2)), scan('777-7'), scan('CAJA SIN NADA')]
    const jon = [scan('777-1', { hace_ms: 60_000 }), scan('777-3'), scan('777-8'), scan('LEC-R1')]
    const mal = scan('777-4')
    expect((await send(id, [...ane, mal])).body).toEqual({ nuevos: 5, tarde: false })
    expect((await send(id, [...ane, ...ane, mal])).body.nuevos).toBe(0)
    const both = await Promise.all([send(id, jon, 'admin'), send(id, jon, 'admin'), send(id, jon, 'admin')])
    expect(both.reduce((n, r) => n + r.body.nuevos, 0)).toBe(4)
    await send(id, [scan('777-4', { anula: mal.id })])
    expect(await lineas(id, 'encontrados')).toEqual(['777-1', '777-2', '777-3'])
    expect(await lineas(id, 'faltantes')).toEqual(['777-4', '777-5', '777-6'])
    expect(await lineas(id, 'sobrantes')).toEqual(['777-7', '777-8'])
    // A reader is not a container.
    expect(await lineas(id, 'desconocidos')).toEqual(['CAJA SIN NADA', 'LEC-R1'])
    expect(await lineas(id, 'repetidos')).toEqual(['777-1'])
    const r = await one(id)
    expect(r.aparatos.map((a) => a.escaneos).sort()).toEqual([1, 4, 5])
    expect(r.cifras).toMatchObject({
      esperados: 6,
      faltantes: 3,
      sobrantes: 2,
      desconocidos: 2,
      repetidos: 1,
      escaneos: 8,
    })
    // Another phone reads the scans in order of arrival, from any number on.
    type Scans = { data: EscaneoRecibido[]; siguiente: number; estado: string }
    const first = await get<Scans>(`/api/recuentos/${id}/escaneos`)
    expect(first.data).toHaveLength(10)
    expect(first.data.find((e) => e.codigo === '777-7')).toMatchObject({ mac: macOf(7), lugar: 'Nave R' })
    expect((await get<Scans>(`/api/recuentos/${id}/escaneos?desde=${first.siguiente}`)).data).toEqual([])
    await cancel(id)
  })

  test('closed it never changes: what comes late is kept apart, the database refuses the rest', async () => {
    const { id } = await open()
    await send(
      id,
      [1, 2, 3, 4, 5, 7].map((i) => scan(`777-${i}`)),
    )
    // By the readings it has left the place meanwhile.
    await hearAt(6, 'LEC-R2')
    const cerrado = (await post(`/${id}/cerrar`, { nota: 'Con prisa' })).body
    expect(cerrado).toMatchObject({
      estado: 'cerrado',
      nota: 'Con prisa',
      cifras: { encontrados: 5, faltantes: 1, sobrantes: 1, acuerdan: 5, comparados: 6 },
    })
    expect((await post(`/${id}/cerrar`, {})).body.code).toBe('cerrado')
    const before = await one(id)
    expect((await send(id, [scan('777-6'), scan('OTRA')])).body).toEqual({ nuevos: 2, tarde: true })
    await hearAt(6, 'LEC-R1')
    const after = await one(id)
    expect(after.cifras).toEqual(before.cifras)
    expect(after.aparatos.reduce((n, a) => n + a.tarde, 0)).toBe(2)
    expect(await lineas(id, 'faltantes')).toEqual(['777-6'])
    for (const text of [
      "update recuento set nota = 'otra' where id = $1",
      "update recuento set cifras = '{}' where id = $1",
      'update recuento set cerrado = null, cifras = null where id = $1',
      "update recuento_linea set resultado = 'correcto' where recuento_id = $1",
      "update recuento_escaneo set codigo = 'x' where recuento_id = $1",
    ])
      await expect(query(text, [id])).rejects.toThrow('only additions')
    for (const formato of ['xlsx', 'pdf']) {
      const r = await p.call('GET', `/api/recuentos/${id}/fichero?formato=${formato}`, {
        cookie: await p.as('operario'),
      })
      expect([formato, r.status]).toEqual([formato, 200])
      expect(r.headers.get('content-disposition')).toContain(`recuento-${id}.${formato}`)
      const all = await p.call(
        'GET',
        `/api/export_recuentos?formato=${formato}&estado=cerrado&ubicacion=Muelle R&columnas=que,acuerdo`,
        { cookie: await p.as('operario') },
      )
      expect(all.status).toBe(200)
    }
    const { data } = await get<{ data: { lugar: string; recuentos: { id: number }[] }[] }>(
      '/api/recuentos/acuerdos',
    )
    expect(data.find((a) => a.lugar === 'Muelle R')?.recuentos[0]).toMatchObject({
      id,
      acuerdan: 5,
      comparados: 6,
    })
  })

  test('where the company wants it another person signs, once', async () => {
    const put = async (firma: boolean, quien: string) =>
      (await p.call('PUT', '/api/recuentos/ajuste', { body: { firma }, cookie: await p.as(quien) })).status
    expect(await put(true, 'operario')).toBe(403)
    expect(await put(true, 'admin')).toBe(200)
    const { id } = await open()
    expect((await post(`/${id}/firmar`, undefined, 'admin')).body.code).toBe('sin_cerrar')
    expect((await post(`/${id}/cerrar`, {})).body.estado).toBe('por_firmar')
    expect((await post(`/${id}/firmar`, undefined)).body.code).toBe('misma_persona')
    expect((await post(`/${id}/firmar`, undefined, 'admin')).body).toMatchObject({ estado: 'firmado' })
    expect((await post(`/${id}/firmar`, undefined, 'admin')).body.code).toBe('firmado')
    await expect(query("update recuento set firmo = 'otra' where id = $1", [id])).rejects.toThrow()
    expect(await put(false, 'admin')).toBe(200)
    type List = { data: Recuento[]; total: number }
    expect((await get<List>('/api/recuentos?estado=firmado')).data.map((r) => r.id)).toEqual([id])
    const { data } = await get<{ data: object[] }>('/api/auditoria?entidad=recuento', 'admin')
    expect(data.length).toBeGreaterThan(3)
  })

  test('who may sign is notified of a count that differs or waits for it: once, by person, and nobody who took it', async () => {
    await query('delete from aviso; delete from aviso_hecho')
    const told = async (quien: string) =>
      (await get<{ data: Aviso[] }>('/api/avisos?tipo=recuento', quien)).data
        .map(({ texto, enlace }) => [texto.replace(/ a las? \d+:\d\d/, ''), enlace])
        .sort()
    const put = (firma: boolean) =>
      p.as('admin').then((cookie) => p.call('PUT', '/api/recuentos/ajuste', { body: { firma }, cookie }))
    const close = async (id: number, quien?: string) =>
      expect((await post(`/${id}/cerrar`, {}, quien)).status).toBe(200)
    // A count without differences and a cancelled count notify nobody.
    await close(await count(TODOS))
    await cancel(await count(['777-7']))
    expect(await told('admin')).toEqual([])
    const uno = await count(['777-1', '777-2', '777-3', '777-4', '777-7'])
    await close(uno)
    const first = [
      'El recuento de «Muelle R», cerrado, tiene diferencias: faltan 2 y sobra 1.',
      `/recuentos/${uno}`,
    ]
    expect(await told('admin')).toEqual([first])
    for (const quien of ['operario', 'consulta', 'encargada']) expect(await told(quien)).toEqual([])
    // A second count by the same user joins the notice; a count by another user does not.
    await close(await count(['NADA'], { familia: '777' }))
    expect(await told('admin')).toEqual([
      [
        '2 recuentos (Muelle R y Familia 777) tienen diferencias: faltan 10, sobra 1 y hay 1 código desconocido; el primero se cerró.',
        '/recuentos?estado=por_revisar',
      ],
    ])
    await put(true)
    const otro = await count(TODOS)
    await close(otro, 'admin')
    await put(false)
    expect(await told('admin')).toHaveLength(1)
    expect(await told('operario')).toEqual([])
    await query("update usuario set rol = 'operario' where username = 'consulta'")
    await put(true)
    const firma = await count(['777-1'])
    await close(firma)
    await put(false)
    expect(await told('consulta')).toEqual([
      [
        'El recuento de «Muelle R», cerrado, espera la firma de otra persona: faltan 5.',
        `/recuentos/${firma}`,
      ],
    ])
    await query("update usuario set rol = 'lectura' where username = 'consulta'")
  })

  test('is to be looked at while it differs, until another person signs it or it is counted again', async () => {
    const porRevisar = async (quien?: string) =>
      (await get<{ data: Recuento[] }>('/api/recuentos?estado=por_revisar&per_page=200', quien)).data.map(
        (r) => r.id,
      )
    const close = async (codigos: string[]) => {
      const id = await count(codigos)
      await post(`/${id}/cerrar`, {})
      return id
    }
    const before = await porRevisar()
    const uno = await close(['777-1'])
    expect(await porRevisar()).toContain(uno)
    expect(await porRevisar('encargada')).toEqual([])
    const dos = await close(['777-1', '777-2'])
    expect(await porRevisar()).not.toContain(uno)
    // A cancelled count does not replace the review of the earlier one.
    await cancel((await open()).id)
    expect(await porRevisar()).toContain(dos)
    expect((await post(`/${dos}/firmar`, undefined)).body.code).toBe('misma_persona')
    expect((await post(`/${dos}/firmar`, undefined, 'admin')).status).toBe(200)
    const after = await porRevisar()
    expect(after).not.toContain(dos)
    expect(before).toEqual(expect.arrayContaining(after))
    expect(await get<{ total: number }>('/api/recuentos?estado=por_revisar')).toMatchObject({
      total: after.length,
    })
    const file = await p.call('GET', '/api/export_recuentos?formato=xlsx&estado=por_revisar', {
      cookie: await p.as('operario'),
    })
    expect(file.status).toBe(200)
  })

  test('a family is counted anywhere, and where it was seen is compared', async () => {
    const { id, esperados } = await open({ familia: '777' })
    expect(esperados).toBe(8)
    await send(id, [scan('777-1', { donde: 'Nave R' }), scan('777-7', { donde: 'Nave R' }), scan('777-8')])
    expect(await lineas(id, 'sobrantes')).toEqual(['777-1'])
    expect(await lineas(id, 'encontrados')).toEqual(['777-7', '777-8'])
    await cancel(id)
    expect((await one(id)).estado).toBe('anulado')
  })

  test('another company finds none of it', async () => {
    const { id } = await open()
    const cookie = await p.as('encargada')
    for (const ruta of ['', '/lineas', '/esperados', '/escaneos', '/fichero?formato=xlsx'])
      expect([ruta, (await p.call('GET', `/api/recuentos/${id}${ruta}`, { cookie })).status]).toEqual([
        ruta,
        404,
      ])
    expect((await send(id, [scan('777-1')], 'encargada')).status).toBe(404)
    expect((await post(`/${id}/cerrar`, {}, 'encargada')).status).toBe(404)
    expect((await post(`/${id}/firmar`, undefined, 'encargada')).status).toBe(404)
    expect((await get<{ total: number }>('/api/recuentos', 'encargada')).total).toBe(0)
    expect((await post('', { ubicacion: muelle }, 'encargada')).status).toBe(404)
    for (const ruta of ['?empresa=1', '/acuerdos?empresa=1', '/ajuste?empresa=1'])
      expect((await p.call('GET', `/api/recuentos${ruta}`, { cookie })).status).toBe(404)
    const bad = [
      [],
      [scan('')],
      [scan('x', { id: 'no' })],
      [scan('x', { hace_ms: -1 })],
      [scan('x', { modo: 'ojo' })],
      [scan('a\u0000b')],
      Array.from({ length: 501 }, () => scan('x')),
    ]
    for (const escaneos of bad) expect((await send(id, escaneos)).status).toBe(400)
    await cancel(id)
  })
})
