import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AjustesEpcis, EjemploEpcis } from '#contract/operacion/epcis/ajustes'
import {
  AJUSTES,
  ago,
  HOUR,
  MINUTE,
  type PruebaEpcis,
  startEpcis,
  wordsOf,
} from '../../testing/scenarios/epcis'
import type { Evento } from './event/evento'

describe.runIf(inject('base').hay)('EPCIS 2.0', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
  })
  afterAll(() => e.p.stop())

  test('nothing is published before a company says so', async () => {
    await e.stay('AABBCC000000', 'Lavado', [40 * HOUR, 39 * HOUR])
    expect(await e.contar()).toBe(0)
    expect(await e.events()).toEqual([])
    expect((await e.pool.query('select from epcis_pendiente')).rows).toEqual([])
  })

  test('settings with wrong digits are refused in words, by their field', async () => {
    const refused = async (mas: Partial<AjustesEpcis>) => {
      const r = await e.put(mas)
      return [r.status, r.body.campo, r.body.error]
    }
    expect(await refused({ gln: '8412345000011' })).toEqual([
      400,
      'gln',
      'La cifra de control de ese GLN debería ser 0.',
    ])
    expect((await refused({ prefijo: '84' })).slice(0, 2)).toEqual([400, 'prefijo'])
    expect((await refused({ dominio: 'http://id.acme.example' })).slice(0, 2)).toEqual([400, 'dominio'])
    expect(await refused({ familias: [{ familia: '20014', tipo: '1' }] })).toEqual([
      400,
      'familias.0.tipo',
      'Con ese prefijo, el tipo de activo tiene 5 cifras.',
    ])
    expect((await refused({ desde: '2020-01-01' })).slice(0, 2)).toEqual([400, 'desde'])
    expect((await e.put({}, 2, 'encargada')).status).toBe(200)
    expect((await e.put({}, 1, 'encargada')).status).toBe(404)
    expect((await e.put({}, 1, 'operario')).status).toBe(403)
  })

  test('an example is named by what was typed, before it is kept', async () => {
    const r = await e.p.call<EjemploEpcis>('POST', '/api/empresas/1/epcis/ensayo', {
      body: {
        ajustes: { ...AJUSTES, dominio: 'https://id.acme.example' },
        familia: '20014',
        ubicacion: e.place('Muelle'),
      },
      cookie: await e.p.as('admin'),
    })
    const serie = e.ids.get('AABBCC000000')
    expect(r.body).toMatchObject({
      contenedor: '20014-000',
      lugar: 'Muelle',
      grai: `08412345000010${serie}`,
      gln: '8412345000010',
      epc: `https://id.acme.example/8003/08412345000010${serie}`,
      urn: `urn:epc:id:grai:8412345.00001.${serie}`,
      digital_link: `https://id.acme.example/8003/08412345000010${serie}`,
      etiqueta: 'https://id.acme.example/8004/8412345AABBCC000000',
      sgln: `https://id.acme.example/414/8412345000010/254/${e.place('Muelle')}`,
    })
  })

  test('stays are published as arrival, rest and departure; what is not sure enough is not published', async () => {
    const paso = (ubicacion: number, paso: 'receiving' | 'repairing') => ({
      ubicacion,
      gln: null,
      extension: null,
      paso,
    })
    expect(
      (await e.put({ lugares: [paso(e.place('Muelle'), 'receiving'), paso(e.place('Taller'), 'repairing')] }))
        .status,
    ).toBe(200)
    await e.stay('AABBCC000000', 'Muelle', [30 * HOUR, 28 * HOUR])
    await e.stay('AABBCC000000', 'Taller', [27 * HOUR, 26.5 * HOUR])
    await e.stay('AABBCC000001', 'Muelle', [30 * HOUR, 28 * HOUR], { certeza: 0.5 })
    await e.stay('AABBCC000002', 'Muelle', [30 * HOUR, 28 * HOUR], { certeza: null })
    await e.contar()
    const epc = (mac: string) => `urn:epc:id:grai:8412345.00001.${e.ids.get(mac)}`
    const of = async (mac: string) =>
      (
        await e.events(
          `epcs/${encodeURIComponent(epc(mac))}/events?orderBy=eventTime&orderDirection=ASC&perPage=100`,
        )
      ).filter((x) => x.type === 'ObjectEvent')
    const published = await of('AABBCC000000')
    const [m, t, l] = ['Muelle', 'Taller', 'Lavado'].map(e.place)
    expect(published.map(wordsOf)).toEqual([
      `arriving ${l}`,
      `storing ${l}`,
      `departing ${l}`,
      `receiving ${m}`,
      `storing ${m}`,
      `departing ${m}`,
      `repairing ${t}`,
      `departing ${t}`,
    ])
    expect(published[3]).toMatchObject({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      epcList: [epc('AABBCC000000')],
      bizLocation: { id: `urn:epc:id:sgln:8412345.00001.${m}` },
      'retorna:certeza': 0.9,
    })
    expect(published[5]).toMatchObject({ disposition: 'in_transit' })
    expect(published[5]?.bizLocation).toBeUndefined()
    // The tag of each container is published, but no place that is uncertain.
    expect(await of('AABBCC000001')).toEqual([])
    expect(await of('AABBCC000002')).toEqual([])
    expect(await e.contar()).toBe(0)
    // With a lower threshold, the places that are certain enough for it.
    await e.put({ umbral: 0.4 })
    await e.contar()
    expect((await of('AABBCC000001')).map(wordsOf)).toEqual([
      `arriving ${m}`,
      `storing ${m}`,
      `departing ${m}`,
    ])
    expect(await of('AABBCC000002')).toEqual([])
    // Published events are not taken back.
    await e.put({ umbral: 0.95 })
    await e.pool.query(
      "insert into epcis_pendiente (empresa_id, dispositivo_id, desde) select 1, id, '-infinity' from dispositivo where empresa_id = 1",
    )
    expect(await e.contar()).toBe(0)
    await e.put({})
  })

  test('what is amended later is declared wrong, with what is right instead', async () => {
    const mac = 'AABBCC000003'
    await e.stay(mac, 'Muelle', [10 * HOUR, 8 * HOUR])
    await e.contar()
    const of = async () =>
      (await e.events('events?perPage=1000')).filter(
        (x) => x.epcList?.[0]?.endsWith(`.${e.ids.get(mac)}`) && x.bizStep !== 'installing',
      )
    const before = await of()
    expect(before).toHaveLength(3)
    // A late reading: the stay was at another place and ended an hour later.
    await e.pool.query('update estancia set ubicacion_id = $2, hasta = $3 where dispositivo_id = $1', [
      e.ids.get(mac),
      e.place('Taller'),
      ago(7 * HOUR),
    ])
    expect(await e.contar()).toBe(6)
    const after = (await of()).slice(3)
    const [m, t] = ['Muelle', 'Taller'].map(e.place)
    expect(after.map(wordsOf)).toEqual([
      `arriving ${m} incorrect_data`,
      `storing ${m} incorrect_data`,
      `departing ${m} incorrect_data`,
      `arriving ${t}`,
      `storing ${t}`,
      `departing ${t}`,
    ])
    for (const [i, x] of after.slice(0, 3).entries()) {
      const { errorDeclaration, recordTime, ...wrong } = x
      const { recordTime: _r, ...published } = before[i] as (typeof before)[number]
      expect(wrong).toEqual(published)
      expect(errorDeclaration?.correctiveEventIDs).toEqual([after[3 + i]?.eventID])
      expect(Date.parse(recordTime)).toBeGreaterThanOrEqual(
        Date.parse(errorDeclaration?.declarationTime ?? '') - 1000,
      )
    }
    const both = await e.events(`events/${encodeURIComponent(before[0]?.eventID ?? '')}`)
    expect(both.map((x) => x.errorDeclaration?.reason)).toEqual([undefined, 'incorrect_data'])
    // The stay is deleted and then comes back: it is published as a new event.
    await e.pool.query('delete from estancia where dispositivo_id = $1', [e.ids.get(mac)])
    expect(await e.contar()).toBe(3)
    expect((await of()).slice(-3).map((x) => x.errorDeclaration)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ reason: 'did_not_occur' })),
    )
    const [first] = before
    await e.pool.query(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, certeza) values (1, $1, 1, $2, $3, $4, 0.9)`,
      [e.ids.get(mac), m, first?.eventTime, before[2]?.eventTime],
    )
    await e.contar()
    const anew = (await of()).at(-3)
    expect(anew).toMatchObject({ eventTime: first?.eventTime, bizStep: 'arriving', 'retorna:vez': 2 })
    expect(anew?.eventID).not.toBe(first?.eventID)
    await expect(e.pool.query('update epcis_evento set cuerpo = cuerpo')).rejects.toThrow('only additions')
    await expect(e.pool.query('delete from epcis_evento')).rejects.toThrow('only additions')
  })

  test('a stay that goes on is published once it is one; silence is no departure until it is heard elsewhere', async () => {
    const mac = 'AABBCC000004'
    const of = async () =>
      (await e.events('events?perPage=1000')).filter(
        (x) => x.epcList?.[0]?.endsWith(`.${e.ids.get(mac)}`) && x.bizStep !== 'installing',
      )
    await e.p.register('AC233F000099', 'Reader', 'R-99')
    const lector = (await e.pool.query("select id from dispositivo where mac = 'AC233F000099'")).rows[0].id
    const stand = (lugar: string, desde: number, certeza = 0.9) =>
      e.pool.query(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde, ubicacion_id, certeza, bateria, temperatura)
         values ($1, 1, now(), now(), $2, $3, $4, $5, 80, 20)
         on conflict (dispositivo_id) do update set ultimo_registro = now(), lector_desde = excluded.lector_desde,
           ubicacion_id = excluded.ubicacion_id, certeza = excluded.certeza, previa_hasta = $6, previa_silencio = true`,
        [e.ids.get(mac), lector, ago(desde), e.place(lugar), certeza, ago(desde + 30 * MINUTE)],
      )
    await stand('Muelle', 60_000)
    await e.contar()
    expect(await of()).toEqual([])
    // The container is checked again once its stay is long enough to count.
    const { rows } = await e.pool.query('select cuando from epcis_pendiente where dispositivo_id = $1', [
      e.ids.get(mac),
    ])
    expect(Math.round((rows[0].cuando.getTime() - Date.now()) / MINUTE)).toBe(1)
    await stand('Muelle', 3 * HOUR, 0.3)
    await e.contar()
    expect(await of()).toEqual([])
    await e.pool.query('update dispositivo_estado set certeza = 0.8 where dispositivo_id = $1', [
      e.ids.get(mac),
    ])
    await e.pool.query('update epcis_pendiente set cuando = now() where dispositivo_id = $1', [
      e.ids.get(mac),
    ])
    await e.contar()
    const m = e.place('Muelle')
    expect((await of()).map(wordsOf)).toEqual([`arriving ${m}`, `storing ${m}`])
    // It is not heard for a while, and then heard at another place.
    await stand('Taller', 50 * MINUTE)
    await e.contar()
    const published = await of()
    expect(published.map(wordsOf)).toEqual([
      `arriving ${m}`,
      `storing ${m}`,
      `departing ${m}`,
      `arriving ${e.place('Taller')}`,
    ])
    expect(published.find((x) => x.bizStep === 'departing')).toMatchObject({ 'retorna:silencio': true })
  })

  test('damage, loss, finding, another tag and the end of a container', async () => {
    const mac = 'AABBCC000000'
    const id = e.ids.get(mac)
    const last = Number((await e.pool.query('select max(id) as id from epcis_evento')).rows[0].id)
    await e.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, pico_g) values (1, $1, $2, $2, 6)`,
      [id, ago(29 * HOUR)],
    )
    await e.contar()
    await e.pool.query(
      `update incidencia set revisado = true, hubo_danio = true, cerrada = now() where dispositivo_id = $1`,
      [id],
    )
    await e.pool.query(
      `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo) values
         (1, $1, 'estado', 'Ubicado', 'Posible extravío', now() - interval '3 hours', 'silencio'),
         (1, $1, 'estado', 'Posible extravío', 'Ubicado', now() - interval '2 hours', 'oido')`,
      [id],
    )
    await e.pool.query("update dispositivo set mac = 'AABBCC0000EE' where id = $1", [id])
    await e.contar()
    await e.pool.query('update dispositivo set eliminado = now() where id = $1', [id])
    await e.contar()
    const { rows } = await e.pool.query('select cuerpo from epcis_evento where id > $1 order by id', [last])
    const published = rows.map((r): Evento => r.cuerpo)
    const epc = `urn:epc:id:grai:8412345.00001.${id}`
    const giai = (m: string) => `urn:epc:id:giai:8412345.${m}`
    expect(published).toMatchObject([
      {
        bizStep: 'sensor_reporting',
        bizLocation: { id: `urn:epc:id:sgln:8412345.00001.${e.place('Muelle')}` },
        sensorElementList: [
          {
            sensorMetadata: { deviceID: giai(mac) },
            sensorReport: [{ type: 'Acceleration', value: 58.84, uom: 'MSK' }],
          },
        ],
      },
      { disposition: 'unknown', epcList: [epc] },
      { disposition: 'active', epcList: [epc] },
      { bizStep: 'inspecting', disposition: 'damaged' },
      {
        type: 'AssociationEvent',
        action: 'DELETE',
        bizStep: 'removing',
        parentID: epc,
        childEPCs: [giai(mac)],
      },
      {
        type: 'AssociationEvent',
        action: 'ADD',
        bizStep: 'installing',
        parentID: epc,
        childEPCs: [giai('AABBCC0000EE')],
      },
      { action: 'DELETE', bizStep: 'decommissioning', disposition: 'inactive', epcList: [epc] },
    ])
    // It is restored: its removal is declared wrong.
    await e.pool.query('update dispositivo set eliminado = null where id = $1', [id])
    await e.contar()
    const [wrong] = await e.events('events?EXISTS_errorDeclaration=true&EQ_bizStep=decommissioning')
    expect(wrong).toMatchObject({ errorDeclaration: { reason: 'did_not_occur' } })
  })

  test('a company that is removed takes what it published along', async () => {
    const cookie = await e.p.as('admin')
    await e.p.call('POST', '/api/empresas', { body: { id: 77, nombre: 'Breve' }, cookie })
    expect((await e.put({}, 77)).status).toBe(200)
    await e.pool.query(
      `insert into epcis_evento (empresa_id, event_id, record_time, event_time, tipo, action, epcs, cuerpo)
       values (77, 'ni:x', now(), now(), 'ObjectEvent', 'OBSERVE', '{}', '{}')`,
    )
    expect((await e.p.call('DELETE', '/api/empresas/77', { cookie })).status).toBe(200)
    expect((await e.pool.query('select from epcis_evento where empresa_id = 77')).rows).toEqual([])
  })
})
