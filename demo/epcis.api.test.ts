// @module-tag slow: the plant of the demonstration
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { ESPACIO_EPCIS } from '#contract/operacion/epcis/values'
import { publishEmpresa } from '../server/operacion/epcis/contar'
import { AJUSTES, ago, HOUR, type Published } from '../server/testing/scenarios/epcis'
import { startDemo } from './at-rest'
import { CLAVE } from './seed'

type Result = { success: boolean; errors: string[] }
const { validateAgainstSchema, validateEpcisDocument, eventToHashedId } = createRequire(import.meta.url)(
  'epcis2.js',
) as {
  validateAgainstSchema(document: object, name: 'EPCISDocument'): Result
  validateEpcisDocument(document: object, throwError: boolean): Result
  eventToHashedId(event: object, context: Record<string, string>, throwError: boolean): string
}

type Consulta = { epcisBody: { queryResults: { resultsBody: { eventList: Published[] } } } }
type Documento = { type: string; epcisBody: { eventList: Published[] } }

describe.runIf(inject('base').hay)('the demonstration in EPCIS 2.0', () => {
  let p: Awaited<ReturnType<typeof startDemo>>
  let cookie: string
  beforeAll(async () => {
    p = await startDemo(inject('base'))
    cookie = (await p.call('POST', '/api/login', { body: { username: 'admin', password: CLAVE } })).cookie
  })
  afterAll(() => p.stop())

  const download = (desde: number) => {
    const day = (ms: number) => ago(ms).toISOString().slice(0, 10)
    return fetch(`${p.servidor.url}/api/export_epcis?desde=${day(desde)}&hasta=${day(-24 * HOUR)}`, {
      headers: { cookie },
    })
  }

  test('the first company publishes from the start, with identifiers of its own', async () => {
    const read = () =>
      p.call<{ ajustes: AjustesEpcis; familias: string[]; eventos: number; pendientes: number }>(
        'GET',
        '/api/empresas/1/epcis',
        { cookie },
      )
    const { body } = await read()
    expect(body.ajustes).toMatchObject({ activo: true, prefijo: '8412345', gln: '8412345000010', meses: 24 })
    expect(body.ajustes.familias.map((f) => f.familia).toSorted()).toEqual(body.familias.toSorted())
    expect(body.ajustes.lugares.map((l) => l.paso).toSorted()).toEqual(['receiving', 'repairing'])
    expect(body.pendientes).toBe(600)
    // The settings are what the screen would save.
    expect((await p.call('PUT', '/api/empresas/1/epcis', { body: body.ajustes, cookie })).status).toBe(200)
    await publishEmpresa(p.servidor.db, p.zona, { empresa: 1 })
    const { eventos } = (await read()).body
    expect(eventos).toBeGreaterThan(2000)
    // Publishing takes some seconds while the first pages are read.
    expect(eventos).toBeLessThan(40_000)
    const { body: page } = await p.call<Consulta>(
      'GET',
      '/epcis/v2/events?orderBy=eventTime&perPage=1000&empresa=1',
      {
        cookie,
      },
    )
    const { eventList } = page.epcisBody.queryResults.resultsBody
    expect(eventList.length).toBe(1000)
    const names = eventList.flatMap((e) =>
      [...(e.epcList ?? []), e.parentID ?? [], e.readPoint?.id ?? []].flat(),
    )
    expect(names.filter((n) => !/^urn:epc:id:(grai|sgln):8412345\./.test(n))).toEqual([])
    expect(eventList.map((e) => e.bizStep)).toEqual(expect.arrayContaining(['receiving', 'departing']))
  })

  test('more than 10,000 events are what the schema of the standard asks for, and their numbers what others compute', async () => {
    for (const [empresa, { days, dominio }] of [
      [1, { days: 4, dominio: null }],
      [2, { days: 85, dominio: 'https://id.acme.example' }],
    ] as const) {
      const r = await p.call('PUT', `/api/empresas/${empresa}/epcis`, {
        body: {
          ...AJUSTES,
          dominio,
          desde: ago(days * 24 * HOUR)
            .toISOString()
            .slice(0, 10),
        },
        cookie,
      })
      expect([r.status, r.body]).toEqual([200, { ok: true }])
      await publishEmpresa(p.servidor.db, p.zona, { empresa })
    }
    const res = await download(90 * 24 * HOUR)
    expect([res.status, res.headers.get('content-type')]).toEqual([200, 'application/ld+json; charset=utf-8'])
    const document = (await res.json()) as Documento
    const { eventList } = document.epcisBody
    expect(eventList.length).toBeGreaterThan(10_000)
    expect(validateAgainstSchema(document, 'EPCISDocument')).toEqual({ success: true, errors: [] })
    expect(validateEpcisDocument(document, false)).toEqual({ success: true, errors: [] })
    const wrong = eventList.filter(
      (e) => eventToHashedId(structuredClone(e), { retorna: ESPACIO_EPCIS }, true) !== e.eventID,
    )
    expect(wrong).toEqual([])
    expect(new Set(eventList.map((e) => e.eventID)).size).toBe(eventList.length)
    // The schema rejects what is not in the standard.
    const bad = structuredClone(document)
    Object.assign(bad.epcisBody.eventList[0] as object, { bizStep: 'llegando' })
    expect(validateAgainstSchema(bad, 'EPCISDocument').success).toBe(false)
    // All of this held the process, server included, perhaps for longer than a connection may be idle: both ends notice before the next call.
    await sleep(100)
    const page = await p.call<object>('GET', '/epcis/v2/events?perPage=1000&empresa=2', { cookie })
    expect(validateAgainstSchema(page.body, 'EPCISDocument')).toEqual({ success: true, errors: [] })
    const steps = await p.call<{ member: string[] }>('GET', '/epcis/v2/bizSteps', { cookie })
    expect(steps.body.member).toEqual(
      expect.arrayContaining(['arriving', 'departing', 'inspecting', 'sensor_reporting', 'storing']),
    )
  })
})
