import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Estado } from '#contract/parque/ubicaciones/ubicaciones'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('counts of locations', () => {
  let p: Prueba
  let operario: string

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    await p.register('C30000000001', 'Reader', 'LEC-1')
    for (const [i, apodo] of ['20014-1', '20014-2', '20015-1', '20015-2'].entries())
      await p.register(`AC233F00000${i}`, 'SmartBle', apodo)
    await p.servidor.pool.query(
      `with u as (insert into ubicacion (empresa_id, nombre) values (1, 'Almacén Lleno') returning id)
       update dispositivo set ubicacion_id = (select id from u) where apodo = 'LEC-1'`,
    )
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
       select d.id, d.empresa_id, now(), now(), l.id from dispositivo d, dispositivo l
       where d.apodo in ('20014-1', '20014-2', '20015-1') and l.apodo = 'LEC-1'`,
    )
  })
  afterAll(() => p.stop())

  // cubre: estados 3
  test('what each reader of each location hears is counted, filtered and totalled', async () => {
    const estado = async (query = '', cookie = operario) =>
      (await p.call<Estado>('GET', `/api/estado_ubicaciones?${query}`, { cookie })).body
    expect(await estado()).toEqual({
      data: [
        { ubicacion: 'Almacén Lleno', lector: 'LEC-1', n: 3, dudosos: 0, sin_senal: 0 },
        { ubicacion: 'Sin ubicación', lector: null, n: 1, dudosos: 0, sin_senal: 0 },
      ],
      dispositivos: 4,
      ubicaciones: 1,
    })
    expect((await estado('familia=20015')).data.map((f) => f.n)).toEqual([1, 1])
    // Uncertain places are counted, and the linked list has the same number.
    const enLista = async (certeza: string) =>
      (
        await p.call<{ data: { Lugar: string }[] }>(
          'GET',
          `/api/device_poc_status?ubicacion=Almac%C3%A9n%20Lleno&visto_por=LEC-1&certeza=${certeza}`,
          { cookie: operario },
        )
      ).body.data.map((d) => d.Lugar)
    const { rows } = await p.servidor.pool.query<{ id: number }>(
      `select dispositivo_id as id from dispositivo_estado e join dispositivo l on l.id = e.lector_id
       where l.apodo = 'LEC-1' order by 1`,
    )
    await p.servidor.pool.query('update dispositivo_estado set certeza = 0.5 where dispositivo_id = $1', [
      rows[0]?.id,
    ])
    await p.servidor.pool.query(
      "update dispositivo_estado set ultimo_registro = now() - interval '21 minutes' where dispositivo_id = $1",
      [rows[1]?.id],
    )
    expect((await estado()).data[0]).toMatchObject({ n: 3, dudosos: 1, sin_senal: 1 })
    expect(await enLista('dudosa')).toEqual(['Almacén Lleno, dudoso'])
    expect(await enLista('sin_senal')).toEqual(['última vez en Almacén Lleno'])
    const inciertos = await p.call<Record<'dudosos' | 'sin_senal', Record<string, object>>>(
      'GET',
      '/api/contar_inciertos',
      { cookie: operario },
    )
    for (const parte of ['dudosos', 'sin_senal'] as const)
      expect(Object.values(inciertos.body[parte])).toEqual([{ 'Almacén Lleno': 1 }])
    expect((await estado('ubicacion=Sin%20ubicaci%C3%B3n')).dispositivos).toBe(1)
    expect((await estado('familia=%25')).data).toEqual([])
    expect((await estado('', await p.as('calidad'))).data).toEqual([])
    const otra = await p.call('GET', '/api/estado_ubicaciones?empresa=2', { cookie: operario })
    expect(otra.status).toBe(404)
    const res = await fetch(`${p.servidor.url}/api/export_estado?columnas=n,lector&orden=n&sentido=desc`, {
      headers: { cookie: operario },
    })
    expect(res.headers.get('content-disposition')).toBe('attachment; filename="estado.xlsx"')
    await res.arrayBuffer()
    const mala = await p.call('GET', '/api/export_estado?columnas=constructor', { cookie: operario })
    expect([mala.status, mala.body.campo]).toEqual([400, 'columnas'])
  })
})
