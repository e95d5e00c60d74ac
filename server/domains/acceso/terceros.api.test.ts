// @module-tag slow: a comparison over every call
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Extracto, FilaExtracto } from '#contract/dispositivos/custodia'
import type { Endpoint } from '#contract/endpoint'
import { createDb } from '../../platform/db/client'
import { listsOf, parametersOf, pathsOf, readText, withQuery } from '../../testing/scenarios/addresses'
import { startCanary } from '../../testing/scenarios/canary'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'
import { keepVisitas } from '../ciclos/visitas'
import { keepCustodia } from '../custodia/anotar'
import { keepPerdidas } from '../perdidas/service'

const CLAVE = 'rodillo-verde-77'
/** What only the other partner has, and the kinds of answers in which the company must find it. */
const CANARIES: { what: RegExp; kinds: string[] }[] = [
  { what: /SECRETO SA/, kinds: ['json', 'spreadsheet', 'pdf'] },
  { what: /SECRETO-3/, kinds: ['json', 'spreadsheet', 'pdf', 'csv', 'ndjson', 'parquet'] },
  { what: /CAFE51CA0003/, kinds: ['json', 'spreadsheet', 'pdf', 'csv', 'ndjson', 'parquet'] },
  { what: /SECRETO(?! |-)/, kinds: ['json', 'spreadsheet', 'pdf', 'csv', 'ndjson', 'parquet'] },
  { what: /SECRETO-9/, kinds: ['json', 'spreadsheet'] },
  { what: /zorzal charlo/, kinds: ['json', 'spreadsheet'] },
  { what: /7654321|76\.?543[.,]21/, kinds: ['json', 'spreadsheet', 'pdf'] },
  { what: /SECRETO muelle/, kinds: ['json', 'spreadsheet', 'pdf', 'csv', 'ndjson', 'parquet'] },
  { what: /Zoe Zorzal/, kinds: ['json', 'spreadsheet'] },
]
const ANY = new RegExp(CANARIES.map((x) => x.what.source).join('|'))
/** Calls that end a session or lead out of the application. */
const LEFT_OUT = ['/api/sso/entrar', '/api/sso/vuelta']
const CALLS = ENDPOINTS.filter((e) => e.method === 'GET' && !LEFT_OUT.includes(e.path))

