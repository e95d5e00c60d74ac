// @module-tag slow: invalid input over every call
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ErrorApi, Redireccion } from '#contract/comunes'
import { RUTA_LIVE } from '#contract/oir/vivo/live'
import { type Prueba, type Respuesta, startPrueba } from '../../testing/retorna'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

/** An error in the form of EPCIS 2.0. */
const PROBLEM = z.strictObject({
  type: z.string().startsWith('epcisException:'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  campo: z.string().optional(),
})

const VECES = 25
const SEED = 20014
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e999',
  '0x10',
  '١٢',
  'NaN',
  'Infinity',
  '-0',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '%',
  '_',
  "'; drop table evento; --",
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>',
  '{{7*7}}',
  'x'.repeat(10_000),
  'ñ'.repeat(64),
  '2026-02-30',
  '0000-01-01',
  '9999-12-31 23:59:59',
  '2026-10-25 02:30',
  '2026-03-29 02:30',
  'Reader',
  'Impacto',
  'AC233F000001',
]
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  // Half surrogates too. The strings of `fc` themselves first take a second to list all code points.
  fc.array(fc.nat({ max: 0x10ffff }), { maxLength: 40 }).map((points) => String.fromCodePoint(...points)),
)
const valor = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [1, 2], { a: 1 }, [[]], ['x', 'y']),
  fc.jsonValue({ maxDepth: 2 }),
)

const clavesOf = (e: z.ZodType | undefined): string[] => {
  const interno = e instanceof z.ZodDefault ? (e.unwrap() as z.ZodType) : e
  return interno instanceof z.ZodObject ? Object.keys(interno.shape) : []
}

/** A query or form with some valid names, some wrong ones, and some names twice. */
const fieldsOf = <T>(claves: string[], arb: fc.Arbitrary<T>) => {
  const nombre = claves.length
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...claves) },
        fc.constantFrom('__proto__', 'x[y]', 'constructor'),
      )
    : fc.constantFrom('x', '__proto__')
  return fc.array(fc.tuple(nombre, arb), { maxLength: claves.length + 2 })
}

/** Percent-encodes bytes, so that unpaired surrogates can be sent too. */
const encode = (s: string) => Buffer.from(s, 'utf8').toString('hex').replace(/../g, '%$&')

const ERROR = ErrorApi.strict()

