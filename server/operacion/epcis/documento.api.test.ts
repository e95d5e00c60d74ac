import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ago, HOUR, type PruebaEpcis, type Published, startEpcis } from '../../testing/scenarios/epcis'

/** How often the memory of the process is sampled, ms. */
const SAMPLE_MS = 1000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes in use by the process, after garbage collection. */
function heldNow(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

type Documento = { type: string; epcisBody: { eventList: Published[] } }

describe.runIf(inject('base').hay)('EPCIS 2.0: a period as one document', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
    await e.put()
    await e.put({}, 2)
    await e.stay('AABBCC000000', 'Muelle', [50 * HOUR, 48 * HOUR])
    await e.stay('AABBCC000001', 'Taller', [3 * HOUR, 2 * HOUR])
    await e.contar()
    await e.contar(2)
  })
  afterAll(() => e.p.stop())

  const day = (ms: number) => ago(ms).toISOString().slice(0, 10)
  const download = async (desde: number, hasta: number, who = 'operario') =>
    fetch(`${e.p.servidor.url}/api/export_epcis?desde=${day(desde)}&hasta=${day(hasta)}`, {
      headers: { cookie: await e.p.as(who) },
    })
  const read = async (...asked: Parameters<typeof download>) => {
    const r = await download(...asked)
    expect([r.status, r.headers.get('content-type')]).toEqual([200, 'application/ld+json; charset=utf-8'])
    return (await r.json()) as Documento
  }

  test('has the events of the period and company, and may have none', async () => {
    const all = await read(90 * HOUR, -24 * HOUR)
    expect(all.type).toBe('EPCISDocument')
    expect(all.epcisBody.eventList.map((x) => x.eventID)).toEqual((await e.events()).map((x) => x.eventID))
    expect((await read(120 * HOUR, 80 * HOUR)).epcisBody.eventList).toEqual([])
    expect((await read(90 * HOUR, -24 * HOUR, 'calidad')).epcisBody.eventList).toHaveLength(1)
    const wrong = await e.p.call('GET', `/api/export_epcis?desde=${day(0)}&hasta=${day(48 * HOUR)}`, {
      cookie: await e.p.as('operario'),
    })
    expect([wrong.status, wrong.body.campo]).toEqual([400, 'hasta'])
  })

  test('of 120,000 events leaves in constant memory', { tags: ['slow'], timeout: 240_000 }, async () => {
    await e.pool.query(
      `insert into epcis_evento (empresa_id, event_id, record_time, event_time, tipo, action, epcs, cuerpo)
       select empresa_id, event_id, now(), event_time, tipo, action, '{}', cuerpo
       from (select * from epcis_evento where empresa_id = 1 order by id limit 2) x, generate_series(1, 60000)`,
    )
    const rest = heldNow()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, heldNow())
    }, SAMPLE_MS)
    const res = await download(90 * HOUR, -24 * HOUR)
    let bytes = 0
    for await (const chunk of res.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
    clearInterval(watch)
    expect(bytes).toBeGreaterThan(20_000_000)
    expect((most - rest) / 2 ** 20).toBeLessThan(80)
  })
})
