import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import {
  checkDigit,
  reviewDominio,
  reviewGln,
  reviewPrefijo,
  reviewTipo,
} from '#contract/operacion/epcis/values'
import {
  aliasesOf,
  type Claves,
  canonicalOf,
  epcOf,
  graiOf,
  isPattern,
  placeOf,
  startsOf,
  tagOf,
} from './identificadores'

const { buildGRAIUri } = createRequire(import.meta.url)('epcis2.js') as Record<string, unknown>

const claves: Claves = {
  prefijo: '8412345',
  dominio: null,
  gln: '8412345000010',
  base: 'https://retorna.example/',
  familias: [{ familia: '20014', tipo: '00001' }],
  lugares: [
    { ubicacion: 8, gln: '4012345000009', extension: 'M-2' },
    { ubicacion: 9, gln: null, extension: 'muelle' },
  ],
}
const con = (mas: Partial<Claves>): Claves => ({ ...claves, ...mas })

test('check digits are those of the examples of GS1', () => {
  expect(typeof buildGRAIUri).toBe('function')
  expect(checkDigit('629104150021')).toBe('3')
  expect(checkDigit('950600013435')).toBe('2')
  expect(reviewGln('9506000134352')).toBeNull()
  expect(reviewGln('9506000134353')).toBe('La cifra de control de ese GLN debería ser 2.')
  expect(reviewGln('950600')).toBe('Un GLN tiene 13 cifras.')
})

test('what cannot be is said in words', () => {
  expect(reviewPrefijo('84123')).not.toBeNull()
  expect(reviewPrefijo('8412345')).toBeNull()
  expect(reviewTipo('1', '8412345')).toBe('Con ese prefijo, el tipo de activo tiene 5 cifras.')
  expect(reviewTipo('', '841234500001')).toBeNull()
  expect(reviewDominio('http://id.acme.example')).not.toBeNull()
  expect(reviewDominio('https://id.acme.example/a')).toBeNull()
})

test('a container, its tag and its place by each kind of identifier', () => {
  const rack = { id: 12, familia: '20014' }
  expect(graiOf(claves, rack)).toBe('0841234500001012')
  const uris = (c: Claves) => [
    epcOf(c, rack),
    tagOf(c, 'AABBCC000001'),
    ...[7, 8, 9].map((u) => placeOf(c, u)),
  ]
  expect(uris(claves)).toEqual([
    'urn:epc:id:grai:8412345.00001.12',
    'urn:epc:id:giai:8412345.AABBCC000001',
    'urn:epc:id:sgln:8412345.00001.7',
    // A GLN with another company's prefix: its length is unknown.
    'https://id.gs1.org/414/4012345000009/254/M-2',
    'urn:epc:id:sgln:8412345.00001.muelle',
  ])
  expect(uris(con({ dominio: 'https://id.acme.example/' }))).toEqual([
    'https://id.acme.example/8003/0841234500001012',
    'https://id.acme.example/8004/8412345AABBCC000001',
    'https://id.acme.example/414/8412345000010/254/7',
    'https://id.acme.example/414/4012345000009/254/M-2',
    'https://id.acme.example/414/8412345000010/254/muelle',
  ])
  expect(uris(con({ prefijo: null, gln: null, lugares: [] }))).toEqual([
    'https://retorna.example/epcis/obj/contenedor_12',
    'https://retorna.example/epcis/obj/etiqueta_AABBCC000001',
    'https://retorna.example/epcis/loc/lugar_7',
    'https://retorna.example/epcis/loc/lugar_8',
    'https://retorna.example/epcis/loc/lugar_9',
  ])
  expect(epcOf(claves, { id: 12, familia: '30014' })).toBe('https://retorna.example/epcis/obj/contenedor_12')
  expect(uris(claves).map(canonicalOf)).toEqual(uris(con({ dominio: 'https://x.example' })).map(canonicalOf))
})

test('an identifier is known under each form in which it may have been published', () => {
  const c = con({ dominio: 'https://id.acme.example/' })
  const FORMS = [
    ['urn:epc:id:grai:8412345.00001.12', '/8003/0841234500001012'],
    ['urn:epc:id:giai:8412345.AABBCC000001', '/8004/8412345AABBCC000001'],
    ['urn:epc:id:sgln:8412345.00001.7', '/414/8412345000010/254/7'],
    ['urn:epc:id:sgln:8412345.00001.0', '/414/8412345000010'],
  ] as const
  for (const [urn, path] of FORMS) {
    const all = [urn, `https://id.gs1.org${path}`, `https://id.acme.example${path}`].sort()
    for (const given of all) expect(aliasesOf(c, given).sort()).toEqual(all)
    // Without a domain of its own, and under one that it had before.
    expect(aliasesOf(claves, urn)).toEqual([urn, `https://id.gs1.org${path}`])
    const before = `https://antes.example${path}`
    expect(aliasesOf(c, before).sort()).toEqual([...all, before].sort())
  }
  // How long another company's prefix is, nobody knows.
  expect(aliasesOf(c, 'https://id.gs1.org/8003/04012345000009X')).not.toContainEqual(
    expect.stringMatching(/^urn/),
  )
  expect(aliasesOf(con({ prefijo: null }), 'urn:epc:id:grai:8412345.00001.12')).toHaveLength(2)
  for (const own of ['https://retorna.example/epcis/obj/contenedor_12', 'urn:x', 'x'])
    expect(aliasesOf(c, own)).toEqual([own])
})

test('a pattern is known under each form too', () => {
  const c = con({ dominio: 'https://id.acme.example' })
  expect(startsOf(c, 'urn:epc:idpat:grai:8412345.00001.*')).toEqual([
    'urn:epc:id:grai:8412345.00001.',
    'https://id.gs1.org/8003/08412345000010',
    'https://id.acme.example/8003/08412345000010',
  ])
  expect(startsOf(claves, 'urn:epc:idpat:grai:8412345.*.*')).toEqual([
    'urn:epc:id:grai:8412345.',
    'https://id.gs1.org/8003/08412345',
  ])
  expect(startsOf(claves, 'urn:epc:idpat:giai:8412345.*')).toEqual([
    'urn:epc:id:giai:8412345.',
    'https://id.gs1.org/8004/8412345',
  ])
  for (const name of [
    'urn:epc:id:grai:8412345.00001.12',
    'urn:epc:idpat:grai:*.*.*',
    'urn:epc:idpat:sgtin:1.*',
  ])
    expect([name, isPattern(name), startsOf(c, name)]).toEqual([name, false, []])
})
