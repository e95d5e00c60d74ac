import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { checkDigit, ESPACIO_EPCIS } from '#contract/operacion/epcis/values'
import { CLASES, type Dicho, declareWrong, eventOf, type Modo } from './evento'
import { hashOf } from './hash'
import type { Claves } from './identificadores'

/** An independent implementation of the event hash of CBV 2.0. */
const { eventToHashedId } = createRequire(import.meta.url)('epcis2.js') as {
  eventToHashedId(event: object, context: Record<string, string>, throwError: boolean): string
}

const claves = (mas: Partial<Claves> = {}): Claves => ({
  prefijo: '8412345',
  dominio: null,
  gln: '8412345000010',
  base: 'https://retorna.example',
  familias: [{ familia: '20014', tipo: '00001' }],
  lugares: [{ ubicacion: 8, gln: '4012345000009', extension: null }],
  ...mas,
})
const modo = (c: Claves): Modo => ({ claves: c, pasoOf: () => 'receiving', zona: 'Europe/Madrid' })
const dicho = (mas: Partial<Dicho> = {}): Dicho => ({
  clase: 'llegada',
  contenedor: { id: 12, familia: '20014', mac: 'AABBCC000001' },
  momento: Date.UTC(2026, 10, 24, 9, 0, 0, 250),
  lugar: 7,
  certeza: 0.934,
  sensor: { bateria: 80, temperatura: 21.5, pico_g: 6.2 },
  ...mas,
})

describe('eventID', () => {
  const MODOS = {
    urn: claves(),
    'digital link': claves({ dominio: 'https://id.acme.example/sitio' }),
    own: claves({ prefijo: null, gln: null, familias: [] }),
  }
  for (const [name, c] of Object.entries(MODOS))
    test.each(CLASES)(`${name}, %s: as another implementation has it`, (clase) => {
      for (const lugar of [null, 7, 8])
        for (const sensor of [{}, dicho().sensor]) {
          const e = eventOf(
            dicho({ clase, lugar, silencio: clase === 'salida', ...(sensor && { sensor }) }),
            modo(c),
          )
          expect(e.eventID).toBe(eventToHashedId(structuredClone(e), { retorna: ESPACIO_EPCIS }, true))
        }
    })

  test('the same by EPC URN and by Digital Link of any domain', () => {
    const ids = [null, 'https://id.gs1.org', 'https://a.example/x/'].map(
      (dominio) => eventOf(dicho(), modo(claves({ dominio }))).eventID,
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('another place, time, certainty or try is another event; an error declaration is of the same', () => {
    const e = eventOf(dicho(), modo(claves()))
    const others = [
      eventOf(dicho({ lugar: 8 }), modo(claves())),
      eventOf(dicho({ momento: dicho().momento + 1 }), modo(claves())),
      eventOf(dicho({ certeza: 0.7 }), modo(claves())),
      eventOf(dicho(), modo(claves()), 1),
    ]
    expect(new Set([e, ...others].map((x) => x.eventID)).size).toBe(5)
    expect(hashOf(declareWrong(e, new Date(), 'Europe/Madrid', []))).toBe(e.eventID)
  })

  /** Events with their hash by the reference implementation that CBV 2.0 names, with the fields that Retorna publishes. */
  const REFERENCE: [string, object][] = [
    [
      'c50842eb714406394a77fb7b517fea621c78a61f65549874de7c9e019afe7b6f',
      {
        type: 'ObjectEvent',
        eventTime: '2019-10-21T15:45:00.000+01:00',
        eventTimeZoneOffset: '+01:00',
        epcList: [`https://id.gs1.org/00/04012345111111111${checkDigit('04012345111111111')}`],
        action: 'OBSERVE',
        bizStep: 'inspecting',
        disposition: 'in_progress',
        readPoint: { id: 'urn:epc:id:sgln:4012345.00024.0' },
      },
    ],
    [
      'c941e6486c561c2be83c28dc228c150eaef9a6befb1015e6cc563982fb7414b6',
      {
        type: 'AggregationEvent',
        eventTime: '2019-10-21T09:58:56.591Z',
        eventTimeZoneOffset: '+02:00',
        parentID: `https://id.gs1.org/00/04047023111111122${checkDigit('04047023111111122')}`,
        childEPCs: [98, 97, 107, 109].map(
          (n) => `https://id.gs1.org/01/0404702377551${checkDigit('0404702377551')}/21/${n}`,
        ),
        action: 'ADD',
        bizStep: 'https://ref.gs1.org/cbv/BizStep-packing',
        readPoint: { id: `https://id.example.com/414/404702300012${checkDigit('404702300012')}` },
      },
    ],
  ]
  test.each(REFERENCE)('as the reference implementation has it: %s', (hash, event) => {
    expect(hashOf(event)).toBe(`ni:///sha-256;${hash}?ver=CBV2.0`)
  })
})
