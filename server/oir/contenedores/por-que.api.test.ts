import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PorQue } from '#contract/oir/contenedores/por-que'
import { type Prueba, startPrueba } from '../../testing/retorna'

const TAG = 'AC233F0E0001'
const APODO = '20014-61'

describe.runIf(inject('base').hay)('what led a container to where it is', () => {
  let p: Prueba
  let cookie: string
  const sql = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const ask = async (apodo = APODO, who = cookie) => {
    const r = await p.call<PorQue>('GET', `/api/contenedores/${apodo}/por_que`, { cookie: who })
    return { status: r.status, ...r.body }
  }

  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    cookie = await p.as('operario')
    await sql(`insert into ubicacion (empresa_id, nombre) values (1, 'Muelle'), (1, 'Línea'), (1, 'Lavado')`)
    for (const [n, nombre] of ['Muelle', 'Línea'].entries()) {
      await p.register(`C3000000E00${n}`, 'Reader', `LEC-E${n}`)
      await sql(
        `update dispositivo set ubicacion_id = (select id from ubicacion where nombre = $2) where mac = $1`,
        [`C3000000E00${n}`, nombre],
      )
    }
    await p.register(TAG, 'SmartBle', APODO)
    await p.register('AC233F0E0002', 'SmartBle', '20014-62')
  })
  afterAll(() => p.stop())

  test('nothing is known of one that was never heard but who registered it', async () => {
    expect(await ask()).toMatchObject({
      status: 200,
      movimiento: null,
      tramo: null,
      siguiente: null,
      causa: null,
      persona: { hizo: 'alta', nombre: 'Nombre de admin' },
    })
  })

  test('its last movement, the leg before, and the fault that it waits behind', async () => {
    await sql(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
       select 1, d.id, l.id, l.ubicacion_id, now() - interval '5 hours', now() - interval '3 hours'
       from dispositivo d, dispositivo l where d.mac = $1 and l.mac = 'C3000000E000'`,
      [TAG],
    )
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, lector_id, lector_desde,
         ubicacion_id, ultimo_movimiento)
       select d.id, 1, now() - interval '1 minute', now(), now(), l.id, now() - interval '2 hours', l.ubicacion_id, now() - interval '2 hours'
       from dispositivo d, dispositivo l where d.mac = $1 and l.mac = 'C3000000E001'`,
      [TAG],
    )
    const { tramo, movimiento, causa } = await ask()
    expect(tramo?.de).toBe('Muelle')
    expect(Date.parse(tramo?.llego as string) - Date.parse(tramo?.salio as string)).toBeCloseTo(3_600_000, -4)
    expect(Date.now() - Date.parse(movimiento as string)).toBeGreaterThan(7_000_000)
    expect(causa).toBeNull()
    await sql(`insert into causa (empresa_id, clase, lector_id, desde, evidencia)
      select 1, 'mudo', id, now() - interval '30 seconds', '{}' from dispositivo where mac = 'C3000000E001'`)
    expect((await ask()).causa).toMatchObject({ clase: 'mudo', lector: 'LEC-E1' })
  })

  test('where its family usually goes next, once that was seen ten times', async () => {
    await sql(`with c as (insert into ciclo (empresa_id, nombre) values (1, 'General') returning id)
      insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
      select 1, c.id, nombre, orden, 'llenos', orden = 1 from c, (values ('Muelle', 1), ('Línea', 2), ('Lavado', 3)) as t (nombre, orden)`)
    const visit = (mac: string, etapa: string, previa: string | null, hace: string, abierta: boolean) =>
      sql(
        `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin,
           reloj_desde, reloj_hasta, previa_etapa_id)
         select d.id, now() - $4::interval, 1, t.ciclo_id, t.id, '20014', u.id,
           case when $5 then null else now() - $4::interval + interval '1 minute' end, case when $5 then null else 'paso' end, 0,
           case when $5 then null else 0 end, (select id from etapa where nombre = $3)
         from dispositivo d, etapa t, ubicacion u where d.mac = $1 and t.nombre = $2 and u.nombre = $2`,
        [mac, etapa, previa, hace, abierta],
      )
    await sql('delete from visita')
    await visit(TAG, 'Línea', 'Muelle', '2 hours', true)
    for (let n = 0; n < 9; n++)
      await visit('AC233F0E0002', n < 7 ? 'Lavado' : 'Muelle', 'Línea', `${n + 1} days`, false)
    expect((await ask()).siguiente).toBeNull()
    await visit('AC233F0E0002', 'Lavado', 'Línea', '20 days', false)
    // A visit long ago does not count.
    await visit('AC233F0E0002', 'Muelle', 'Línea', '80 days', false)
    expect((await ask()).siguiente).toEqual({ etapa: 'Lavado', p: 9 / 12, n: 10 })
  })

  test('who had it in hand last, by what they did', async () => {
    await sql(
      `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, lugar, nats, creible)
       select 1, d.id, u.id, 'Ane', 1, 0, true from dispositivo d, ubicacion u where d.mac = $1 and u.nombre = 'Lavado'`,
      [TAG],
    )
    expect((await ask()).persona).toMatchObject({ nombre: 'Ane', hizo: 'lugar', detalle: 'Lavado' })
    const nueva = 'AC233F0E0009'
    const r = await p.call('POST', `/api/contenedores/${APODO}/etiqueta`, {
      body: { mac_serie: nueva },
      cookie,
    })
    expect(r.status).toBe(200)
    expect((await ask()).persona).toMatchObject({
      nombre: 'Nombre de operario',
      hizo: 'etiqueta',
      detalle: nueva,
    })
  })

  test('another company’s is not there', async () => {
    expect((await ask(APODO, await p.as('calidad'))).status).toBe(404)
  })
})
