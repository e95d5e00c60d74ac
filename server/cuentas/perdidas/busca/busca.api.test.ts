import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import type { FilaPerdida, PerdidaOf, Perdidas, Quien } from '#contract/cuentas/perdidas/perdidas'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import type { Hoy } from '#contract/resumen/hoy/hoy'
import { createDb } from '../../../platform/db/client'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { keepPerdidas } from '../service'

const LECTOR = 'C300000000B1'
const DAY = 86_400_000
type Lista = { data: FilaPerdida[]; total: number }

describe.runIf(inject('base').hay)('who searches', () => {
  let p: Prueba
  let macs = 0
  const ids = new Map<string, number>()
  const idOf = (username: string) => ids.get(username) as number
  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const keep = () => keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)

  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    await p.register(LECTOR, 'Reader', 'LEC-B1')
    await query(
      `with u as (insert into ubicacion (empresa_id, nombre) values (1, 'Muelle 3') returning id)
       update dispositivo set ubicacion_id = (select id from u) where mac = $1`,
      [LECTOR],
    )
    for (const username of ['operario', 'consulta', 'admin', 'encargada', 'calidad']) await p.as(username)
    for (const r of (await query('select id, username from usuario')).rows) ids.set(r.username, r.id)
  })
  afterAll(() => p.stop())
  beforeEach(async () => {
    await set(null)
    await query('delete from aviso')
    await query('delete from aviso_hecho')
    await query('delete from perdida_asiento')
    await query(
      'delete from dispositivo_estado e using dispositivo d where d.id = e.dispositivo_id and d.mac like $1',
      ['AC000000B0%'],
    )
    await keep()
  })

  async function hear(mac: string, ago: number) {
    await query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
       select d.id, d.empresa_id, $2, now(), l.id from dispositivo d join dispositivo l on l.mac = $3
       where d.mac = $1
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro`,
      [mac, new Date(Date.now() - ago), LECTOR],
    )
  }
  async function put(ago: number, empresa = 1) {
    const mac = `AC000000B0${String(++macs).padStart(2, '0')}`
    await p.register(mac, 'SmartBle', `20014-${macs}`, { empresa })
    await query('update dispositivo set empresa_id = $2 where mac = $1', [mac, empresa])
    await hear(mac, ago)
    return mac
  }
  const get = async <T>(ruta: string, quien = 'operario') => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status]).toEqual([ruta, 200])
    return r.body
  }
  const set = async (persona: number | null, quien = 'admin', mas: object = {}) =>
    p.call<Quien>('PUT', '/api/perdidas/busca', { cookie: await p.as(quien), body: { persona, ...mas } })
  const say = async (body: object, quien = 'operario', ruta = 'asientos') => {
    const r = await p.call<{ asientos: number[] }>('POST', `/api/perdidas/${ruta}`, {
      cookie: await p.as(quien),
      body,
    })
    expect(r.status).toBe(200)
    return r.body.asientos
  }
  const list = (filtro = '', quien?: string) =>
    get<Lista>(`/api/perdidas/lista?per_page=200&${filtro}`, quien)
  const buscaOf = async (mac: string) => (await list(`search=${mac}`)).data[0]?.busca?.nombre ?? null
  const nombreOf = async (username: string) =>
    (await query('select nombre from usuario where username = $1', [username])).rows[0].nombre as string
  const told = async (quien: string) =>
    (await get<{ data: Aviso[] }>('/api/avisos?tipo=extravio', quien)).data
      .filter((a) => a.texto.includes('te toca buscar'))
      .map((a) => [a.texto.replace(/desde .*/, 'desde…'), a.enlace])
  const lineOf = async (clave: string, quien = 'admin') =>
    (await get<Hoy>('/api/hoy?papel=parque&empresa=1', quien)).lineas.find((l) => l.clave === clave)

  test('without it nobody does, which is said, counted, filtered and a line of Hoy; one call takes it', async () => {
    const [mac, otro] = [await put(8 * DAY), await put(9 * DAY)]
    await put(4 * DAY)
    await put(31 * DAY)
    await keep()
    expect((await get<Quien>('/api/perdidas/busca')).persona).toBeNull()
    const sin = await list('lleva=nadie')
    expect(sin.data.map((f) => [f.mac, f.peldano, f.busca])).toEqual([
      [otro, 'en_busqueda', null],
      [mac, 'en_busqueda', null],
    ])
    expect((await get<Perdidas>('/api/perdidas?empresa=1')).sin_responsable).toBe(2)
    expect(await lineOf('sin_responsable')).toMatchObject({ n: 2, parte: { nombre: 'Muelle 3', n: 2 } })
    expect((await list('peldano=en_busqueda&lleva=nadie&lugar=Muelle 3')).total).toBe(2)
    expect((await list('lleva=nadie&lugar=Muelle 4')).total).toBe(0)
    const file = await p.call('GET', '/api/export_perdidas?formato=xlsx&lleva=nadie&lugar=Muelle 3', {
      cookie: await p.as('operario'),
    })
    expect(file.status).toBe(200)
    await say({ contenedores: [mac], clase: 'busqueda', lleva: idOf('operario') })
    expect((await list('lleva=nadie')).data.map((f) => f.mac)).toEqual([otro])
    expect((await list('lleva=yo')).data.map((f) => f.mac)).toEqual([mac])
    expect((await list('lleva=yo', 'admin')).total).toBe(0)
    expect(await lineOf('busco', 'operario')).toMatchObject({ n: 1, parte: { nombre: 'Muelle 3', n: 1 } })
    expect(await lineOf('busco')).toBeUndefined()
    // Who takes it for themselves is not told of it.
    expect(await told('operario')).toEqual([])
    await say({ contenedores: [otro], clase: 'busqueda', lleva: idOf('admin') })
    expect(await told('admin')).toHaveLength(1)
  })

  test('what silence puts into search is theirs, with the place, in one notice for all of a job', async () => {
    await set(idOf('operario'))
    const nombre = await nombreOf('operario')
    const [uno, dos] = [await put(8 * DAY), await put(9 * DAY)]
    await put(4 * DAY)
    await keep()
    await keep()
    expect((await list('lleva=yo')).data.map((f) => [f.mac, f.busca?.nombre, f.Ubicacion])).toEqual([
      [dos, nombre, 'Muelle 3'],
      [uno, nombre, 'Muelle 3'],
    ])
    expect((await list('lleva=nadie')).total).toBe(0)
    const [a, b] = (await list('lleva=yo')).data.map((f) => f.Apodo)
    expect(await told('operario')).toEqual([
      [
        `${nombre}, te toca buscar 2 contenedores (${a} y ${b}): búscalos en Muelle 3. Nadie oye al primero desde…`,
        '/perdidas?peldano=en_busqueda&lleva=yo',
      ],
    ])
    for (const quien of ['admin', 'consulta', 'encargada']) expect(await told(quien)).toEqual([])
    const file = await get<PerdidaOf>(`/api/perdidas/contenedor/${uno}`)
    expect(file).toMatchObject({ busca: { nombre }, ultimo: { lugar: 'Muelle 3' } })
    expect(file.historia).toMatchObject([
      { clase: 'busqueda', persona: null, lleva: { nombre }, por_silencio: true, anulado: null },
    ])
    // Heard again it is over.
    await hear(uno, 0)
    await keep()
    expect((await list('lleva=yo')).data.map((f) => f.mac)).toEqual([dos])
    expect(await get<PerdidaOf>(`/api/perdidas/contenedor/${uno}`)).toMatchObject({
      peldano: 'visto',
      busca: null,
    })
  })

  test('another takes it over, hands it back, and what a person said stands against the setting', async () => {
    await set(idOf('operario'))
    const mac = await put(8 * DAY)
    await keep()
    const suyo = await say({ contenedores: [mac], clase: 'busqueda', lleva: idOf('admin') }, 'admin')
    await keep()
    expect(await buscaOf(mac)).toBe(await nombreOf('admin'))
    await say({ asientos: suyo }, 'admin', 'anular')
    await keep()
    expect(await buscaOf(mac)).toBe(await nombreOf('operario'))
    expect(await told('operario')).toHaveLength(1)
    // Who takes back what silence gave gets it no more.
    const asiento = (await list(`search=${mac}`)).data[0]?.asiento
    expect(asiento).toMatchObject({ por_silencio: true, persona: null })
    await say({ asientos: [asiento?.id] }, 'operario', 'anular')
    await keep()
    expect([await buscaOf(mac), (await list('lleva=nadie')).total]).toEqual([null, 1])
    const r = await get<{ data: Anotacion[] }>('/api/auditoria?entidad=perdida_asiento', 'admin')
    expect(r.data.slice(0, 2).map((a) => [a.username, a.despues?.clase])).toEqual([
      ['operario', 'anulada'],
      ['admin', 'anulada'],
    ])
  })

  test('a search that silence alone has begun says nothing of the rung', async () => {
    await set(idOf('operario'))
    const mac = await put(8 * DAY)
    await keep()
    await query('update ajuste set minutos_perdido = $1 where empresa_id = 1', [10 * 1440])
    await keep()
    expect((await list(`search=${mac}`)).data[0]).toMatchObject({ peldano: 'sin_ver' })
    await query('update ajuste set minutos_perdido = 4320 where empresa_id = 1')
  })

  test.each([
    [
      'shut out',
      'update usuario set activo = false where id = $1',
      'update usuario set activo = true where id = $1',
    ],
    [
      'moved',
      'update usuario set empresa_id = 2 where id = $1',
      'update usuario set empresa_id = 1 where id = $1',
    ],
  ])('of who is %s nobody searches at once, until another is set', async (_how, away, back) => {
    await set(idOf('operario'))
    const mac = await put(8 * DAY)
    await keep()
    await query(away, [idOf('operario')])
    expect((await list('lleva=nadie', 'admin')).data.map((f) => [f.mac, f.busca])).toEqual([[mac, null]])
    expect(await lineOf('sin_responsable')).toMatchObject({ n: 1 })
    expect((await get<Quien>('/api/perdidas/busca', 'admin')).persona).toMatchObject({ puede: false })
    const nuevo = await put(9 * DAY)
    await keep()
    expect((await list('lleva=nadie', 'admin')).data.map((f) => f.mac)).toEqual([nuevo, mac])
    await set(idOf('admin'))
    await keep()
    expect((await list('lleva=yo', 'admin')).data.map((f) => f.mac)).toEqual([nuevo, mac])
    await query(back, [idOf('operario')])
  })

  test('of who is removed nobody searches, and nobody is set', async () => {
    const { rows } = await query(
      "insert into usuario (username, username_clave, nombre, clave_hash, empresa_id) values ('ido', 'ido', 'Ido', 'x', 1) returning id",
    )
    await set(rows[0].id)
    const mac = await put(8 * DAY)
    await keep()
    expect(await buscaOf(mac)).toBe('Ido')
    await query('delete from usuario where id = $1', [rows[0].id])
    expect((await list('lleva=nadie')).data.map((f) => f.mac)).toEqual([mac])
    expect((await get<Quien>('/api/perdidas/busca')).persona).toBeNull()
    await keep()
    expect((await list('lleva=nadie')).total).toBe(1)
  })

  test('who sets prices sets it, for people of the company alone; it stands in the audit', async () => {
    expect((await set(idOf('operario'), 'operario')).status).toBe(403)
    expect((await set(idOf('encargada'))).status).toBe(404)
    expect((await set(idOf('operario'), 'encargada')).status).toBe(404)
    expect((await set(idOf('operario'), 'encargada', { empresa: 1 })).status).toBe(404)
    expect((await set(999_999)).status).toBe(404)
    await query("update usuario set activo = false where username = 'consulta'")
    expect((await set(idOf('consulta'))).status).toBe(404)
    await query("update usuario set activo = true where username = 'consulta'")
    const r = await p.call('GET', '/api/perdidas/busca?empresa=1', { cookie: await p.as('encargada') })
    expect(r.status).toBe(404)
    expect((await set(idOf('encargada'), 'encargada')).body).toMatchObject({
      empresa: 2,
      persona: { id: idOf('encargada'), puede: true },
    })
    await set(idOf('operario'))
    await set(idOf('admin'))
    await set(null)
    const { data } = await get<{ data: Anotacion[] }>(
      '/api/auditoria?entidad=perdida_busca&empresa=1',
      'admin',
    )
    expect(data.slice(0, 3).map((a) => a.accion)).toEqual(['eliminar', 'cambiar', 'crear'])
    // Another company's containers are not theirs to search for.
    const ajeno = await put(8 * DAY, 2)
    await keep()
    expect((await list(`search=${ajeno}`, 'encargada')).data[0]?.busca?.id).toBe(idOf('encargada'))
    expect((await list('', 'operario')).data.map((f) => f.mac)).not.toContain(ajeno)
    await set(null, 'encargada')
  })
})
