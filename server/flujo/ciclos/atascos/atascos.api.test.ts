import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { createPlanta } from '../../../testing/ciclo'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { notifyAtascos } from './atascos'
import { notifyAtasco } from './notify'

const MAC = 'AC0000000A01'
const OTRA = 'AC0000000A02'

describe.runIf(inject('base').hay)('what is told and said of stuck containers', () => {
  let p: Prueba
  let planta: Awaited<ReturnType<typeof createPlanta>>
  beforeAll(async () => {
    p = await startPrueba()
    planta = await createPlanta(p)
    await planta.put(MAC, '20014-1', [
      ['Línea', 40, 31],
      ['Lleno', 30, null],
    ])
    await planta.put(OTRA, '20014-2', [['Lleno', 3, null]])
    await planta.keep()
    await planta.measure()
    const { body } = await p.call<{
      ciclo: { id: number; version: string; etapas: { id: number }[] }
    }>('GET', '/api/ciclo', { cookie: await p.as('operario') })
    const { id: ciclo, version, etapas } = body.ciclo
    const meta = { plazo_h: 5, minimo: null, objetivo: null, maximo: null }
    const r = await p.call('PUT', '/api/ciclo/metas', {
      cookie: await p.as('admin'),
      body: {
        version,
        ciclo,
        familia: '',
        euros_dia: null,
        etapas: etapas.map((e) => ({ ...meta, etapa: e.id })),
      },
    })
    expect(r.status).toBe(200)
  })
  afterAll(() => p.stop())

  const tell = () => notifyAtascos(planta.db, notifyAtasco)
  const told = async () =>
    (
      await planta.pool.query<{ n: number }>(
        "select count(*)::int as n from aviso_hecho where clave like 'atasco:%'",
      )
    ).rows[0]?.n
  /** Begins a stay at a reader this many hours ago; it goes on. */
  const begin = async (mac: string, horas: number, lector = 'C30000C1C100') => {
    await planta.pool.query(
      `update dispositivo_estado s set lector_id = l.id, ubicacion_id = l.ubicacion_id, lector_desde = $3
       from dispositivo d, dispositivo l where d.mac = $1 and l.mac = $2 and s.dispositivo_id = d.id`,
      [mac, lector, planta.at(horas)],
    )
    // The correction of late readings also deletes a stay that never took place.
    await planta.pool.query(
      `delete from estancia e using dispositivo d where d.mac = $1 and e.dispositivo_id = d.id and e.desde > $2`,
      [mac, planta.at(31)],
    )
    await planta.pool.query(
      `insert into visita_pendiente (empresa_id, dispositivo_id, desde)
       select empresa_id, id, '-infinity' from dispositivo where mac = $1`,
      [mac],
    )
    await planta.keep()
    const { rows } = await planta.pool.query<{ desde: Date }>(
      `select v.desde from visita v join dispositivo d on d.id = v.dispositivo_id where d.mac = $1 and v.hasta is null`,
      [mac],
    )
    expect(rows).toEqual([{ desde: planta.at(horas) }])
  }

  test('late readings that move the beginning of a visit, back or forth, tell nothing again', async () => {
    await tell()
    expect(await told()).toBe(1)
    for (const horas of [30.5, 29, 29.2]) {
      await begin(MAC, horas)
      await tell()
      expect([horas, await told()]).toEqual([horas, 1])
    }
  })

  test('another visit, and the same moment in another stage, are told of', async () => {
    await begin(MAC, 20, 'C30000C1C101')
    await tell()
    expect(await told()).toBe(2)
    // It left and came back after it was reported: the rows are dated back by a day.
    await planta.pool.query(
      `update atasco_dicho set momento = momento - interval '25 hours', desde = desde - interval '25 hours'`,
    )
    await begin(MAC, 19, 'C30000C1C101')
    await tell()
    expect(await told()).toBe(3)
    await tell()
    expect(await told()).toBe(3)
  })

  test('the file of a container that people were told of says so, until somebody puts it off', async () => {
    const waits = async (apodo: string) =>
      (
        await p.call<FichaContenedor>('GET', `/api/contenedores/${apodo}`, {
          cookie: await p.as('operario'),
        })
      ).body.espera
    await tell()
    const { etapa } = (
      await planta.pool.query(
        `select e.nombre as etapa from visita v join etapa e on e.id = v.etapa_id join dispositivo d on d.id = v.dispositivo_id
         where d.mac = $1 and v.hasta is null`,
        [MAC],
      )
    ).rows[0]
    expect(await waits('20014-1')).toEqual({ pila: null, atascado: etapa })
    expect(await waits('20014-2')).toEqual({ pila: null, atascado: null })
    await planta.pool.query(
      `insert into pila (dispositivo_id, empresa_id, familia, modelo, clase, motivo, urgencia)
       select id, empresa_id, '20014', 'x', 'ya', 'tension', 1 from dispositivo where mac = $1`,
      [OTRA],
    )
    expect(await waits('20014-2')).toEqual({ pila: 'ya', atascado: null })
    // As the lists do, it counts nobody that was switched off.
    const turn = (activado: boolean) =>
      planta.pool.query('update dispositivo set activado = $2 where mac = $1', [MAC, activado])
    await turn(false)
    expect(await waits('20014-1')).toEqual({ pila: null, atascado: null })
    await turn(true)
    const { body } = await p.call<{ resultados: { status: string }[] }>('POST', '/api/ciclo/atascos', {
      cookie: await p.as('operario'),
      body: { contenedores: [MAC], callado_hasta: new Date(Date.now() + 2 * 86_400_000).toISOString() },
    })
    expect(body.resultados.map((x) => x.status)).toEqual(['success'])
    expect((await waits('20014-1')).atascado).toBeNull()
    await planta.pool.query('delete from atasco')
  })

  test('what is said of a container is not said of one of another company that had its tag before', async () => {
    // The tag belonged to another company: the old container is deleted and its visit is still open.
    await planta.pool.query(
      `insert into dispositivo (id, empresa_id, mac, tipo, eliminado) overriding system value
       values (990001, 2, $1, 'SmartBle', now())`,
      [OTRA],
    )
    await planta.pool.query(
      `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, reloj_desde)
       select 990001, v.desde, 2, v.ciclo_id, v.etapa_id, v.familia, v.ubicacion_id, v.reloj_desde from visita v
       join dispositivo d on d.id = v.dispositivo_id where d.mac = $1 and d.eliminado is null and v.hasta is null`,
      [OTRA],
    )
    const r = await p.call<{ resultados: { status: string }[] }>('POST', '/api/ciclo/atascos', {
      cookie: await p.as('operario'),
      body: { contenedores: [OTRA], nota: 'Espera a calidad' },
    })
    expect(r.body.resultados.map((x) => x.status)).toEqual(['success'])
    const { rows } = await planta.pool.query(
      'select a.empresa_id, d.empresa_id as de, a.nota from atasco a join dispositivo d on d.id = a.dispositivo_id',
    )
    expect(rows).toEqual([{ empresa_id: 1, de: 1, nota: 'Espera a calidad' }])
  })

  test('one that cannot be told of keeps none of the others back, and is told of the next time', async () => {
    await planta.pool.query('delete from atasco_dicho; delete from aviso_hecho; delete from aviso')
    await begin(OTRA, 28)
    await planta.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.datos::text like '%20014-1%' then raise 'refused'; end if; return new; end $$;
      create trigger refuse before insert or update on aviso for each row execute function refuse()`)
    await expect(tell()).rejects.toThrow('refused')
    expect(await told()).toBe(1)
    await planta.pool.query('drop trigger refuse on aviso; drop function refuse()')
    await tell()
    expect(await told()).toBe(2)
  })

  test('a company whose loop cannot be measured keeps no other from it', async () => {
    const { rows } = await planta.pool.query<{ id: number }>(
      "insert into ciclo (empresa_id, nombre) values (2, 'Otro') returning id",
    )
    await planta.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.empresa_id = 1 then raise 'refused'; end if; return new; end $$;
      create trigger refuse before insert on ciclo_medida for each row execute function refuse()`)
    await expect(planta.measure()).rejects.toThrow('refused')
    const medidas = await planta.pool.query('select from ciclo_medida where ciclo_id = $1', [rows[0]?.id])
    expect(medidas.rowCount).toBe(1)
    await planta.pool.query('drop trigger refuse on ciclo_medida; drop function refuse()')
  })
})
