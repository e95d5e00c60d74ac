import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaPerdidaLista, PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { keepPerdidas } from '../perdidas/service'

type Dicho = { asientos: number[]; resultados: { mac: string; status: string; message: string }[] }
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('searches for what a count did not find', () => {
  let p: Prueba
  let muelle: number
  let macs = 0
  beforeAll(async () => {
    p = await startPrueba()
    const { rows } = await query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle B'), (1, 'Nave B') returning id",
    )
    muelle = rows[0].id
    for (const [mac, apodo, lugar] of [
      ['C30000000E01', 'LEC-B1', 'Muelle B'],
      ['C30000000E02', 'LEC-B2', 'Nave B'],
      ['C30000000E03', 'LEC-B3', 'Muelle B'],
      ['C30000000E04', 'LEC-B4', null],
    ] as const) {
      await p.register(mac, 'Reader', apodo)
      await query(
        'update dispositivo set ubicacion_id = (select id from ubicacion where nombre = $2) where mac = $1',
        [mac, lugar],
      )
    }
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const keep = () => keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)
  /** A reader hears a container, `ago` ms ago. */
  const hear = (mac: string, lector = 'LEC-B1', ago = 0) =>
    query(
      `insert into dispositivo_estado as e (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde)
       select d.id, d.empresa_id, $3, now(), l.id, $3 from dispositivo d, dispositivo l where d.mac = $1 and l.apodo = $2
       on conflict (dispositivo_id) do update set lector_id = excluded.lector_id, ultimo_registro = excluded.ultimo_registro,
         lector_desde = case when e.lector_id = excluded.lector_id then e.lector_desde else excluded.lector_desde end`,
      [mac, lector, new Date(Date.now() - ago)],
    )
  const call = async <T>(method: string, ruta: string, body?: unknown, quien = 'operario') =>
    p.call<T>(method, `/api${ruta}`, { body, cookie: await p.as(quien) })
  const get = async <T>(ruta: string) => (await call<T>('GET', ruta)).body
  const search = (mac: string, recuento: number | null, mas: object = {}, quien?: string) =>
    call<Dicho>(
      'POST',
      '/perdidas/asientos',
      { contenedores: [mac], clase: 'busqueda', recuento, ...mas },
      quien,
    )
  const say = async (mac: string, recuento: number | null, mas: object = {}) =>
    (await search(mac, recuento, mas)).body.resultados[0]
  const listed = async (mac: string) =>
    (await get<{ data: FilaPerdidaLista[] }>(`/perdidas/lista?search=${mac}`)).data[0]
  /** After the job of a minute. */
  const rungOf = async (mac: string) => {
    await keep()
    return (await listed(mac))?.peldano ?? 'visto'
  }
  const scan = (id: number, mac: string, mas: object = {}) => {
    const escaneo = { id: randomUUID(), codigo: mac, mac, apodo: null, hace_ms: 0, modo: 'camara', ...mas }
    return call('POST', `/recuentos/${id}/escaneos`, { aparato: randomUUID(), escaneos: [escaneo] })
  }
  const open = async (body: object = { ubicacion: muelle }) =>
    (await call<Recuento>('POST', '/recuentos', body)).body.id
  const close = (id: number, anular = false) => call('POST', `/recuentos/${id}/cerrar`, { anular })
  /** A container that is heard at the place, and a closed count of the place that did not find it. */
  async function miss(lector = 'LEC-B1', ago = 0) {
    const mac = `AC00000020${String(++macs).padStart(2, '0')}`
    await p.register(mac, 'SmartBle', `889-${macs}`)
    await hear(mac, lector, ago)
    const id = await open()
    await close(id)
    return { mac, id }
  }
  /** Such a container, in search. */
  async function seek() {
    const { mac, id } = await miss()
    expect(await say(mac, id)).toMatchObject({ status: 'success', message: 'En búsqueda.' })
    expect(await rungOf(mac)).toBe('en_busqueda')
    return { mac, id }
  }

  test('is searched for although it is heard there, and readings there do not end that', async () => {
    const { mac, id } = await miss()
    expect(await say(mac, null)).toMatchObject({ status: 'error' })
    const yo = (await query("select id from usuario where username = 'operario'")).rows[0].id
    const { body } = await search(mac, id, { lleva: yo, nota: 'No encontrado en un recuento' })
    expect(body.resultados[0]).toMatchObject({ status: 'success', message: 'En búsqueda.' })
    for (const lector of ['LEC-B1', 'LEC-B3', 'LEC-B4', 'LEC-B1']) {
      await hear(mac, lector)
      expect([lector, await rungOf(mac)]).toEqual([lector, 'en_busqueda'])
    }
    expect(await listed(mac)).toMatchObject({
      se_oye: true,
      vuelve: null,
      asiento: { clase: 'busqueda', recuento: id, lleva: { id: yo }, persona: { id: yo } },
    })
    expect(await get<PerdidaOf>(`/perdidas/contenedor/${mac}`)).toMatchObject({
      peldano: 'en_busqueda',
      desde: null,
      ultimo: null,
      historia: [{ clase: 'busqueda', recuento: id, anulado: null }],
    })
    // Nobody proposes or declares as lost what is heard.
    for (const clase of ['propuesta', 'declarada'])
      expect(await say(mac, null, { clase })).toMatchObject({
        status: 'error',
        message: 'Los lectores lo oyen: se puede buscar, no dar por perdido.',
      })
    // Another person takes it over: it is still the search of that count.
    expect(await say(mac, null, { lleva: null })).toMatchObject({ status: 'success' })
    await hear(mac)
    expect(await rungOf(mac)).toBe('en_busqueda')
    const { rows } = await query('select max(id) as id from perdida_asiento')
    const undone = await call<Dicho>('POST', '/perdidas/anular', {
      asientos: [Number(rows[0].id)],
    })
    expect(undone.body.resultados[0]).toMatchObject({ status: 'success' })
    await hear(mac)
    expect((await listed(mac))?.asiento).toMatchObject({ id: body.asientos[0], recuento: id })
    await call('POST', '/perdidas/anular', { asientos: body.asientos })
    expect(await rungOf(mac)).toBe('visto')
  })

  test('ends where it is heard at another place, for good', async () => {
    const { mac } = await seek()
    await hear(mac, 'LEC-B2')
    expect(await rungOf(mac)).toBe('visto')
    // Back at the first place: the stay at the other one ended the search.
    await query(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
       select d.empresa_id, d.id, l.id, now() - interval '1 ms', now() from dispositivo d, dispositivo l where d.mac = $1 and l.apodo = 'LEC-B2'`,
      [mac],
    )
    await hear(mac)
    expect(await rungOf(mac)).toBe('visto')
  })

  test('ends where a person scans it, also late, and goes on where that scan is taken back', async () => {
    const { mac } = await seek()
    const otro = await open({ familia: '889' })
    const escaneo = randomUUID()
    await scan(otro, mac, { id: escaneo })
    expect(await rungOf(mac)).toBe('visto')
    await scan(otro, mac, { anula: escaneo })
    expect(await rungOf(mac)).toBe('en_busqueda')
    await close(otro, true)
    // A phone without network had it all along.
    const { mac: suyo, id } = await seek()
    await scan(id, suyo, { hace_ms: HOUR })
    expect(await rungOf(suyo)).toBe('visto')
  })

  test('ends where a person says where it is, and goes on where that is taken back', async () => {
    const { mac } = await seek()
    const { body } = await call<{ id: number }>('POST', '/confirmaciones', {
      mac_serie: mac,
      ubicacion: muelle,
      seguro: true,
    })
    expect(await rungOf(mac)).toBe('visto')
    expect((await call('DELETE', `/confirmaciones/${body.id}`)).status).toBe(200)
    expect(await rungOf(mac)).toBe('en_busqueda')
  })

  test('silent it climbs like any other, and such a search is no silence that ended', async () => {
    const { mac } = await miss()
    const { mac: callado, id } = await miss('LEC-B1', 6 * HOUR)
    await query(
      'insert into silencio_desde (empresa_id, desde, atras) values (1, now(), now()) on conflict do nothing',
    )
    expect(await say(callado, id)).toMatchObject({ status: 'success' })
    expect(await listed(callado)).toMatchObject({ se_oye: false, peldano: 'en_busqueda' })
    expect(await say(callado, null, { clase: 'propuesta' })).toMatchObject({ status: 'success' })
    expect(await rungOf(callado)).toBe('propuesta')
    const counted = async () =>
      Number((await query('select coalesce(sum(vueltos), 0) as n from silencio_cuenta')).rows[0].n)
    await hear(callado)
    expect(await rungOf(callado)).toBe('visto')
    expect(await counted()).toBe(1)
    const otro = await open()
    await close(otro)
    await say(mac, otro)
    expect(await rungOf(mac)).toBe('en_busqueda')
    await hear(mac, 'LEC-B2')
    expect(await rungOf(mac)).toBe('visto')
    expect(await counted()).toBe(1)
  })

  test('only what that closed count of the company missed, where it missed it', async () => {
    const { mac, id } = await miss()
    expect((await search(mac, 999_999)).status).toBe(404)
    expect((await search(mac, id, {}, 'encargada')).status).toBe(404)
    expect((await search(mac, id, { clase: 'propuesta' })).status).toBe(400)
    const abierto = await open()
    expect((await search(mac, abierto)).status).toBe(404)
    await scan(abierto, mac)
    await close(abierto)
    expect((await say(mac, abierto))?.message).toBe('Ese recuento no lo echó en falta.')
    await hear(mac, 'LEC-B2')
    expect((await say(mac, id))?.message).toBe('Se oye en «Nave B», no donde lo echó en falta el recuento.')
  })
})
