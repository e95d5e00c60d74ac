import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Evento } from '#contract/oir/eventos/eventos'
import { type Prueba, startPrueba } from '../../testing/retorna'
import type { NewEvento } from './evento'
import { insertEventos } from './repo-write'

const ZONA = 'Europe/Madrid'
const DESDE = Date.parse('2026-10-23T10:00:00Z')
const CADA_MS = 97_000

type Page = { data: Evento[]; total: number; total_pages: number }

describe.runIf(inject('base').hay)('pages of events over days whose clocks change', () => {
  let p: Prueba
  let cookie: string
  let all: string[]
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    await p.register('C3000000AA01', 'Reader', 'LEC-AA1')
    for (const i of [1, 2, 3]) await p.register(`AC233F0000A${i}`, 'SmartBle', `777-${i}`)
    await p.register('AC233F0000B1', 'SmartBle', '777-9', { empresa: 2 })
    const { rows } = await p.servidor.pool.query<{ id: number; empresa_id: number; tipo: string }>(
      'select id, empresa_id, tipo from dispositivo order by id',
    )
    const lector = rows.find((r) => r.tipo === 'Reader')?.id as number
    const contenedores = rows.filter((r) => r.tipo !== 'Reader')
    const eventos: NewEvento[] = []
    // In groups of four with the same time.
    for (let i = 0; i < 4600; i++) {
      const d = contenedores[i % 4] as { id: number; empresa_id: number }
      eventos.push({
        empresa: d.empresa_id,
        dispositivo: d.id,
        lector: d.empresa_id === 1 && i % 3 ? lector : 0,
        tiempo: DESDE + Math.floor(i / 4) * CADA_MS * 3,
        estado: (i % 5 ? 0 : 1) as 0 | 1,
        etiqueta: null,
        bateria: 50,
        temperatura: null,
        valor: {},
      })
    }
    const c = await p.servidor.pool.connect()
    for (let i = 0; i < eventos.length; i += 1000)
      await insertEventos(c, p.servidor.pool, eventos.slice(i, i + 1000), ZONA)
    c.release()
    const order = await p.servidor.pool.query<{ id: string }>(
      'select id::text from evento where empresa_id = 1 order by tiempo desc, evento.id desc',
    )
    all = order.rows.map((r) => r.id)
  })
  afterAll(() => p.stop())

  async function page(query: string): Promise<Page> {
    const r = await p.call<Page>('GET', `/api/get_table_data?${query}`, { cookie })
    expect(r.status).toBe(200)
    return r.body
  }
  async function allPages(query: string, porPagina: number): Promise<Evento[]> {
    const filas: Evento[] = []
    for (let n = 1; ; n++) {
      const { data, total, total_pages } = await page(`${query}&page=${n}&per_page=${porPagina}`)
      filas.push(...data)
      expect(total_pages).toBe(Math.ceil(total / porPagina))
      if (n >= total_pages) {
        expect(filas).toHaveLength(total)
        return filas
      }
    }
  }

  // cubre: eventos 2, llamadas 9
  test('every page, one after another, is the whole list: none twice, none missing', async () => {
    expect(all.length).toBeGreaterThan(3400)
    for (const porPagina of [97, 1000]) expect((await allPages('', porPagina)).map((e) => e.id)).toEqual(all)
    expect((await page(`page=${Math.ceil(all.length / 97) + 1}&per_page=97`)).data).toEqual([])
  })

  test.each([
    'search=777-2',
    'apodoLector=LEC-AA1',
    'estado=Parado',
    'search=777&estado=Parado&apodoLector=lec',
  ])('%s: the same with a filter', async (query) => {
    const filas = await allPages(query, 89)
    expect(filas.length).toBeGreaterThan(500)
    const inside = new Set(filas.map((e) => e.id))
    expect(all.filter((id) => inside.has(id))).toEqual(filas.map((e) => e.id))
    expect(filas.every((e) => e.ApodoDispositivo?.startsWith('777-') && e.ApodoDispositivo !== '777-9')).toBe(
      true,
    )
  })

  test('plant days add up to the whole, and a prefix finds what is written with it', async () => {
    const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']
    const filas = await Promise.all(days.map((d) => allPages(`timestamp=${d}`, 1000)))
    expect(filas.flat().length).toBe(all.length)
    for (const [i, day] of days.entries()) expect(filas[i]?.every((e) => e.Time.startsWith(day))).toBe(true)
    for (const prefijo of ['2026-10-25 02', '2026-10-25 0', '2026-10-25 02:3', '2026-10-25 2']) {
      const esperadas = filas.flat().filter((e) => e.Time.startsWith(prefijo.replace(' ', 'T')))
      expect(esperadas.length).toBeGreaterThan(0)
      expect((await allPages(`timestamp=${prefijo}`, 50)).map((e) => e.id)).toEqual(
        esperadas.map((e) => e.id),
      )
    }
    const dosVeces = await allPages('timestamp=2026-10-25 02', 1000)
    expect(new Set(dosVeces.map((e) => e.Time.slice(-6)))).toEqual(new Set(['+02:00', '+01:00']))
  })

  test.each(['2026-03-29 02:30', '2026-02-30', '0000-01-01', '2026-10-25 24'])(
    'timestamp=%s does not exist: 400',
    async (timestamp) => {
      const r = await p.call('GET', `/api/get_table_data?timestamp=${timestamp}`, { cookie })
      expect([r.status, r.body.campo]).toEqual([400, 'timestamp'])
    },
  )
})
