import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '../../platform/config/config'
import { createPlanta } from '../../testing/ciclo'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Panel = {
  title: string
  type: string
  datasource: { uid: string }
  targets: { expr?: string; rawSql?: string; format?: string }[]
  options?: { xField?: string; reduceOptions?: { fields: string } }
  fieldConfig: { overrides: { matcher: { id: string; options: string } }[] }
}
type Board = {
  uid: string
  schemaVersion: number
  panels: Panel[]
  templating: { list: { name: string; type: string; query: unknown }[] }
}
const read = (name: string): Board =>
  JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/dashboards', `${name}.json`), 'utf8'))
const BOARDS = { funcionamiento: read('funcionamiento'), contenedores: read('contenedores') }

/** A query as Grafana sends it, for company 1 and the last 90 days. */
const expand = (sql: string) =>
  sql
    .replace(/\$__timeFilter\((\w+)\)/g, "$1 between now() - interval '90 days' and now()")
    .replace(
      /\$__timeGroup\((\w+), '1([dh])'\)/g,
      (_all, column, unit) =>
        `floor(extract(epoch from ${column}) / ${unit === 'd' ? 86400 : 3600}) * ${unit === 'd' ? 86400 : 3600}`,
    )
    .replaceAll('$empresa', '1')

describe.runIf(inject('base').hay)('dashboards of Grafana', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    const planta = await createPlanta(p)
    await planta.put('AC0000000001', '20014-1', [
      ['Lleno', 100, 90],
      ['Línea', 90, null],
    ])
    await planta.keep()
  })
  afterAll(() => p.stop())

  test.each(Object.entries(BOARDS))('%s is imported with a data source of choice', (_name, board) => {
    expect(board).toMatchObject({ uid: expect.stringMatching(/^retorna-/), schemaVersion: 39 })
    expect(board.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    expect(board.panels.length).toBeGreaterThan(10)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
    expect(new Set(board.panels.map((x) => x.datasource.uid))).toEqual(new Set(['${datasource}']))
  })

  test('each metric of the first one is there', async () => {
    // A process that ingests readings, and one that reads from a replica.
    const { call } = await p.startApi({ DATABASE_READ_URL: p.url })
    const told = await Promise.all([p.call, call].map((ask) => ask<string>('GET', '/metrics')))
    const body = told.map((r) => r.body).join('')
    const text = JSON.stringify(BOARDS.funcionamiento)
    const names = new Set([...text.matchAll(/retorna_[a-z_0-9]+/g)].map(([n]) => n.replace(/_bucket$/, '')))
    expect(names.size).toBeGreaterThan(15)
    expect([...names].filter((n) => !body.includes(`# TYPE ${n} `))).toEqual([])
  })

  test.each(BOARDS.contenedores.panels)('the panel $title finds its columns', async (panel) => {
    for (const { rawSql = '', format } of panel.targets) {
      const { fields } = await p.servidor.pool.query(expand(rawSql))
      const names = fields.map((f) => f.name)
      const used = [
        ...panel.fieldConfig.overrides.map((o) => o.matcher.options),
        ...(panel.options?.xField ? [panel.options.xField] : []),
        ...(panel.options?.reduceOptions ? [panel.options.reduceOptions.fields.slice(2, -2)] : []),
        ...(format === 'time_series' ? ['time'] : []),
      ]
      expect(used.filter((name) => !names.includes(name))).toEqual([])
      // float8, int8 or numeric: a column that can be drawn.
      expect(fields.some((f) => f.name !== 'time' && [701, 20, 23, 1700].includes(f.dataTypeID))).toBe(true)
    }
  })

  test('it shows what the database knows, and asks for companies', async () => {
    const ask = async (sql: unknown) => (await p.servidor.pool.query(expand(String(sql)))).rows
    const sqlOf = (title: string) =>
      BOARDS.contenedores.panels.find((x) => x.title === title)?.targets[0]?.rawSql
    expect(await ask(sqlOf('Contenedores por lugar'))).toEqual([{ lugar: 'Línea', contenedores: 1 }])
    expect(await ask(sqlOf('Cuánto están en cada etapa'))).toMatchObject([{ etapa: 'Lleno', visitas: 1 }])
    expect(await ask(BOARDS.contenedores.templating.list[1]?.query)).toEqual([
      { __text: 'Empresa 1', __value: 1 },
    ])
  })
})
