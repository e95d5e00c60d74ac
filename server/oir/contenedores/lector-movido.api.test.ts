import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LECTORES = ['C3000000AB01', 'C3000000AB02'] as const
const TAG = 'AC233F00AB01'
const DAY = 86_400_000

describe.runIf(inject('base').hay)('a reader that is moved', () => {
  let p: Prueba
  let operario: string
  const sql = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const hace = (days: number) => new Date(Date.now() - days * DAY)
  const day = (t: number | Date) => new Date(t).toISOString().slice(0, 10)
  const PERIODO = `desde=${day(hace(30))}&hasta=${day(Date.now() + DAY)}`
  /** The stays, without the fields that follow from the container's present state. */
  const ficha = async () =>
    (
      await p.call<FichaContenedor>('GET', `/api/contenedores/20014-60?${PERIODO}`, { cookie: operario })
    ).body.estancias.map((e) => ({ ...e, Situacion: null }))
  const place = (mac: string, simulatedPlant: string) =>
    sql(
      'update dispositivo set ubicacion_id = (select id from ubicacion where nombre = $2) where mac = $1 returning id',
      [mac, simulatedPlant],
    )
  const chart = async (nombre: string) =>
    (await p.call<TablaGrafico>('GET', `/api/graficos/${nombre}?${PERIODO}`, { cookie: operario })).body

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    await sql(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Nave Vieja'), (1, 'Muelle'), (1, 'Nave Nueva')",
    )
    for (const mac of LECTORES) await p.register(mac, 'Reader', `LEC-${mac.slice(-2)}`)
    await p.register(TAG, 'SmartBle', '20014-60')
    await place(LECTORES[0], 'Nave Vieja')
    await place(LECTORES[1], 'Muelle')
    // A week at each of the readers, and now at the first one again.
    for (const [i, mac] of [...LECTORES, LECTORES[0]].entries())
      await sql(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado_desde)
         select d.id, 1, now(), l.id, $3, $3 from dispositivo d, dispositivo l where d.mac = $1 and l.mac = $2
         on conflict (dispositivo_id) do update set lector_id = excluded.lector_id, lector_desde = excluded.lector_desde`,
        [TAG, mac, hace(21 - 7 * i)],
      )
  })
  afterAll(() => p.stop())

  test('what stood with it before goes on having stood there; what stands with it now came a moment ago', async () => {
    const ocupacion = await chart('ocupacion')
    const estancias = await chart('estancias')
    expect((await ficha()).map((e) => e.Ubicacion)).toEqual(['Nave Vieja', 'Muelle', 'Nave Vieja'])
    const before = Date.now()
    await place(LECTORES[0], 'Nave Nueva')

    const [now, previa, ...resto] = await ficha()
    expect(now).toMatchObject({ Ubicacion: 'Nave Nueva', ApodoLector: 'LEC-01', hasta: null })
    expect(Math.abs(Date.parse(now?.desde as string) - before)).toBeLessThan(60_000)
    expect(previa).toMatchObject({ Ubicacion: 'Nave Vieja', hasta: now?.desde })
    expect(resto.map((e) => e.Ubicacion)).toEqual(['Muelle', 'Nave Vieja'])

    // Every completed day has the same figures as before the move.
    const hoy = day(Date.now())
    const porDia = (t: TablaGrafico) =>
      t.filas
        .filter((f) => String(f[0]) < hoy)
        .map((f) => Object.fromEntries(t.columnas.flatMap((c, i) => (f[i] === 0 ? [] : [[c.titulo, f[i]]]))))
    expect(porDia(await chart('ocupacion'))).toEqual(porDia(ocupacion))
    const cuentas = (filas: TablaGrafico['filas']) => filas.map((f) => [f[0], f[3]]).sort()
    expect(cuentas(estancias.filas)).toEqual([
      ['Muelle', 1],
      ['Nave Vieja', 1],
    ])
    expect(cuentas((await chart('estancias')).filas)).toEqual([
      ['Muelle', 1],
      ['Nave Vieja', 2],
    ])
    const { readXlsx } = await import('hucre/xlsx')
    const archivo = await fetch(
      `${p.servidor.url}/api/export_grafico?grafico=estancias&formato=xlsx&${PERIODO}`,
      { headers: { cookie: operario } },
    )
    const { sheets } = await readXlsx(new Uint8Array(await archivo.arrayBuffer()))
    expect(cuentas(sheets[0]?.rows.slice(1) as TablaGrafico['filas'])).toEqual([
      ['Muelle', 1],
      ['Nave Vieja', 2],
    ])
  })

  test('a location that is deleted keeps its name in what was', async () => {
    const cookie = await p.as('admin')
    const { body } = await p.call<Plano>('GET', '/api/ubicaciones?empresa=1', { cookie })
    const muelle = body.data.find((u) => u.nombre === 'Muelle')?.id
    const r = await p.call('DELETE', `/api/ubicaciones/${muelle}?version=${body.version}`, { cookie })
    expect(r.status).toBe(200)
    expect((await ficha()).map((e) => e.Ubicacion)).toEqual([
      'Nave Nueva',
      'Nave Vieja',
      'Muelle',
      'Nave Vieja',
    ])
    expect((await chart('estancias')).filas.map((f) => f[0])).toContain('Muelle')
  })

  test('a reading that comes late, and a reader that is deleted, change nothing of it', async () => {
    const before = await ficha()
    await sql('update dispositivo set eliminado = now() where mac = $1', [LECTORES[0]])
    expect(await ficha()).toEqual(before)
    await sql('update dispositivo set eliminado = null where mac = $1', [LECTORES[0]])
    // The other reader heard it before the move, but reported that only now.
    await sql(
      `update dispositivo_estado set lector_id = (select id from dispositivo where mac = $1), lector_desde = $2
       where dispositivo_id = (select id from dispositivo where mac = $3)`,
      [LECTORES[1], hace(1), TAG],
    )
    const despues = await ficha()
    expect(despues.map((e) => [e.ApodoLector, e.Ubicacion])).toEqual([
      // The location was deleted just now.
      ['LEC-02', null],
      ['LEC-02', 'Muelle'],
      ['LEC-01', 'Nave Vieja'],
      ['LEC-02', 'Muelle'],
      ['LEC-01', 'Nave Vieja'],
    ])
    expect(despues[2]?.hasta).toBe(despues[1]?.desde)
  })
})