describe.runIf(inject('base').hay)('hostile input', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AC233F000001', 'Reader', 'LEC-1', { lat: 42.8, lon: -2.6 })
  })
  afterAll(() => p.stop())

  /** What is wrong with an answer; null: it is no server error, and an error has the same form as all others. */
  function faultOf(ruta: string, { status, headers, body }: Respuesta<unknown>): string | null {
    const isEpcis = ruta.startsWith('/epcis/')
    const tipo = headers.get('content-type') ?? ''
    // Parts of the standard that Retorna lacks are refused with 501.
    if (status >= 500 && !(isEpcis && status === 501)) return `${status} ${JSON.stringify(body)}`
    if (status < 400) return null
    // An address that is too long for any call is refused before it is known whether it is of EPCIS.
    const isProblem = isEpcis && tipo.startsWith('application/problem+json')
    if (!isProblem && !tipo.startsWith('application/json')) return `${status} ${tipo}`
    const { error } = (isProblem ? PROBLEM : ERROR).safeParse(body)
    return error ? `${status} ${JSON.stringify(body)}: ${error.message}` : null
  }

  test.each(ENDPOINTS.map((e) => [`${e.method} ${e.path}`, e] as const))('%s', async (nombre, e) => {
    const cookie = await (nombre.includes('logout') ? p.login('admin') : p.as('admin'))
    const caso = fc.record({
      params: fc.array(text, { minLength: 2, maxLength: 2 }),
      query: fieldsOf(clavesOf(e.query), text),
      body: fc.oneof(
        {
          weight: 4,
          arbitrary: fieldsOf(clavesOf(e.body), valor).map((c) => JSON.stringify(Object.fromEntries(c))),
        },
        valor.map((v) => JSON.stringify(v)),
        fc.constantFrom('', '{', '{"__proto__":{"a":1}}', '[', 'null', '\u0000', '"\\ud800"'),
      ),
    })
    const faults: string[] = []
    for (const c of fc.sample(caso, { numRuns: VECES, seed: SEED })) {
      let i = 0
      const ruta = e.path.replace(/\{\w+\}/g, () => encode(c.params[i++] ?? '') || 'x')
      const query = c.query.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&')
      const url = `${ruta.slice(0, 4000)}?${query.slice(0, 8000)}`
      const sent = e.method !== 'GET' && { body: c.body, headers: { 'content-type': 'application/json' } }
      const fault = faultOf(url, await p.call<unknown>(e.method, url, { cookie, ...sent }))
      if (fault) faults.push(`${url} ${c.body}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  test.each([
    ['page', '0x2'],
    ['page', '1.5'],
    ['page', 'true'],
    ['page', '1e999'],
    ['per_page', '1001'],
    ['empresa', '-1'],
    ['search', 'x'.repeat(10_000)],
    ['search', '\u0000'],
    ['estado', 'Roto'],
    ['timestamp', '2026-1-1'],
  ])('get_table_data refuses %s=%s and names it, in Spanish', async (campo, v) => {
    const r = await p.call('GET', `/api/get_table_data?${campo}=${encodeURIComponent(v)}`, {
      cookie: await p.as('admin'),
    })
    expect(r.status).toBe(400)
    expect(r.body).toMatchObject({ code: 'entrada_no_valida', campo })
    expect(r.body.error).toMatch(/^[A-ZÁÉÍÓÚa-z_].*(\.)$/)
    expect(r.body.error).not.toMatch(/[Ii]nvalid|expected|recibido|patrón|arreglo/)
  })

  test('blank parameters count as absent, repeated ones are refused', async () => {
    const cookie = await p.as('admin')
    const ask = (q: string) => p.call('GET', `/api/get_table_data?${q}`, { cookie })
    const vacios = 'page=&per_page=%20&search=&apodoLector=%20&timestamp=&estado=%20&empresa='
    expect((await ask(vacios)).status).toBe(200)
    const doble = await ask('search=a&search=b')
    expect([doble.status, doble.body.campo, doble.body.error]).toEqual([
      400,
      'search',
      'Se esperaba un texto.',
    ])
    const zona = await p.call('GET', '/api/devices_in_bounds?minlat=&minlon=-3&maxlat=43&maxlon=-2', {
      cookie,
    })
    expect([zona.status, zona.body.campo]).toEqual([400, 'minlat'])
  })

  test('what is no number is no coordinate', async () => {
    for (const lat of [true, [], ['42'], {}, '0x2A', 'NaN']) {
      const body = { mac_serie: 'AC233F000001', tipo_dispositivo: 'Reader', apodo: '-', lat, lon: 0 }
      const r = await p.call('POST', '/api/update_device_details', { body, cookie: await p.as('admin') })
      expect([r.status, r.body]).toEqual([
        400,
        { error: 'La latitud no es válida.', code: 'entrada_no_valida', campo: 'lat' },
      ])
    }
    for (const empty of ['', ' ', null]) {
      const body = {
        mac_serie: 'AC233F000001',
        tipo_dispositivo: 'Reader',
        apodo: '-',
        lat: empty,
        lon: empty,
      }
      const r = await p.call('POST', '/api/update_device_details', { body, cookie: await p.as('admin') })
      expect([r.status, r.body.data]).toMatchObject([200, { Lat: 42.8, Lon: -2.6 }])
    }
  })

  /** Send raw bytes; resolves with what comes back before the connection ends. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let response = ''
      const s = connect(Number(new URL(p.servidor.url).port), '127.0.0.1', () => s.write(bytes))
      s.on('data', (d) => (response += d))
      s.on('close', () => resolve(response))
      s.on('error', reject)
    })
  const get = (ruta: string) => raw(`GET ${ruta} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

  test.each([
    ['an address that cannot be decoded', () => get('/api/%zz'), 400],
    [
      'a parameter without end',
      () =>
        raw(
          `DELETE /api/lectores/${'a'.repeat(300)}/credencial HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        ),
      414,
    ],
    ['headers without end', () => raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`), 431],
    ['a method that is none', () => raw('FOO / HTTP/1.1\r\nHost: x\r\n\r\n'), 400],
    [
      'two lengths',
      () => raw('POST /api/login HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
      400,
    ],
    ['an unknown call', () => get('/api/nada'), 404],
    ['a path that climbs', () => get('/api/../../etc/passwd'), 404],
  ])('%s is refused like anything else', async (_que, send, status) => {
    const response = await send()
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(ErrorApi.parse(JSON.parse(response.split('\r\n\r\n')[1] ?? ''))).toBeTruthy()
  })

  test('a body is JSON, of bounded size even when it was compressed', async () => {
    const login = (headers: Record<string, string>, body: string | Uint8Array) =>
      p.call<unknown>('POST', '/api/login', { headers, body })
    const bomba = (await import('node:zlib')).gzipSync(Buffer.alloc(50 << 20, 32))
    const json = { 'content-type': 'application/json' }
    const responses = [
      await login({ 'content-type': 'text/plain' }, '{"username":"a","password":"b"}'),
      await login({ ...json, 'content-encoding': 'gzip' }, bomba),
      await login({ ...json, 'content-encoding': 'gzip' }, 'nada'),
      await login({ ...json, 'content-encoding': 'raro' }, '{}'),
    ]
    expect(responses.map((r) => r.status)).toEqual([415, 413, 400, 415])
    expect(responses.map((r) => faultOf('/api/login', r))).toEqual([null, null, null, null])
  })

  test('a name in an authorization that no database takes is wrong, not an error', async () => {
    const r = await p.send('retorna', '{}', { usuario: 'a\u0000', clave: 'b' })
    expect(r.status).toBe(401)
  })

  test('every call is described, with its refusals', async () => {
    const { body } = await p.call<{
      paths: Record<string, Record<string, { responses: object; summary: string }>>
    }>('GET', '/api/docs/json')
    for (const e of ENDPOINTS) {
      const hecho = body.paths[e.path]?.[e.method.toLowerCase()]
      expect(Object.keys(hecho?.responses ?? {}), e.path).toEqual(
        expect.arrayContaining([e.response === Redireccion ? '302' : '200', '4XX', '5XX']),
      )
      expect(hecho?.summary).toBe(e.summary)
    }
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining([RUTA_LIVE, '/api/lecturas/{formato}']))
  })

  test('answers carry what keeps browsers from harm', async () => {
    const r = await p.call('GET', '/api/ajustes')
    expect(Object.fromEntries(r.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
    })
    expect(r.headers.get('server')).toBeNull()
  })
})
