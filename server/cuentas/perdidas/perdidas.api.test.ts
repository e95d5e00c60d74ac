import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import type { FilaPerdida, PerdidaOf, Perdidas, Precio } from '#contract/cuentas/perdidas/perdidas'
import { NUNCA_OIDOS, PELDANOS_CALLADOS } from '#contract/cuentas/perdidas/values'
import { createDb } from '../../platform/db/client'
import { judgeEscala } from '../../testing/pool/ladder'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { keepPerdidas } from './service'

const LECTOR = 'C300000000F1'
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Lista = { data: FilaPerdida[]; total: number; centimos: number; sin_precio: number }
type Inventario = { data: { Dispositivo: string }[]; total: number }
type Hecho = { asientos: number[]; resultados: { mac: string; status: string; message: string }[] }

describe.runIf(inject('base').hay)('losses', () => {
  let p: Prueba
  let macs = 0
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'LEC-1')
    await hear(LECTOR, 0)
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  /** Sets the last reading of the tag, `ago` ms ago. */
  async function hear(mac: string, ago: number) {
    await query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
       select d.id, d.empresa_id, $2, now(), l.id from dispositivo d left join dispositivo l on l.mac = $3 and l.mac <> d.mac
       where d.mac = $1 and d.eliminado is null
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro`,
      [mac, new Date(Date.now() - ago), LECTOR],
    )
  }
  async function put(familia: string, ago: number, empresa = 1) {
    const mac = `AC00000010${String(++macs).padStart(2, '0')}`
    await p.register(mac, 'SmartBle', `${familia}-${macs}`, { empresa })
    await query('update dispositivo set empresa_id = $2 where mac = $1', [mac, empresa])
    await hear(mac, ago)
    return mac
  }
  const get = async <T>(ruta: string, quien = 'operario') => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status]).toEqual([ruta, 200])
    return r.body
  }
  /** As the job does every minute. */
  const keep = () => keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)
  const read = (filtro: string, quien?: string) =>
    get<Lista>(`/api/perdidas/lista?per_page=200&${filtro}`, quien)
  const list = async (filtro = '', quien?: string) => {
    await keep()
    return read(filtro, quien)
  }
  const rungOf = async (mac: string) => (await list(`search=${mac}`)).data[0]?.peldano ?? 'visto'
  const post = async <T = Hecho>(ruta: string, body: unknown, quien = 'operario') =>
    p.call<T>('POST', ruta, { body, cookie: await p.as(quien) })
  const say = async (clase: string, mac: string, quien?: string, mas: object = {}) => {
    const r = await post('/api/perdidas/asientos', { contenedores: [mac], clase, ...mas }, quien)
    expect([clase, r.status]).toEqual([clase, 200])
    return { ...r.body, ...(r.body.resultados[0] as Hecho['resultados'][number]) }
  }
  const price = async (familia: string, desde: string, centimos: number, quien = 'admin') =>
    post<Precio>('/api/perdidas/precios', { familia, desde, centimos }, quien)

  test.each([
    [5 * HOUR - 60_000, 'visto'],
    [5 * HOUR + 60_000, 'sin_ver'],
    [3 * DAY - 60_000, 'sin_ver'],
    [3 * DAY + 60_000, 'posible_extravio'],
    [7 * DAY - 60_000, 'posible_extravio'],
    [7 * DAY + 60_000, 'en_busqueda'],
    [30 * DAY - 60_000, 'en_busqueda'],
    [30 * DAY + 60_000, 'propuesta'],
    [400 * DAY, 'propuesta'],
  ])('silent for %i ms is on the rung %s, and on no other', async (ago, peldano) => {
    const mac = await put('T', ago)
    const on = await Promise.all(
      ['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'].map(async (x) =>
        (await list(`peldano=${x}`)).data.some((f) => f.mac === mac) ? x : [],
      ),
    )
    expect(on.flat()).toEqual(peldano === 'visto' ? [] : [peldano])
  })

  test('a company that is patient with its containers has later rungs', async () => {
    const mac = await put('T', 8 * DAY)
    await query('update ajuste set minutos_perdido = $1 where empresa_id = 1', [10 * 1440])
    expect(await rungOf(mac)).toBe('sin_ver')
    await query('update ajuste set minutos_perdido = 4320 where empresa_id = 1')
    expect(await rungOf(mac)).toBe('en_busqueda')
  })

  test('silence behind an open cause does not climb, and counts from its end afterwards', async () => {
    const mac = await put('T', 10 * DAY)
    const antes = await put('T', 12 * DAY)
    await query(
      `insert into causa (empresa_id, clase, lector_id, desde, evidencia)
       select 1, 'mudo', id, $2, '{}' from dispositivo where mac = $1`,
      [LECTOR, new Date(Date.now() - 10 * DAY - 60_000)],
    )
    expect(await rungOf(mac)).toBe('visto')
    // Its silence began before the reader broke.
    expect(await rungOf(antes)).toBe('en_busqueda')
    expect((await say('declarada', mac)).message).toBe('Se oye, o no se sabe nada de él por una avería.')
    await query('update causa set hasta = $1', [new Date(Date.now() - 4 * DAY)])
    expect(await rungOf(mac)).toBe('posible_extravio')
    await query('delete from causa')
    expect(await rungOf(mac)).toBe('en_busqueda')
  })

  test('what people say climbs step by step, each by somebody, and being heard undoes it', async () => {
    const mac = await put('T', 4 * DAY)
    expect((await say('baja', mac, 'admin')).status).toBe('error')
    const yo = (await query("select id from usuario where username = 'operario'")).rows[0].id
    await say('busqueda', mac, 'operario', { lleva: yo, nota: 'Mirar en el muelle' })
    expect((await list(`search=${mac}`)).data[0]).toMatchObject({
      peldano: 'en_busqueda',
      asiento: { clase: 'busqueda', lleva: { id: yo }, persona: { id: yo }, nota: 'Mirar en el muelle' },
    })
    await say('propuesta', mac)
    // At once, without waiting for the minute job.
    expect((await read(`search=${mac}`)).data[0]?.peldano).toBe('propuesta')
    expect((await say('propuesta', mac)).message).toBe('Está en «Propuesta de baja».')
    await say('declarada', mac)
    expect(await rungOf(mac)).toBe('declarada')
    const r = await post('/api/perdidas/asientos', { contenedores: [mac], clase: 'baja' })
    expect(r.status).toBe(403)
    await say('baja', mac, 'admin')
    expect(await rungOf(mac)).toBe('baja')
    await hear(mac, 0)
    expect(await rungOf(mac)).toBe('visto')
    // Silent again: the ladder starts from the first rung.
    await expect(query('update perdida_asiento set momento = momento')).rejects.toThrow('only additions')
    expect((await say('propuesta', mac)).status).toBe('error')
  })

  test('what was said last can be taken back, once, and what was said before counts again', async () => {
    const mac = await put('T', 8 * DAY)
    await say('propuesta', mac)
    const { asientos } = await say('declarada', mac)
    const undo = (quien?: string) => post('/api/perdidas/anular', { asientos }, quien)
    expect((await undo('encargada')).status).toBe(404)
    expect((await undo()).body.resultados).toEqual([{ mac, status: 'success', message: 'Deshecho.' }])
    expect(await rungOf(mac)).toBe('propuesta')
    expect((await undo()).body.resultados[0]?.status).toBe('error')
    const { rows } = await query(
      'select clase from perdida_asiento s join dispositivo d on d.id = s.dispositivo_id where d.mac = $1 order by s.id',
      [mac],
    )
    expect(rows.map((x) => x.clase)).toEqual(['propuesta', 'declarada', 'anulada'])
  })

  test('the file of a container has its rung and all that was said of it', async () => {
    const mac = await put('T', 8 * DAY)
    await keep()
    const of = (quien?: string) => get<PerdidaOf>(`/api/perdidas/contenedor/${mac}`, quien)
    expect(await of()).toMatchObject({ peldano: 'en_busqueda', historia: [] })
    await say('propuesta', mac, 'operario', { nota: 'No está' })
    const { asientos } = await say('declarada', mac)
    await post('/api/perdidas/anular', { asientos })
    const { peldano, historia } = await of()
    expect(peldano).toBe('propuesta')
    expect(historia.map((h) => [h.clase, h.nota, h.anulado !== null])).toEqual([
      ['declarada', null, true],
      ['propuesta', 'No está', false],
    ])
    await hear(mac, 0)
    await keep()
    expect(await of()).toMatchObject({ peldano: 'visto', desde: null, centimos: null })
    const ajeno = await p.call('GET', `/api/perdidas/contenedor/${mac}`, { cookie: await p.as('encargada') })
    expect(ajeno.status).toBe(404)
  })

  test('said by two at once it is said once', async () => {
    const mac = await put('T', 8 * DAY)
    const both = await Promise.all([say('declarada', mac), say('declarada', mac, 'admin')])
    expect(both.map((x) => x.status).sort()).toEqual(['error', 'success'])
  })

  test('euros are to the cent those of the day on which the silence began', async () => {
    const today = DateTime.now().setZone(p.config.TZ_PLANTA).startOf('day')
    const dayOf = (days: number) => today.minus({ days }).toISODate() as string
    /** How long ago noon of that day was: no midnight comes between a silence and its price. */
    const noonOf = (days: number) => Date.now() - today.minus({ days }).set({ hour: 12 }).toMillis()
    const [viejo, nuevo, otro] = [
      await put('P', noonOf(50)),
      await put('P', noonOf(10)),
      await put('Q', noonOf(10)),
    ]
    expect(await list('familia=P')).toMatchObject({ total: 2, centimos: 0, sin_precio: 2 })
    expect((await price('P', dayOf(60), 10_033)).status).toBe(200)
    await price('P', dayOf(10), 12_999)
    // A price for the next day, and a second price for a day that has one: the last one added counts.
    await price('P', dayOf(9), 99_999)
    await price('P', dayOf(10), 12_001)
    const centimos = async (mac: string) => (await list(`search=${mac}`)).data[0]?.centimos
    expect(await Promise.all([viejo, nuevo, otro].map(centimos))).toEqual([10_033, 12_001, null])
    await price('', dayOf(20), 5_001)
    expect(await Promise.all([viejo, nuevo, otro].map(centimos))).toEqual([10_033, 12_001, 5_001])
    expect(await read('familia=P')).toMatchObject({ total: 2, centimos: 22_034, sin_precio: 0 })
  })

  test('the containers that were never heard are as many as the list to which their number leads, without readers', async () => {
    await p.register('C300000000FE', 'Reader', 'LEC-CALLADO')
    await p.register('AC00000010FE', 'iBeacon', 'N-2')
    await keep()
    for (const familia of ['', '&familia=N']) {
      const de = `${new URLSearchParams({ ...NUNCA_OIDOS, empresa: '1', page: '1' })}${familia}`
      expect((await get<Perdidas>(`/api/perdidas?${de}`)).nunca_oidos).toBe(1)
      const { data, total } = await get<Inventario>(`/api/device_poc_status?${de}`)
      expect([total, data.map((d) => d.Dispositivo)]).toEqual([1, ['AC00000010FE']])
      expect((await get<{ total: number }>(`/api/resumen_poc?${de}`)).total).toBe(1)
    }
    await query("delete from dispositivo where mac in ('C300000000FE', 'AC00000010FE')")
  })

  test('every container that was heard is on one rung, and each figure is what its list adds up to', async () => {
    await p.register('AC00000010FF', 'SmartBle', 'N-1')
    await keep()
    const { peldanos, nunca_oidos, familias } = await get<Perdidas>('/api/perdidas?empresa=1')
    expect(nunca_oidos).toBe(1)
    expect(familias).toEqual(expect.arrayContaining(['P', 'Q', 'T']))
    const heard: { mac: string }[] = (
      await query(`select d.mac from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id
        where d.empresa_id = 1 and d.tipo <> 'Reader' and d.eliminado is null`)
    ).rows
    const listas = new Map<(typeof PELDANOS_CALLADOS)[number], FilaPerdida[]>()
    for (const peldano of PELDANOS_CALLADOS) listas.set(peldano, (await list(`peldano=${peldano}`)).data)
    const nota = judgeEscala(peldanos, listas, new Map(heard.map(({ mac }) => [mac, {}])))
    expect(nota.fallos).toEqual([])
    expect(nota.enSuPeldano).toBe(heard.length)
    for (const { peldano, n, centimos, sin_precio } of peldanos.slice(1))
      expect(await list(`peldano=${peldano}`)).toMatchObject({ total: n, centimos, sin_precio })
  })

  test('the list goes by silence, price and name, in pages', async () => {
    const all = (await list('familia=T&orden=desde')).data
    expect(all.map((f) => f.desde)).toEqual(all.map((f) => f.desde).sort())
    const page = await get<Lista>('/api/perdidas/lista?familia=T&orden=desde&per_page=2&page=2')
    expect(page.data).toEqual(all.slice(2, 4))
    const dear = (await list('orden=euros&sentido=desc')).data.map((f) => f.centimos ?? 0)
    expect(dear).toEqual(dear.toSorted((a, b) => b - a))
  })

  test('who may decide is notified of the proposed ones once, a family at a time; not who proposes, who only looks, or another company', async () => {
    await keep()
    await query('delete from aviso; delete from aviso_hecho')
    const told = async (quien: string) =>
      (await get<{ data: Aviso[] }>('/api/avisos?tipo=propuesta', quien)).data
        .map(({ texto, enlace }) => [texto.replace(/desde el .*/, 'desde…'), enlace])
        .sort()
    const [uno, dos, otro] = [await put('AV', 31 * DAY), await put('AV', 40 * DAY), await put('AW', 31 * DAY)]
    await put('AV', 29 * DAY)
    await put('AV', 35 * DAY, 4)
    await keep()
    await keep()
    const nombre = (mac: string) => list(`search=${mac}`).then((l) => l.data[0]?.Apodo)
    const porTiempo = [
      [
        `2 contenedores de la familia AV están propuestos para darlos por perdidos (${await nombre(dos)} y ${await nombre(uno)}): nadie oye al primero desde…`,
        '/perdidas?peldano=propuesta&familia=AV',
      ],
      [
        `El contenedor ${await nombre(otro)} está propuesto para darlo por perdido: nadie lo oye desde…`,
        '/perdidas?peldano=propuesta&familia=AW',
      ],
    ]
    expect(await told('admin')).toEqual(porTiempo)
    expect(await told('operario')).toEqual(porTiempo)
    expect(await told('consulta')).toEqual([])
    expect(await told('encargada')).toEqual([])
    // A container of the same family that is proposed later is added to the notice.
    const tarde = await put('AV', 32 * DAY)
    await keep()
    expect((await told('admin'))[0]?.[0]).toContain('3 contenedores de la familia AV')
    // A proposal by a user is reported to the other users, with that user's name. After it is declared, taken back and proposed again, it
    // is not reported again.
    const mac = await put('AX', 8 * DAY)
    const { asientos } = await say('propuesta', mac)
    const suyos = async (quien: string) => (await told(quien)).filter(([texto]) => texto?.includes('propone'))
    const { rows } = await query("select nombre from usuario where username = 'operario'")
    expect(await suyos('admin')).toEqual([
      [
        `${rows[0].nombre} propone dar por perdido el contenedor ${await nombre(mac)}: nadie lo oye desde…`,
        '/perdidas?peldano=propuesta&familia=AX',
      ],
    ])
    expect(await suyos('operario')).toEqual([])
    const declarada = await say('declarada', mac)
    await post('/api/perdidas/anular', { asientos: declarada.asientos })
    expect((await post('/api/perdidas/anular', { asientos })).status).toBe(200)
    await say('propuesta', mac)
    expect((await suyos('admin'))[0]?.[0]).toContain(`perdido el contenedor ${await nombre(mac)}:`)
    // A container that was heard and is silent again counts as a new case.
    await hear(tarde, 0)
    await keep()
    await hear(tarde, 33 * DAY)
    await keep()
    expect((await told('admin'))[0]?.[0]).toContain('4 contenedores de la familia AV')
  })

  test('another company sees and changes nothing of it', async () => {
    const mac = await put('T', 8 * DAY)
    expect((await list('', 'encargada')).total).toBe(0)
    expect((await get<{ data: Precio[] }>('/api/perdidas/precios', 'encargada')).data).toEqual([])
    for (const ruta of [
      '/api/perdidas?empresa=1',
      '/api/perdidas/lista?empresa=1',
      '/api/perdidas/precios?empresa=1',
    ])
      expect((await p.call('GET', ruta, { cookie: await p.as('encargada') })).status).toBe(404)
    expect((await say('declarada', mac, 'encargada')).message).toBe('No existe ese contenedor.')
    const body = { empresa: 1, familia: 'T', desde: '2026-01-01', centimos: 1 }
    expect((await post('/api/perdidas/precios', body, 'encargada')).status).toBe(404)
    expect((await price('T', '2026-01-01', 0)).status).toBe(400)
    expect((await price('T', '2026-01-01', 1.5)).status).toBe(400)
    const quien = (await query("select id from usuario where username = 'encargada'")).rows[0].id
    const r = await post('/api/perdidas/asientos', { contenedores: [mac], clase: 'busqueda', lleva: quien })
    expect(r.status).toBe(404)
    expect(await rungOf(mac)).toBe('en_busqueda')
  })

  test('is a file, with the columns asked for, and what is said stands in the audit', async () => {
    const r = await p.call(
      'GET',
      '/api/export_perdidas?formato=xlsx&columnas=apodo,euros&peldano=propuesta',
      {
        cookie: await p.as('operario'),
      },
    )
    expect(r.status).toBe(200)
    expect(r.headers.get('content-disposition')).toContain('perdidas')
    expect(
      (
        await p.call('GET', '/api/export_perdidas?formato=xlsx&columnas=x', {
          cookie: await p.as('operario'),
        })
      ).status,
    ).toBe(400)
    const { data } = await get<{ data: { username: string }[] }>(
      '/api/auditoria?entidad=perdida_asiento',
      'admin',
    )
    expect(data.length).toBeGreaterThan(5)
    expect(
      (await get<{ data: object[] }>('/api/auditoria?entidad=familia_precio', 'admin')).data.length,
    ).toBe(5)
  })
})
