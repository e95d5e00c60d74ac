import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PrevisionPasada, SeriePrevista } from '#contract/flujo/prevision/prevision'
import { createDb, type Db } from '../../platform/db/client'
import { fillExistencias } from '../../testing/existencias'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { forecastTodo } from './prever'
import { askFirst } from './previsor'
import { notifyFalta } from './shortage-text'

const ZONA = 'Europe/Madrid'
const HOUR = 3_600_000
/** A Thursday, 11:00 in the plant. */
const NOW = Date.UTC(2026, 5, 18, 9)

describe.runIf(inject('base').hay)('forecasts of the stock', () => {
  let p: Prueba
  let db: Db
  let cookie: string
  let etapas: Map<string, number>
  const sql = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const list = async (query = '', who = cookie) =>
    (await p.call<{ data: SeriePrevista[] }>('GET', `/api/previsiones?${query}`, { cookie: who })).body.data
  const past = (id: number, query = '', who = cookie) =>
    p.call<{ data: PrevisionPasada[]; total: number }>('GET', `/api/previsiones/${id}/pasadas?${query}`, {
      cookie: who,
    })
  const run = (horas = 0) => forecastTodo(db, ZONA, notifyFalta, NOW + horas * HOUR)
  const tipos = async () =>
    (await sql('select tipo, datos from aviso order by id')).map((a: { tipo: string }) => a.tipo)

  beforeAll(async () => {
    p = await startPrueba()
    db = createDb(p.servidor.pool)
    cookie = await p.as('operario')
    etapas = await fillExistencias(p.servidor.pool, NOW)
  })
  afterAll(() => p.stop())

  test('what repeats each day is foretold, and how sure that is', async () => {
    await run()
    const data = await list()
    expect(data.map((s) => [s.etapa.nombre, s.familia, s.estado])).toEqual([
      ['Vacíos', '', 'prevista'],
      ['Línea', '', 'prevista'],
    ])
    const [vacios] = data as [SeriePrevista]
    // 13 of the 30 left from 6:00 to 10:48; 2 or 3 leave each hour until 17:36, and all are back by 20:00.
    expect(vacios).toMatchObject({ stock: 27, minimo: null, p_falta: null, aviso: null })
    expect(vacios.horas[0]).toBe('2026-06-18T12:00:00.000+02:00')
    expect(vacios.q50[6]).toBeGreaterThan(9)
    expect(vacios.q50[6]).toBeLessThan(11)
    expect(vacios.q50[9]).toBeCloseTo(40, 0)
    expect(vacios.ensayo?.error).toBeLessThan(0.2 * (vacios.ensayo?.error_ultimo as number))
    expect(await list(`etapa=${etapas.get('Línea')}&familia=`)).toHaveLength(1)
  })

  test('a shortage is told once before it comes, and once when it is over; what was forecast is judged by what came', async () => {
    await sql(`insert into etapa_meta (etapa_id, empresa_id, familia, minimo) values ($1, 1, '', 14)`, [
      etapas.get('Vacíos'),
    ])
    await run()
    const [s] = (await list('ver=faltas')) as [SeriePrevista]
    // The stock is below 14 from the 27th departure on, at 16:24.
    expect(s).toMatchObject({ hora_falta: '2026-06-18T17:00:00.000+02:00', aviso: { ya: false } })
    expect(s.p_falta).toBeGreaterThan(0.9)
    expect(s.avisos).toEqual({ contados: 0, ciertos: 0, pendientes: 1, ya: 0 })
    expect(await tipos()).toEqual(['falta'])
    expect((await sql('select datos from aviso'))[0].datos).toMatchObject({
      etapa: 'Vacíos',
      stock: 27,
      minimo: 14,
      hora: '2026-06-18T15:00:00.000Z',
    })
    for (const h of [2, 8]) await run(h)
    expect(await list('ver=faltas')).toMatchObject([{ stock: 10, aviso: { ya: false } }])
    expect(await tipos()).toEqual(['falta'])
    await sql('update etapa_meta set minimo = 3')
    for (const h of [10, 14]) await run(h)
    expect(await list('ver=faltas')).toEqual([])
    expect(await tipos()).toEqual(['falta', 'falta_pasada'])
    await run(26)
    const { data, total } = (await past(s.id, 'ver=avisos')).body
    expect([data, total]).toMatchObject([
      [{ emitida: '2026-06-18T11:00:00.000+02:00', juzgada: true, falto: '2026-06-18T17:00:00.000+02:00' }],
      1,
    ])
    expect(await list(`etapa=${s.etapa.id}`)).toMatchObject([
      { avisos: { contados: 1, ciertos: 1, pendientes: 0, ya: 0 } },
    ])
    const juzgadas = (await past(s.id, 'ver=juzgadas')).body
    expect(juzgadas.total).toBe((await list(`etapa=${s.etapa.id}`))[0]?.juzgadas?.n)
    expect(juzgadas.data.every((x) => (x.error as number) < (x.error_ultimo as number) + 1)).toBe(true)
  })

  test('families apart, and few departures are said to be too few', async () => {
    await sql(
      `update visita set familia = '30220' where dispositivo_id in (select id from dispositivo order by id limit 1)`,
    )
    await sql(
      `update visita set familia = '41' || (dispositivo_id % 2)
       where desde > '2026-06-18' and dispositivo_id in (select id from dispositivo order by id desc limit 2)`,
    )
    await run(27)
    const data = await list(`ver=todas&etapa=${etapas.get('Línea')}`)
    expect(data.map((s) => [s.familia, s.estado])).toEqual([
      ['', 'prevista'],
      ['20014', 'prevista'],
      ['30220', 'prevista'],
    ])
    await sql(`update visita set familia = '30220' where familia = '20014'`)
    await sql(`delete from visita where desde > '2026-04-21'`)
    await run(28)
    expect((await list('ver=todas')).map((s) => s.estado)).toEqual(['pocos_datos', 'pocos_datos'])
  })

  test('another company sees none, and its series are not found', async () => {
    const [s] = (await list()) as [SeriePrevista]
    const ajena = await p.as('calidad')
    await sql(`update prevision_serie set empresa_id = 2 where id = $1`, [s.id])
    expect((await past(s.id)).status).toBe(404)
    await sql(`update prevision_serie set empresa_id = 1 where id = $1`, [s.id])
    expect((await past(s.id)).status).toBe(200)
    expect((await past(999_999, '', ajena)).status).toBe(404)
  })

  test('its file has the same rows', async () => {
    const r = await p.call('GET', '/api/export_previsiones?formato=xlsx&ver=todas', { cookie })
    expect(r.status).toBe(200)
    expect(r.headers.get('content-disposition')).toContain('previsiones.xlsx')
  })

  test('a company that can have no series is not forecast again each minute', async () => {
    await p.servidor.jobs.stop()
    // A plant that never opens.
    await sql('delete from prevision_serie')
    await sql('delete from jobs.job')
    const asked = async () =>
      (await sql("select state::text from jobs.job where name = 'prever.first'")).length
    for (let minute = 0; minute < 3; minute++) {
      await askFirst(db)
      await sql("update jobs.job set state = 'completed', completed_on = now() where state = 'created'")
    }
    expect(await asked()).toBe(1)
    // A second company is queued at once.
    await sql(`insert into ciclo (empresa_id, nombre) values (2, 'Suyo')`)
    await sql(`
      insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, reloj_desde)
      select d.id, now(), 2, e.ciclo_id, e.id, '', 1, 0 from dispositivo d, etapa e
      where d.apodo = '20014-1' and e.nombre = 'Vacíos'`)
    await askFirst(db)
    expect(await asked()).toBe(2)
  })
})
