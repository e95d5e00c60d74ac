import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import type { Ambito } from '#contract/personas/claves-api/values'
import {
  ago,
  HOUR,
  listOf,
  MINUTE,
  type PruebaEpcis,
  type Published,
  startEpcis,
  wordsOf,
} from '../../testing/scenarios/epcis'

const nextOf = (headers: Headers) => /<\/epcis\/v2\/([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

describe.runIf(inject('base').hay)('EPCIS 2.0: queries', () => {
  let e: PruebaEpcis
  let all: Published[]
  beforeAll(async () => {
    e = await startEpcis()
    await e.put()
    await e.put({}, 2)
    await e.stay('AABBCC000000', 'Muelle', [10 * HOUR, 8 * HOUR])
    await e.stay('AABBCC000001', 'Taller', [9 * HOUR, 8.5 * HOUR])
    await e.contar()
    await e.contar(2)
    all = await e.events()
  })
  afterAll(() => e.p.stop())

  /** All pages of a query. */
  async function readAll(path: string, who?: string): Promise<Published[]> {
    const published: Published[] = []
    for (let next: string | undefined = path; next; ) {
      const r = await e.ask(next, who)
      expect([next, r.status]).toEqual([next, 200])
      published.push(...listOf(r.body))
      next = nextOf(r.headers)
    }
    return published
  }
  const numbers = (list: Published[]) => list.map((x) => x.eventID)

  test('each parameter narrows what is published', async () => {
    expect(all).toHaveLength(10)
    const [m, t] = ['Muelle', 'Taller'].map((n) => `urn:epc:id:sgln:8412345.00001.${e.place(n)}`)
    const epc = (mac: string) => `urn:epc:id:grai:8412345.00001.${e.ids.get(mac)}`
    const giai = 'urn:epc:id:giai:8412345.AABBCC000001'
    const CASES: [string, (x: Published) => boolean][] = [
      ['eventType=AssociationEvent', (x) => x.type === 'AssociationEvent'],
      ['EQ_action=ADD', (x) => x.action === 'ADD'],
      ['EQ_action=ADD|OBSERVE', () => true],
      ['EQ_bizStep=storing|departing', (x) => ['storing', 'departing'].includes(x.bizStep ?? '')],
      ['EQ_bizStep=https://ref.gs1.org/cbv/BizStep-storing', (x) => x.bizStep === 'storing'],
      ['EQ_bizStep=urn:epcglobal:cbv:bizstep:storing', (x) => x.bizStep === 'storing'],
      ['EQ_disposition=in_transit', (x) => x.disposition === 'in_transit'],
      [`EQ_bizLocation=${m}`, (x) => x.bizLocation?.id === m],
      [`EQ_readPoint=${m}|${t}`, (x) => x.readPoint !== undefined],
      [`MATCH_epc=${epc('AABBCC000000')}`, (x) => x.epcList?.[0] === epc('AABBCC000000')],
      ['MATCH_epc=urn:epc:idpat:grai:8412345.00001.*', (x) => x.epcList !== undefined],
      [`MATCH_epc=${giai}`, (x) => x.childEPCs?.[0] === giai],
      [`MATCH_parentID=${epc('AABBCC000001')}`, (x) => x.parentID === epc('AABBCC000001')],
      [
        `MATCH_anyEPC=${epc('AABBCC000001')}`,
        (x) => [x.parentID, x.epcList?.[0]].includes(epc('AABBCC000001')),
      ],
      [`EQ_eventID=${encodeURIComponent(all[3]?.eventID ?? '')}`, (x) => x.eventID === all[3]?.eventID],
      [
        `GE_eventTime=${encodeURIComponent(ago(8.2 * HOUR).toISOString())}`,
        (x) => Date.parse(x.eventTime) >= Date.now() - 8.2 * HOUR,
      ],
      [
        `LT_eventTime=${encodeURIComponent(ago(8.2 * HOUR).toISOString())}`,
        (x) => Date.parse(x.eventTime) < Date.now() - 8.2 * HOUR,
      ],
      [
        `GE_recordTime=${encodeURIComponent(all[4]?.recordTime ?? '')}`,
        (x) => x.recordTime >= (all[4]?.recordTime ?? ''),
      ],
      [
        `LT_recordTime=${encodeURIComponent(all[4]?.recordTime ?? '')}`,
        (x) => x.recordTime < (all[4]?.recordTime ?? ''),
      ],
      ['EXISTS_errorDeclaration=true', (x) => x.errorDeclaration !== undefined],
    ]
    for (const [query, fits] of CASES)
      expect([query, numbers(await e.events(`events?${query}&perPage=100`))]).toEqual([
        query,
        numbers(all.filter(fits)),
      ])
  })

  test('order, limits and pages', async () => {
    const byTime = [...all].sort((a, b) => Date.parse(a.eventTime) - Date.parse(b.eventTime))
    const times = (list: Published[]) => list.map((x) => x.eventTime)
    expect(times(await readAll('events?orderBy=eventTime&orderDirection=ASC&perPage=3'))).toEqual(
      times(byTime),
    )
    expect(times(await readAll('events?orderBy=eventTime&perPage=4'))).toEqual(times(byTime).reverse())
    expect(numbers(await readAll('events?orderBy=recordTime&perPage=4'))).toEqual(numbers(all).reverse())
    expect(numbers(await readAll('events?perPage=1'))).toEqual(numbers(all))
    expect(await readAll('events?orderBy=eventTime&eventCountLimit=5&perPage=2')).toHaveLength(5)
    expect((await e.ask('events?maxEventCount=5')).status).toBe(413)
    expect((await e.ask('events?maxEventCount=10')).status).toBe(200)
  })

  test('the resources of the standard lead to the same events', async () => {
    const listed = async (path: string) => (await e.ask(path)).body.member as string[]
    expect(await listed('')).toEqual(expect.arrayContaining(['events', 'epcs', 'bizLocations']))
    expect(await listed('eventTypes')).toEqual(['AssociationEvent', 'ObjectEvent'])
    expect(await listed('bizSteps')).toEqual(['arriving', 'departing', 'installing', 'storing'])
    expect(await listed('dispositions')).toEqual(['in_transit'])
    const epcs = await listed('epcs?perPage=1000')
    expect(epcs).toHaveLength(10)
    const first = await e.ask('epcs?perPage=4')
    expect(first.body.member).toEqual(epcs.slice(0, 4))
    expect((await e.ask(nextOf(first.headers))).body.member).toEqual(epcs.slice(4, 8))
    for (const resource of ['eventTypes', 'bizSteps', 'bizLocations', 'readPoints', 'dispositions', 'epcs']) {
      const names = await listed(`${resource}?perPage=1000`)
      expect([resource, names.length > 0]).toEqual([resource, true])
      const found = await Promise.all(
        names.map(async (n) => {
          expect(await listed(`${resource}/${encodeURIComponent(n)}`)).toEqual(['events'])
          return e.events(`${resource}/${encodeURIComponent(n)}/events?perPage=100`)
        }),
      )
      expect(found.every((f) => f.length > 0)).toBe(true)
    }
    expect(
      (await e.events('bizSteps/BizStep-storing/events'.replace('BizStep-', ''))).map(wordsOf),
    ).toHaveLength(1)
    for (const path of ['epcs/urn:nada', 'bizSteps/shipping/events', 'events/ni:nada'])
      expect([path, (await e.ask(path)).status]).toEqual([path, 404])
  })

  test('errors are those of the standard, in Spanish for people', async () => {
    const refused = async (path: string, headers: Record<string, string> = {}) => {
      const r = await e.ask(path, 'operario', headers)
      expect(r.headers.get('content-type')).toContain('application/problem+json')
      expect(r.body).toMatchObject({
        status: r.status,
        title: expect.any(String),
        detail: expect.any(String),
      })
      return [r.status, r.body.type]
    }
    const query = [400, 'epcisException:QueryParameterException']
    for (const path of [
      'events?EQ_nada=1',
      'events?EQ_quantity=4',
      'events?perPage=0',
      'events?perPage=5000',
      'events?GE_eventTime=ayer',
      'events?EQ_action=NADA',
      'events?orderDirection=ASC',
      'events?eventCountLimit=4',
      'events?nextPageToken=nada',
      'events?EQ_action=ADD&EQ_action=DELETE',
      'bizSteps/storing/events?EQ_bizStep=storing',
    ])
      expect([path, await refused(path)]).toEqual([path, query])
    expect((await e.ask('events?EQ_nada=1')).body.detail).toContain('EQ_nada')
    expect(await refused('nada')).toEqual([404, 'epcisException:NoSuchResourceException'])
    expect(await refused('queries')).toEqual([501, 'epcisException:ImplementationException'])
    const wrong = 'epcisException:NotAcceptableException'
    expect(await refused('events', { 'gs1-epcis-min': '2.1.0' })).toEqual([406, wrong])
    expect(await refused('events', { 'gs1-cbv-max': '1.2' })).toEqual([406, wrong])
    expect(await refused('events', { 'gs1-epc-format': 'Always_EPC_URN' })).toEqual([406, wrong])
    expect(await refused('events', { accept: 'application/xml' })).toEqual([406, wrong])
    const nobody = await e.p.call('GET', '/epcis/v2/events')
    expect([nobody.status, nobody.body.type]).toEqual([401, 'epcisException:SecurityException'])
    const token = nextOf((await e.ask('events?perPage=2')).headers) ?? ''
    expect((await e.ask(token.replace('perPage=2', 'perPage=2&EQ_action=ADD'))).status).toBe(400)
  })

  test('what is spoken is said in the headers, and to who asks for nothing else', async () => {
    const spoken = {
      'gs1-epcis-version': '2.0.0',
      'gs1-cbv-version': '2.0.0',
      'gs1-extensions': 'retorna=urn:retorna:epcis:',
    }
    const r = await e.ask('events', 'operario', { 'gs1-epcis-min': '2.0', 'gs1-epcis-max': '2.0.0' })
    expect(Object.fromEntries(r.headers)).toMatchObject({
      ...spoken,
      'content-type': 'application/ld+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(
      (await e.ask('events', 'operario', { accept: 'application/json' })).headers.get('content-type'),
    ).toMatch(/^application\/json/)
    for (const path of ['', '/events', '/epcs/urn:x/events']) {
      const o = await e.p.call('OPTIONS', `/epcis/v2${path}`, { cookie: await e.p.as('operario') })
      expect([path, o.status]).toEqual([path, 204])
      expect(Object.fromEntries(o.headers)).toMatchObject({
        ...spoken,
        allow: 'OPTIONS, GET',
        'gs1-epcis-min': '2.0.0',
      })
    }
  })

  test("of another company there is nothing, and a key reads its own company's with its permission alone", async () => {
    expect(await e.events('events', 'calidad')).toHaveLength(1)
    expect((await e.ask(`events/${encodeURIComponent(all[0]?.eventID ?? '')}`, 'calidad')).status).toBe(404)
    const epc = encodeURIComponent(all.find((x) => x.epcList)?.epcList?.[0] ?? '')
    for (const path of [`epcs/${epc}`, `epcs/${epc}/events`, 'events?empresa=1'])
      expect([path, (await e.ask(path, 'calidad')).status]).toEqual([path, 404])
    expect(await e.events(`events?MATCH_epc=${epc}`, 'calidad')).toEqual([])
    const key = async (ambitos: Ambito[]) =>
      (
        await e.p.call<{ clave: ClaveApi; secreto: string }>('POST', '/api/empresas/2/claves_api', {
          body: { nombre: 'ERP', ambitos, dias: 30 },
          cookie: await e.p.as('encargada'),
        })
      ).body.secreto
    const ask = async (secreto: string, path: string) =>
      e.p.call<Record<string, unknown>>('GET', path, { headers: { authorization: `Bearer ${secreto}` } })
    const good = await key(['epcis:leer'])
    const r = await ask(good, '/epcis/v2/events')
    expect([r.status, listOf(r.body as never).length, r.headers.get('ratelimit-limit')]).toEqual([
      200,
      1,
      '600',
    ])
    const other = await ask(await key(['datos:leer']), '/epcis/v2/events')
    expect([other.status, other.body.type]).toEqual([403, 'epcisException:SecurityException'])
    expect((await ask('ret_nada', '/epcis/v2/events')).status).toBe(401)
  })

  test('while events are being published, pages give each once, in whatever order they are read', {
    tags: ['slow'],
  }, async () => {
    const before = new Set(numbers(await readAll('events?perPage=1000')))
    let writing = true
    const write = async () => {
      for (let i = 0; i < 40; i++) {
        const mac = `AABBCC00000${i % 5}`
        await e.stay(mac, 'Lavado', [7 * HOUR - i * 6 * MINUTE, 7 * HOUR - i * 6 * MINUTE - 4 * MINUTE])
        // Two processes publish at the same time: one has to wait for the other.
        await Promise.all([e.contar(), e.contar()])
      }
      writing = false
    }
    const written = write()
    let rounds = 0
    const seen = new Set<string>()
    let since = ''
    const order = ['', '&orderBy=eventTime&orderDirection=ASC', '&orderBy=eventTime', '&orderBy=recordTime']
    while (writing) {
      const published = numbers(await readAll(`events?perPage=7${order[rounds++ % order.length]}`))
      expect(new Set(published).size).toBe(published.length)
      for (const id of before) expect(published).toContain(id)
      // A query from the last record time on gets all new events.
      const news = await readAll(`events?perPage=7${since && `&GE_recordTime=${encodeURIComponent(since)}`}`)
      for (const x of news) seen.add(x.eventID)
      since = news.at(-1)?.recordTime ?? since
    }
    await written
    for (const x of await readAll(`events?perPage=500&GE_recordTime=${encodeURIComponent(since)}`))
      seen.add(x.eventID)
    const last = numbers(await readAll('events?perPage=500'))
    expect(last.length).toBeGreaterThanOrEqual(before.size + 80)
    expect([...seen].sort()).toEqual([...last].sort())
    expect(rounds).toBeGreaterThan(1)
  })

  test('who asks up to a moment waits for what is being published of that time', async () => {
    const client = await e.pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(72673, 1)')
      let answered = false
      const asked = e
        .ask(`events?LT_recordTime=${encodeURIComponent(new Date().toISOString())}`)
        .then(() => (answered = true))
      await new Promise((done) => setTimeout(done, 300))
      expect(answered).toBe(false)
      await client.query('commit')
      expect(await asked).toBe(true)
    } finally {
      client.release()
    }
  })
})
