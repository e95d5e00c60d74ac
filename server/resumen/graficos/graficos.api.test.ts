import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { GRAFICOS, type NombreGrafico } from '#contract/resumen/graficos/values'
import { insertEventos } from '../../oir/eventos/repo-write'
import { type Prueba, startPrueba } from '../../testing/retorna'

const ZONA = 'Europe/Madrid'

describe.runIf(inject('base').hay)('charts', () => {
  let p: Prueba
  let operario: string
  let ids: Record<string, number>
  const sql = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const get = async (chart: NombreGrafico, query: string, cookie = operario) => {
    const r = await p.call<TablaGrafico>('GET', `/api/graficos/${chart}?${query}`, { cookie })
    expect(r.status).toBe(200)
    return r.body
  }
  const row = (t: TablaGrafico, nombre: string) => t.filas.find((f) => f[0] === nombre)

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    for (const n of [1, 2]) await p.register(`C3000000FA0${n}`, 'Reader', `LEC-FA${n}`)
    for (const n of [1, 2]) await p.register(`AC233F0000A${n}`, 'SmartBle', `2001${n}-1`)
    await p.register('AC233F0000B9', 'SmartBle', '20011-9', { empresa: 2 })
    await sql("insert into ubicacion (empresa_id, nombre) values (1, 'Nave A'), (1, 'Nave B')")
    await sql("update dispositivo set creado = '2026-01-01'")
    for (const [n, simulatedPlant] of [
      [1, 'A'],
      [2, 'B'],
    ])
      await sql(
        `update dispositivo set ubicacion_id = (select id from ubicacion where nombre = 'Nave ' || $2) where mac = 'C3000000FA0' || $1`,
        [String(n), simulatedPlant],
      )
    ids = Object.fromEntries((await sql('select mac, id from dispositivo')).map((d) => [d.mac, d.id]))
    // Around the night in which the clocks go back: A, B, A, B, 12 hours each, then silence.
    const c = await p.servidor.pool.connect()
    const inicio = Date.parse('2026-10-23T10:00:00Z')
    await insertEventos(
      c,
      p.servidor.pool,
      Array.from({ length: 5 }, (_, i) => ({
        empresa: 1,
        dispositivo: ids.AC233F0000A1 as number,
        lector: ids[`C3000000FA0${(i % 2) + 1}`] as number,
        tiempo: inicio + i * 12 * 3_600_000,
        estado: 0 as const,
        etiqueta: null,
        bateria: null,
        temperatura: null,
        valor: {},
      })),
      ZONA,
    )
    c.release()
    await sql('select rehacer_estancias()')
    for (const [mac, t, g] of [
      ['AC233F0000A1', '2026-10-25T00:30:00Z', 3],
      ['AC233F0000A1', '2026-10-25T01:30:00Z', 5],
      ['AC233F0000A2', '2026-10-24T22:30:00Z', 4],
      ['AC233F0000B9', '2026-10-25T01:30:00Z', 9],
    ])
      await sql(
        `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, pico_g, hubo_danio)
         select empresa_id, id, case when empresa_id = 1 then $4::bigint end, $2, $2, $3, mac = 'AC233F0000A1'
         from dispositivo where mac = $1`,
        [mac, t, g, ids.C3000000FA01],
      )
  })
  afterAll(() => p.stop())

  const OCTUBRE = 'desde=2026-10-22&hasta=2026-10-27'

  test('impacts by plant day and hour, right where an hour comes twice, of the own company only', async () => {
    const day = await get('impactos_dia', OCTUBRE)
    expect(day.columnas.map((c) => c.titulo)).toEqual(['Día', 'Nave A'])
    expect(day.filas).toHaveLength(6)
    expect(row(day, '2026-10-25')).toEqual(['2026-10-25', 3])
    expect(row(day, '2026-10-24')).toEqual(['2026-10-24', 0])
    const hour = await get('impactos_hora', OCTUBRE)
    expect(hour.filas).toHaveLength(24)
    expect(row(hour, '02 h')?.[1]).toBe(2)
    expect(row(hour, '00 h')?.[1]).toBe(1)
    expect((await get('impactos_dia', `${OCTUBRE}&familia=20012`)).filas.flat()).toContain(1)
    expect((await get('impactos_dia', `${OCTUBRE}&ubicacion=Nave B`)).columnas).toHaveLength(1)
    expect((await get('peores', OCTUBRE)).filas).toEqual([
      ['20011-1', 2, 0, 2, 0, 5, 'Sin datos'],
      ['20012-1', 1, 0, 0, 1, 4, 'Sin datos'],
    ])
    expect((await get('peores', OCTUBRE, await p.as('admin'))).filas).toHaveLength(3)
  })

  test('what is said of containers is said of those that stand in the place now', async () => {
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, bateria)
       select d.id, 1, now(), now(), l.id, 42 from dispositivo d join dispositivo l on l.mac = 'C3000000FA0' || right(d.mac, 1)
       where d.mac in ('AC233F0000A1', 'AC233F0000A2')
       on conflict (dispositivo_id) do update set lector_id = excluded.lector_id, bateria = excluded.bateria`,
    )
    const suma = async (nombre: NombreGrafico, column: number, query = '') =>
      (await get(nombre, `${OCTUBRE}${query}`)).filas.reduce((n, f) => n + Number(f[column]), 0)
    const last = async (nombre: NombreGrafico, column: number, query = '') =>
      (await get(nombre, `${OCTUBRE}${query}`)).filas.at(-1)?.[column]
    for (const simulatedPlant of ['Nave A', 'Nave B']) {
      const here = `&ubicacion=${simulatedPlant}`
      expect(await suma('baterias', 1, here)).toBe(1)
      expect(await suma('cambio_baterias', 1, here)).toBe(1)
      expect(await last('vistos', 3, here)).toBe(1)
      expect(await last('utilizacion', 3, here)).toBe(1)
      expect(await suma('eventos_dia', 1, here)).toBe(simulatedPlant === 'Nave A' ? 5 : 0)
      expect(await suma('eventos_hora', 1, here)).toBe(0)
    }
    expect(await suma('baterias', 1)).toBe(2)
    expect(await suma('eventos_dia', 1)).toBe(5)
    await sql('delete from dispositivo_estado')
  })

  test('stays and cycles are those of the readers, and every place at noon adds up', async () => {
    expect((await get('estancias', OCTUBRE)).filas).toEqual([
      ['Nave A', 12, 12, 2],
      ['Nave B', 12, 12, 2],
    ])
    const ciclos = await get('ciclos', OCTUBRE)
    expect(ciclos.titulo).toContain('Nave A')
    // The last arrival has only an event so far: that stay is open, and nothing was heard since.
    expect(ciclos.filas).toEqual([['2026-10-19', 24, 24, 1, 1, 1]])
    const ocupacion = await get('ocupacion', OCTUBRE)
    expect(ocupacion.columnas.map((c) => c.titulo)).toEqual(['Día', 'Nave A', 'Nave B'])
    expect(row(ocupacion, '2026-10-22')).toEqual(['2026-10-22', 0, 0])
    expect(
      row(ocupacion, '2026-10-24')
        ?.slice(1)
        .reduce<number>((n, v) => n + Number(v), 0),
    ).toBe(1)
  })

  test('unseen and lost count from the days on which a container was heard', async () => {
    const t = await get('vistos', 'desde=2026-10-22&hasta=2026-10-31')
    expect(row(t, '2026-10-22')).toEqual(['2026-10-22', 2, 0, 2])
    expect(row(t, '2026-10-24')).toEqual(['2026-10-24', 1, 0, 2])
    expect(row(t, '2026-10-28')).toEqual(['2026-10-28', 2, 0, 2])
    expect(row(t, '2026-10-29')).toEqual(['2026-10-29', 2, 1, 2])
    const u = await get('utilizacion', OCTUBRE)
    expect(row(u, '2026-10-24')?.[1]).toBe(50)
  })

  test('batteries: what they are at, and when they are down to 10 %', async () => {
    await sql("select crear_particion_evento((now() - interval '20 days')::date)")
    await sql(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, bateria)
       values (1, 1, $1, now() - interval '20 days', 0, 80)`,
      [ids.AC233F0000A1],
    )
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, bateria)
       values ($1, 1, now(), now(), 60)`,
      [ids.AC233F0000A1],
    )
    const now = await get('baterias', '')
    expect([row(now, '60–70 %')?.[1], row(now, 'Sin datos')?.[1]]).toEqual([1, 1])
    const { filas } = await get('cambio_baterias', '')
    expect(filas.filter((f) => f[1] !== 0)).toEqual([['En 7 sem.', 1]])
  })

  test('every chart answers, empty ones too, and its file has the same rows', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    for (const chart of GRAFICOS)
      for (const query of [
        OCTUBRE,
        'desde=2020-01-01&hasta=2020-01-31&familia=nadie&ubicacion=Sin ubicación',
      ]) {
        const tabla = await get(chart, query)
        for (const f of tabla.filas) expect(f).toHaveLength(tabla.columnas.length)
        const res = await fetch(
          `${p.servidor.url}/api/export_grafico?grafico=${chart}&formato=xlsx&${query}`,
          {
            headers: { cookie: operario },
          },
        )
        expect(res.headers.get('content-disposition')).toBe(`attachment; filename="${chart}.xlsx"`)
        const { sheets } = await readXlsx(new Uint8Array(await res.arrayBuffer()))
        expect(sheets[0]?.rows).toHaveLength(tabla.filas.length + 1)
      }
    const r = await p.call<{ familias: string[]; ubicaciones: string[] }>('GET', '/api/graficos', {
      cookie: operario,
    })
    expect(r.body).toEqual({ familias: ['20011', '20012'], ubicaciones: ['Nave A', 'Nave B'] })
  })

  test.each([
    ['nada', '', 'grafico'],
    ['vistos', 'desde=2026-02-02&hasta=2026-02-01', 'hasta'],
    ['vistos', 'desde=2020-01-01&hasta=2026-02-01', 'desde'],
    ['vistos', 'hasta=2026-02-30', 'hasta'],
  ])('%s?%s: 400', async (chart, query, field) => {
    const r = await p.call('GET', `/api/graficos/${chart}?${query}`, { cookie: operario })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })
})
