// @module-tag slow: a comparison over every call
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Extracto, FilaExtracto } from '#contract/cuentas/custodia/custodia'
import type { Endpoint } from '#contract/endpoint'
import { keepCustodia } from '../../cuentas/custodia/anotar'
import { keepPerdidas } from '../../cuentas/perdidas/service'
import { keepVisitas } from '../../flujo/ciclos/visitas'
import { createDb } from '../../platform/db/client'
import { listsOf, parametersOf, pathsOf, readText, withQuery } from '../../testing/scenarios/addresses'
import { startCanary } from '../../testing/scenarios/canary'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

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
  { what: /PARDILLO5/, kinds: ['json', 'spreadsheet', 'pdf'] },
  { what: /jilguero lugano/, kinds: ['json', 'spreadsheet', 'pdf'] },
]
const ANY = new RegExp(CANARIES.map((x) => x.what.source).join('|'))
/** The header of a photo: only that is checked. */
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108000a000a03012200021101031101ffd9',
  'hex',
)
const LINE =
  '.anotado .anula .anulada .cantidad .certeza .clase .contenedor .documento .familia .id .lugar .momento .nota .otro .otro_nombre .sobre'
const USER = '.foto_perfil .id .is_admin .nombre .rol .username'
const NOTICES =
  'atasco bateria causa_abierta causa_cerrada disputa extravio falta falta_pasada golpe propuesta recuento'
/**
 * Whose the fields are that people of a partner are sent, by call: a new one is to be thought of here. Of a line between two partners,
 * `documento`, `nota` and `otro_nombre` are empty where they are the other's, and so is `lugar` of a place that is not its own.
 */
const WHOSE: Record<'person' | 'partner' | 'installation' | 'everybody', Record<string, string>> = {
  person: {
    '/api/avisos': '.sin_leer .total',
    '/api/avisos/sin_leer': '.sin_leer',
    '/api/avisos/preferencias.silencio': '.desde .hasta',
    ...Object.fromEntries(
      NOTICES.split(' ').map((x) => [`/api/avisos/preferencias.canales.${x}`, '.app .correo .push']),
    ),
    '/api/correo': '.correo .pendiente',
    '/api/get_user': '.empresa',
    '/api/get_user.user': USER,
    '/api/is_admin': '.is_admin',
    '/api/profile_image': '.url',
    '/api/segundo_factor': '.activo .codigos .pendiente',
    '/api/sesiones[]': '.actual .agente .creada .direccion .id .usada',
    '/api/validate_token': '.empresa .inicio .modo .ok .status',
    '/api/validate_token.user': USER,
  },
  partner: {
    '/api/custodia/contenedores': '.sin_nombre .total',
    '/api/custodia/extracto': '.desde .entradas .final .hasta .inicial .salidas .total',
    '/api/custodia/extracto.data[]': LINE,
    '/api/custodia/extracto.tercero': '.id .nombre',
    '/api/custodia/saldos': '.por_anotar',
    '/api/custodia/saldos.data[]': '.empresa .n',
    '/api/custodia/saldos.data[].familias[]': '.centimos .familia .n',
    '/api/custodia/saldos.data[].tercero': '.id .nombre',
  },
  installation: {
    '/api/ajustes': '.chatbotUrl .correo .dashboardUrl .demo .sso .tileStyleUrl .zonaHoraria',
    '/api/asistente': '.respuesta',
    '/api/avisos/dispositivos': '.clave',
  },
  // The public view needs no account.
  everybody: { '/api/public_device': '.Apodo .mac' },
}
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
        ...(tercero === otro && { documento: 'PARDILLO5', nota: 'jilguero lugano' }),
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
    expect(both).toMatchObject({
      contenedor: '700-1',
      cantidad: -1,
      otro_nombre: null,
      dichos: [],
      documento: null,
      nota: null,
    })
    const found = (await c.p.call<Extracto>('GET', '/api/custodia/extracto?search=pardillo', { cookie })).body
    expect(found.data).toEqual([])
    // To the other one, and to the house, it is their line.
    const theirs = (
      await c.p.call<Extracto>('GET', '/api/custodia/extracto?search=pardillo', {
        cookie: await as('gente.zorzal'),
      })
    ).body
    expect(theirs.data).toMatchObject([
      { contenedor: '700-1', documento: 'PARDILLO5', nota: 'jilguero lugano' },
    ])
    expect(statement.tercero).toEqual({ id: suyo, nombre: 'Norte' })
  })

  test('each field that they are sent is told apart: whose it is', async () => {
    const cookie = await as('gente.norte')
    const fields = new Set<string>()
    const walk = (at: string, value: unknown): void => {
      if (Array.isArray(value)) for (const v of value) walk(`${at}[]`, v)
      else if (value !== null && typeof value === 'object')
        for (const [k, v] of Object.entries(value)) walk(`${at}.${k}`, v)
      else fields.add(at)
    }
    for (const e of CALLS)
      for (const path of addressesOf(e)) {
        const r = await ask(cookie, path)
        if (r.status === 200 && r.type === 'json') walk(e.path, JSON.parse(r.text))
      }
    const told = Object.values(WHOSE).flatMap((calls) =>
      Object.entries(calls).flatMap(([call, names]) => names.split(' ').map((n) => `${call}${n}`)),
    )
    expect([...fields].sort()).toEqual(told.sort())
  })

  test('their photos are their own', async () => {
    const photo = async (who: string) => {
      const form = new FormData()
      form.set('file', new Blob([JPEG], { type: 'image/jpeg' }), 'yo.jpg')
      const cookie = who === 'admin' ? await c.p.as(who) : await as(who)
      const r = await fetch(`${c.p.servidor.url}/api/upload_profile_image`, {
        method: 'POST',
        headers: { cookie },
        body: form,
      })
      const { url } = (await r.json()) as { url: string }
      await send('POST', '/api/update_user', { nombre: who, foto_perfil: url }, who)
      return url
    }
    const [mine, other, house] = [
      await photo('gente.norte'),
      await photo('gente.zorzal'),
      await photo('admin'),
    ]
    const seen = async (who: string) => {
      const cookie = who === 'admin' ? await c.p.as(who) : await as(who)
      return Promise.all([mine, other, house].map((url) => ask(cookie, url).then((r) => r.status)))
    }
    expect(await seen('gente.norte')).toEqual([200, 404, 404])
    expect(await seen('admin')).toEqual([200, 200, 200])
  })
})
