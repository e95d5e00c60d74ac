import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '../../platform/config/config'
import published from '../../platform/db/structure/bi-publicado.json'
import { createPlanta } from '../../testing/ciclo'
import { type Prueba, startPrueba } from '../../testing/retorna'

const COLUMNS = `
  select c.relname as view, obj_description(c.oid) as about, a.attname as name, format_type(a.atttypid, null) as type,
    col_description(c.oid, a.attnum) as means, c.reloptions::text as options
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'bi'::regnamespace order by c.relname, a.attnum`

describe.runIf(inject('base').hay)('views for analysts', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    const planta = await createPlanta(p)
    await planta.put('AC0000000001', '20014-1', [
      ['Lleno', 100, 90],
      ['Línea', 90, null],
    ])
    await planta.keep()
    await p.register('AABBCC000002', 'SmartBle', '30014-002', { empresa: 2 })
  })
  afterAll(() => p.stop())

  test('docs/datos.md has each view with each column, as the database describes them', async () => {
    const { rows } = await p.servidor.pool.query(COLUMNS)
    const views = [...new Set(rows.map((r) => r.view))]
    expect(views).toEqual(['contenedores', 'estancias', 'eventos', 'incidencias', 'previsiones', 'visitas'])
    const text = readFileSync(join(ROOT, 'docs/datos.md'), 'utf8')
    for (const view of views) {
      const suyas = rows.filter((r) => r.view === view)
      expect(suyas[0].options).toBe('{security_barrier=true}')
      const section = [
        `### bi.${view}`,
        '',
        suyas[0].about,
        '',
        '| columna | tipo | |',
        '| --- | --- | --- |',
        ...suyas.map((r) => `| \`${r.name}\` | ${r.type} | ${r.means} |`),
        '',
      ].join('\n')
      expect(text).toContain(section)
    }
  })

  test('every column of the last release is there with its name and type; columns may be added', async () => {
    const missing = async (
      query: (sql: string) => Promise<{ rows: { view: string; name: string; type: string }[] }>,
    ) => {
      const now = new Set((await query(COLUMNS)).rows.map((r) => `${r.view}.${r.name} ${r.type}`))
      return Object.entries(published).flatMap(([view, columns]) =>
        Object.entries(columns)
          .map(([name, type]) => `${view}.${name} ${type}`)
          .filter((x) => !now.has(x)),
      )
    }
    expect(await missing((q) => p.servidor.pool.query(q))).toEqual([])
    // As a later version could do by mistake, with its documents.
    const client = await p.servidor.pool.connect()
    try {
      await client.query(
        'begin; alter view bi.estancias rename column lugar to sitio; alter view bi.visitas rename to vueltas',
      )
      const gone = await missing((q) => client.query(q))
      expect(gone).toContain('estancias.lugar text')
      expect(gone.filter((x) => x.startsWith('visitas.')).length).toBe(Object.keys(published.visitas).length)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('they tell what the screens tell', async () => {
    const ask = async (sql: string) => (await p.servidor.pool.query(sql)).rows
    expect(await ask('select contenedor, empresa_id from bi.contenedores order by 1')).toEqual([
      { contenedor: '20014-1', empresa_id: 1 },
      { contenedor: '30014-002', empresa_id: 2 },
    ])
    expect(
      await ask(
        'select contenedor, lugar, round(horas) as h, hasta is null as sigue from bi.estancias order by desde',
      ),
    ).toEqual([
      { contenedor: '20014-1', lugar: 'Lleno', h: 10, sigue: false },
      { contenedor: '20014-1', lugar: 'Línea', h: null, sigue: true },
    ])
    expect(await ask('select ciclo, etapa, etapa_previa, fin from bi.visitas order by desde')).toEqual([
      { ciclo: 'General', etapa: 'Lleno', etapa_previa: null, fin: 'paso' },
      { ciclo: 'General', etapa: 'Línea', etapa_previa: 'Lleno', fin: null },
    ])
  })
})
