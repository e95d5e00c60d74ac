import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { HOUR, type PruebaEpcis, type Published, startEpcis } from '../../testing/scenarios/epcis'

describe.runIf(inject('base').hay)('EPCIS 2.0: what other programs rely on', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
    await e.put()
  })
  afterAll(() => e.p.stop())

  const numbers = (list: Published[]) => list.map((x) => x.eventID)

  test('every answer says which version is spoken, whatever is wrong with the call', async () => {
    const cookie = await e.p.as('operario')
    const calls: [number, string, string, object][] = [
      [400, 'GET', '/epcis/v2/events?perPage=0', { cookie }],
      [404, 'GET', '/epcis/v2/nada', { cookie }],
      [406, 'GET', '/epcis/v2/events', { cookie, headers: { accept: 'application/xml' } }],
      [401, 'GET', '/epcis/v2/events', {}],
      [401, 'GET', '/epcis/v2/events', { headers: { authorization: `Bearer ret_${'x'.repeat(40)}` } }],
      [401, 'OPTIONS', '/epcis/v2/events', {}],
      [401, 'POST', '/epcis/v2/capture', {}],
      [204, 'OPTIONS', '/epcis/v2', { cookie }],
    ]
    for (const [status, method, path, options] of calls) {
      const r = await e.p.call(method, path, options)
      expect([method, path, r.status, r.headers.get('gs1-epcis-version')]).toEqual([
        method,
        path,
        status,
        '2.0.0',
      ])
    }
  })

  test('nothing is captured, and no query is kept: 501, whatever is sent', async () => {
    const cookie = await e.p.as('operario')
    const refused = async (method: string, path: string, type: string, body: string) => {
      const r = await e.p.call(method, `/epcis/v2${path}`, {
        cookie,
        headers: { 'content-type': type },
        body,
      })
      return [r.status, r.body.type]
    }
    const wrong = [501, 'epcisException:ImplementationException']
    for (const [method, path] of [
      ['POST', '/capture'],
      ['POST', '/capture/'],
      ['POST', '/events'],
      ['POST', '/queries'],
      ['PUT', '/queries/una'],
      ['DELETE', '/queries/una'],
      ['POST', ''],
    ] as const)
      for (const [type, body] of [
        ['application/ld+json', '{}'],
        ['application/json', '{"type":'],
        ['application/xml', '<a/>'],
        ['application/ld+json', 'x'.repeat(2 << 20)],
      ] as const)
        expect([method, path, type, await refused(method, path, type, body)]).toEqual([
          method,
          path,
          type,
          wrong,
        ])
  })

  test('an identifier finds its events in each of its forms, also those of before there was a domain', async () => {
    const id = e.ids.get('AABBCC000003')
    const dominio = 'https://id.acme.example'
    await e.stay('AABBCC000003', 'Muelle', [6 * HOUR, 5 * HOUR])
    await e.contar()
    const urn = `urn:epc:id:grai:8412345.00001.${id}`
    const before = numbers(await e.events(`events?MATCH_epc=${urn}&perPage=1000`))
    expect(before.length).toBeGreaterThan(1)
    await e.put({ dominio })
    await e.stay('AABBCC000003', 'Taller', [4 * HOUR, 3 * HOUR])
    await e.contar()
    const path = `/8003/0841234500001${'0'}${id}`
    const found = async (query: string) => numbers(await e.events(`${query}&perPage=1000`)).sort()
    const all = await found(`events?MATCH_epc=${urn}`)
    expect(all.length).toBeGreaterThan(before.length)
    expect(all).toEqual(expect.arrayContaining(before))
    for (const name of [dominio + path, `https://id.gs1.org${path}`]) {
      expect(await found(`events?MATCH_epc=${encodeURIComponent(name)}`)).toEqual(all)
      expect(await found(`events?MATCH_anyEPC=${encodeURIComponent(name)}&eventType=ObjectEvent`)).toEqual(
        all,
      )
      expect((await e.ask(`epcs/${encodeURIComponent(name)}`)).status).toBe(200)
    }
    expect((await e.ask(`epcs/${encodeURIComponent(urn)}`)).status).toBe(200)
    expect(await found('events?MATCH_epc=urn:epc:idpat:grai:8412345.00001.*')).toEqual(
      expect.arrayContaining(all),
    )
    const place = `urn:epc:id:sgln:8412345.00001.${e.place('Taller')}`
    expect(await found(`events?EQ_readPoint=${place}&MATCH_epc=${urn}`)).toHaveLength(
      all.length - before.length,
    )
    await e.put()
  })
})
