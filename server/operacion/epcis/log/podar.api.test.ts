import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  ago,
  HOUR,
  listOf,
  type PruebaEpcis,
  type Published,
  startEpcis,
} from '../../../testing/scenarios/epcis'
import { pruneTodo } from '../../retencion/retencion'
import { pruneEpcis } from './podar'

const DAY = 24 * HOUR
const nextOf = (headers: Headers) => /<\/epcis\/v2\/([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

describe.runIf(inject('base').hay)('EPCIS 2.0: what is kept of the log', () => {
  let e: PruebaEpcis
  let viejos: Published[]
  let recientes: Published[]
  const events = () => e.events('events?perPage=1000')
  const ids = (list: readonly Published[]) => list.map((x) => x.eventID)
  const all = async (mac: string) =>
    e.pool.query(
      "insert into epcis_pendiente (empresa_id, dispositivo_id, desde) select 1, id, '-infinity' from dispositivo where mac = $1",
      [mac],
    )

  beforeAll(async () => {
    e = await startEpcis()
  })
  afterAll(() => e.p.stop())

  /** Dates the published events back by five months; what follows is new. */
  beforeEach(async () => {
    await e.pool.query('delete from epcis_ajuste')
    await e.pool.query('delete from epcis_suscripcion')
    await e.pool.query('delete from estancia')
    await e.pool.query("update dispositivo set creado = now() where tipo <> 'Reader'")
    const client = await e.pool.connect()
    await client.query(
      "begin; set local retorna.restaurar = 'si'; delete from epcis_evento; delete from epcis_nombre; commit",
    )
    await e.put({ meses: 3 })
    await e.stay('AABBCC000000', 'Muelle', [29 * DAY, 28.9 * DAY])
    await e.contar()
    await client.query(
      "begin; set local retorna.restaurar = 'si'; update epcis_evento set record_time = record_time - interval '150 days'; update epcis_dicho set momento = momento - interval '150 days'; update estancia set desde = desde - interval '150 days', hasta = hasta - interval '150 days'; update dispositivo set creado = creado - interval '150 days'; delete from epcis_pendiente; commit",
    )
    client.release()
    viejos = await events()
    await e.stay('AABBCC000001', 'Taller', [9 * HOUR, 8 * HOUR])
    await e.contar()
    recientes = (await events()).slice(viejos.length)
    expect([viejos.length > 5, recientes.length]).toEqual([true, 3])
  })

  test('what was recorded before the months that are kept goes, with its names, and the audit log has it', async () => {
    // As the job does.
    await pruneTodo(e.pool, e.p.servidor.db, undefined, e.p.config.TZ_PLANTA)
    expect(ids(await events())).toEqual(ids(recientes))
    const listed = async (path: string) => (await e.ask(path)).body.member
    expect(await listed('readPoints')).toEqual([`urn:epc:id:sgln:8412345.00001.${e.place('Taller')}`])
    expect(await listed('epcs')).toEqual([`urn:epc:id:grai:8412345.00001.${e.ids.get('AABBCC000001')}`])
    expect((await e.ask(`events/${encodeURIComponent(viejos[0]?.eventID ?? '')}`)).status).toBe(404)
    const { rows } = await e.pool.query(
      "select username, empresa_id, accion, nombre, antes ->> 'hasta' as hasta from auditoria where entidad = 'epcis_evento' order by id desc limit 1",
    )
    expect(rows[0]).toMatchObject({
      username: 'retención',
      empresa_id: 1,
      accion: 'eliminar',
      nombre: `${viejos.length} eventos`,
    })
    expect(Date.parse(rows[0].hasta)).toBe(Date.parse(viejos.at(-1)?.recordTime ?? ''))
    const ajustes = await e.p.call<{ podado: string }>('GET', '/api/empresas/1/epcis', {
      cookie: await e.p.as('admin'),
    })
    expect(Date.parse(ajustes.body.podado)).toBe(Date.parse(rows[0].hasta))
    // A second run has nothing to delete.
    await pruneEpcis(e.p.servidor.db)
    expect(ids(await events())).toEqual(ids(recientes))
  })

  test('what is gone is not published anew, whoever looks at its time again', async () => {
    await pruneEpcis(e.p.servidor.db)
    await e.put({
      meses: 3,
      umbral: 0.1,
      desde: ago(300 * DAY)
        .toISOString()
        .slice(0, 10),
    })
    for (const mac of ['AABBCC000000', 'AABBCC000001']) await all(mac)
    expect(await e.contar()).toBe(0)
    // Only what happens from now on is published.
    await e.stay('AABBCC000000', 'Lavado', [3 * HOUR, 2.8 * HOUR])
    expect(await e.contar()).toBe(2)
  })

  test('what a subscription has still to send stays until it is sent, also while it is paused', async () => {
    const cookie = await e.p.as('admin')
    const { rows } = await e.pool.query(
      `insert into webhook (empresa_id, nombre, url, secreto, tipos, familias, ubicaciones)
       values (1, 'ERP', 'https://erp.example/x', 'whsec_eA', '{}', '{}', '{}') returning id`,
    )
    const s = await e.p.call<{ id: number }>('POST', '/api/empresas/1/suscripciones_epcis', {
      body: { nombre: 'Cliente', webhook: rows[0].id, consulta: {}, desde_el_principio: true },
      cookie,
    })
    expect(s.status).toBe(200)
    const paused = await e.p.call('PUT', `/api/suscripciones_epcis/${s.body.id}`, {
      body: { activa: false },
      cookie,
    })
    expect([paused.status, paused.body]).toMatchObject([200, { activa: false }])
    await pruneEpcis(e.p.servidor.db)
    expect(ids(await events())).toEqual(ids([...viejos, ...recientes]))
    // The subscription has delivered two events.
    await e.pool.query(
      'update epcis_suscripcion set cursor = (select id from epcis_evento where empresa_id = 1 order by id offset 1 limit 1)',
    )
    await pruneEpcis(e.p.servidor.db)
    expect(ids(await events())).toEqual(ids([...viejos.slice(2), ...recientes]))
    expect((await e.p.call('DELETE', `/api/suscripciones_epcis/${s.body.id}`, { cookie })).status).toBe(200)
    await pruneEpcis(e.p.servidor.db)
    expect(ids(await events())).toEqual(ids(recientes))
  })

  test('a page token goes on where nothing of its query is gone; else it is refused in the form of the standard', async () => {
    const asked = async (path: string) => {
      const r = await e.ask(path)
      return { first: ids(listOf(r.body)), next: nextOf(r.headers) ?? '' }
    }
    const into = await asked('events?perPage=2')
    const beyond = await asked(`events?perPage=${viejos.length + 1}`)
    const back = await asked('events?perPage=2&orderBy=recordTime')
    const byTime = await asked('events?perPage=2&orderBy=eventTime&orderDirection=ASC')
    await pruneEpcis(e.p.servidor.db)
    expect(ids(listOf((await e.ask(beyond.next)).body))).toEqual(ids(recientes.slice(1)))
    for (const { next } of [into, back, byTime]) {
      const r = await e.ask(next)
      expect([r.status, r.headers.get('content-type')]).toEqual([
        400,
        'application/problem+json; charset=utf-8',
      ])
      expect(r.body).toMatchObject({
        type: 'epcisException:QueryParameterException',
        detail: 'Parte de lo que seguía ya no se guarda: hay que empezar la consulta de nuevo.',
        campo: 'nextPageToken',
      })
    }
    // Queries that are started again work.
    const anew = await asked('events?perPage=2&orderBy=recordTime')
    expect(ids(listOf((await e.ask(anew.next)).body))).toEqual(ids(recientes.slice(0, 1)))
  })

  test('months out of range are refused by their field; two years are kept unless something else was said', async () => {
    for (const meses of [2, 121, 3.5]) {
      const r = await e.put({ meses })
      expect([meses, r.status, r.body.campo, r.body.error]).toEqual([
        meses,
        400,
        'meses',
        'Los eventos se guardan de 3 a 120 meses.',
      ])
    }
    const kept = async () =>
      (
        await e.p.call<{ ajustes: { meses: number } }>('GET', '/api/empresas/1/epcis', {
          cookie: await e.p.as('admin'),
        })
      ).body.ajustes.meses
    const put = (meses?: number) => e.put({ meses } as { meses: number })
    expect((await put()).status).toBe(200)
    expect(await kept()).toBe(3)
    await e.pool.query('delete from epcis_ajuste')
    await put()
    expect(await kept()).toBe(24)
    await put(36)
    expect(await kept()).toBe(36)
  })
})