describe.runIf(inject('base').hay)('the people of a partner, beside another partner', () => {
  let c: Awaited<ReturnType<typeof startCanary>>
  let suyo: number
  const cookies = new Map<string, string>()
  const as = async (who: string) => {
    const known = cookies.get(who)
    if (known) return known
    const r = await c.p.call('POST', '/api/login', { body: { username: who, password: CLAVE } })
    expect(r.status).toBe(200)
    cookies.set(who, r.cookie)
    return r.cookie
  }
  async function send<T>(method: string, path: string, body: object, who = 'admin'): Promise<T> {
    const cookie = who === 'admin' ? await c.p.as(who) : await as(who)
    const r = await c.p.call<T>(method, path, { body, cookie })
    expect([path, r.status, r.status === 200 ? '' : r.body]).toEqual([path, 200, ''])
    return r.body
  }
  async function ask(cookie: string, path: string): Promise<{ status: number; type: string; text: string }> {
    const r = await fetch(c.p.servidor.url + path, { headers: { cookie } })
    const type =
      /ndjson|json|pdf|spreadsheet|csv|parquet/.exec(r.headers.get('content-type') ?? '')?.[0] ?? 'other'
    return { status: r.status, type: r.ok ? type : 'error', text: await readText(r) }
  }

  beforeAll(async () => {
    c = await startCanary()
    await c.p.servidor.jobs.stop()
    await c.pool.query("update empresa set nombre = 'Casa' where id = 1")
    await c.pool.query("update usuario set nombre = 'Olga' where username = 'operario'")
    const { tercero: otro, callado } = c.seeds
    suyo = (
      await send<{ id: number }>('POST', '/api/custodia/terceros', {
        empresa: 1,
        nombre: 'Norte',
        clase: 'cliente',
        lugares: [],
      })
    ).id
    for (const [tercero, username, nombre] of [
      [suyo, 'gente.norte', 'Nora'],
      [otro, 'gente.zorzal', 'Zoe Zorzal'],
    ])
      await send('POST', `/api/custodia/terceros/${tercero}/personas`, { username, nombre, password: CLAVE })
    await send('POST', '/api/perdidas/precios', {
      empresa: 1,
      familia: 'SECRETO',
      desde: '2026-01-02',
      centimos: 7_654_321,
    })
    // What both have: a container that went from this partner to the other, and is of a family without a price.
    await c.p.register('CAFE51CA0077', 'SmartBle', '700-1')
    for (const tercero of [suyo, otro])
      await send('POST', '/api/custodia/movimientos', {
        tercero,
        clase: 'enviado',
        contenedores: ['CAFE51CA0077'],
      })
    await send('POST', '/api/custodia/movimientos', {
      tercero: suyo,
      clase: 'enviado',
      familia: '700',
      cantidad: 4,
    })
    const db = createDb(c.pool)
    await keepVisitas(db, c.p.config.TZ_PLANTA)
    await keepCustodia(db)
    await keepPerdidas(db, c.p.config.TZ_PLANTA)
    // The other partner disputes what is an entry of both, and one of its own.
    const { data } = await c.p
      .call<Extracto>('GET', '/api/custodia/extracto?per_page=200', { cookie: await as('gente.zorzal') })
      .then((r) => r.body)
    const both = data.find((f) => f.otro === 'tercero') as FilaExtracto
    const own = data.find((f) => f.contenedor === 'SECRETO-3') as FilaExtracto
    expect([both?.contenedor, own?.contenedor, callado]).toEqual(['700-1', 'SECRETO-3', 'CAFE51CA0003'])
    for (const { id } of [both, own])
      await send('POST', `/api/custodia/movimientos/${id}/disputa`, { nota: 'zorzal charlo' }, 'gente.zorzal')
  })
  afterAll(() => c.p.stop())

  /** Every address of a call: with what the other partner has in its path, in every format, filtered by what it has, and of company 1. */
  const addressesOf = (e: Endpoint): string[] => [
    ...listsOf(e, c.seeds),
    ...('empresa' in parametersOf(e) ? pathsOf(e, c.seeds).map((x) => withQuery(x, 'empresa=1')) : []),
  ]

  test('no call and no file tells them a name, container, note or price of the other, and the company finds each there', async () => {
    const [theirs, house] = [await as('gente.norte'), await c.p.as('admin')]
    const wrong: string[] = []
    const answered = new Set<string>()
    const missing = new Set(CANARIES.flatMap(({ what, kinds }) => kinds.map((k) => `${what} ${k}`)))
    for (const e of CALLS)
      for (const path of addressesOf(e)) {
        const r = await ask(theirs, path)
        if (r.status >= 500 || ANY.test(r.text)) wrong.push(`${path}: ${r.status} ${ANY.exec(r.text)?.[0]}`)
        if (r.status === 200) answered.add(r.type)
        if (!missing.size) continue
        const own = await ask(house, path)
        for (const { what } of CANARIES) if (what.test(own.text)) missing.delete(`${what} ${own.type}`)
      }
    expect(wrong).toEqual([])
    // Their own balance and statement were there, as lists and as files.
    expect([...answered]).toEqual(expect.arrayContaining(['json', 'pdf', 'spreadsheet']))
    expect([...missing]).toEqual([])
  }, 480_000)

  test('their statement has what both have, without the other name and what the other says of it', async () => {
    const cookie = await as('gente.norte')
    const statement = (await c.p.call<Extracto>('GET', '/api/custodia/extracto?per_page=200', { cookie }))
      .body
    const [both] = statement.data.filter((f) => f.otro === 'tercero')
    expect(both).toMatchObject({ contenedor: '700-1', cantidad: -1, otro_nombre: null, dichos: [] })
    expect(statement.tercero).toEqual({ id: suyo, nombre: 'Norte' })
  })
})
