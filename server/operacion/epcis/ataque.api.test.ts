import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { HOUR, type PruebaEpcis, startEpcis } from '../../testing/scenarios/epcis'

const nextOf = (headers: Headers) => /<\/epcis\/v2\/([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('nextPageToken') ?? ''
const base64 = (text: string) => Buffer.from(text).toString('base64url')

describe.runIf(inject('base').hay)('EPCIS 2.0: queries that nobody should send', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
    await e.put()
    await e.put({}, 2)
    for (const mac of ['AABBCC000000', 'AABBCC000001', 'AABBCC000005'])
      await e.stay(mac, 'Muelle', [10 * HOUR, 8 * HOUR])
    await e.contar()
    await e.contar(2)
  })
  afterAll(() => e.p.stop())

  test.each([
    'events?GE_eventTime=0000-01-01T00:00:00Z',
    'events?LT_eventTime=2026-11-24T10:00:00%2B23:59',
    'events?MATCH_epc=%00',
    'events?EQ_bizStep=a%00b',
    'events?perPage=1e99',
    'events?perPage=NaN',
    'events?maxEventCount=-1',
    'events?eventCountLimit=99999999999999999999&orderBy=eventTime',
    'events?EXISTS_errorDeclaration=false',
    `events?MATCH_anyEPC=${'x'.repeat(501)}`,
    `events?EQ_bizStep=${Array.from({ length: 101 }, (_, i) => `s${i}`).join('|')}`,
    `events?nextPageToken=${'A'.repeat(1001)}`,
    'events?orderBy=event_time;drop table epcis_evento',
    'events?__proto__=1',
    'events?constructor=1',
    `epcs?nextPageToken=${base64('a\0b')}`,
    'epcs?nextPageToken=_%00',
    `readPoints?nextPageToken=${Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')}`,
    'epcs/%00',
    'events/%00',
    'bizSteps/a%00/events',
    'events?GE_eventTime=2026-01-01T00:00:00Z&GE_eventTime=2027-01-01T00:00:00Z',
    'events?eventType=ObjectEvent|NadaEvent',
    'events?EQ_action=|',
    'events?empresa=99999999999',
    'events?empresa=0',
  ])('%s: refused in the form of the standard, by no fault of ours', async (path) => {
    const r = await e.ask(path, 'admin')
    expect([path, r.status >= 400 && r.status < 500, r.status]).toEqual([path, true, r.status])
    expect(r.headers.get('content-type')).toContain('application/problem+json')
    expect(r.body).toMatchObject({ status: r.status, type: expect.stringMatching(/^epcisException:/) })
  })

  test('a page token is of its query, its company and its order', async () => {
    const first = nextOf((await e.ask('events?perPage=2&empresa=1', 'admin')).headers) ?? ''
    const token = tokenOf(first)
    expect((await e.ask(`events?perPage=2&empresa=1&nextPageToken=${token}`, 'admin')).status).toBe(200)
    for (const path of [
      `events?perPage=2&empresa=2&nextPageToken=${token}`,
      `events?perPage=2&empresa=1&orderBy=eventTime&nextPageToken=${token}`,
      `bizSteps/arriving/events?empresa=1&nextPageToken=${token}`,
      `events?perPage=2&empresa=1&nextPageToken=${token.slice(0, -4)}`,
    ])
      expect([path, (await e.ask(path, 'admin')).status]).toEqual([path, 400])
    expect((await e.ask(`events?perPage=2&nextPageToken=${token}`, 'calidad')).status).toBe(400)
    // A token made by hand gives no access to anything the caller may not read.
    const mine = JSON.parse(Buffer.from(token, 'base64url').toString())
    for (const change of [
      { id: 0, hasta: Number.MAX_SAFE_INTEGER },
      { t: '0000-01-01T00:00:00Z' },
      { t: '2026-01-01T00:00:00Z', id: 2 ** 52 },
      { quedan: 10 ** 15 },
    ]) {
      const r = await e.ask(
        `events?empresa=1&nextPageToken=${base64(JSON.stringify({ ...mine, ...change }))}`,
        'admin',
      )
      expect([change, r.status < 500]).toEqual([change, true])
      expect(JSON.stringify(r.body)).not.toContain(`.${e.ids.get('AABBCC000005')}"`)
    }
  })

  test('a pattern of the standard names all asset types of a company, or all of one', async () => {
    const count = async (pattern: string) =>
      (await e.events(`events?perPage=1000&MATCH_epc=${encodeURIComponent(pattern)}`)).length
    const all = (await e.events('events?perPage=1000')).filter((x) => x.epcList).length
    expect(all).toBeGreaterThan(0)
    expect(await count('urn:epc:idpat:grai:8412345.00001.*')).toBe(all)
    expect(await count('urn:epc:idpat:grai:8412345.*.*')).toBe(all)
    expect(await count('urn:epc:idpat:grai:8412345.00002.*')).toBe(0)
    expect(await count('urn:epc:idpat:grai:841234.*.*')).toBe(0)
    expect(await count('urn:epc:idpat:grai:841234%.*')).toBe(0)
  })

  test('moments that the database can hold are answered, however far', async () => {
    for (const path of [
      'events?GE_eventTime=0001-01-01T00:00:00Z&perPage=1',
      'events?LT_eventTime=9999-12-31T23:59:59Z&perPage=1',
      'events?GE_eventTime=2026-01-01T00:00:00%2B14:00&perPage=1',
    ])
      expect([path, (await e.ask(path)).status]).toEqual([path, 200])
  })
})
