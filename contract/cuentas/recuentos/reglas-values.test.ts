import { expect, test } from 'vitest'
import {
  type Alcance,
  buildLineas,
  classify,
  type Escaneo,
  formatAcuerdo,
  formatAlcance,
  formatDuracion,
  mergeEscaneos,
  type Radio,
  type Situado,
  sumLineas,
} from './reglas-values'

const MUELLE: Alcance = { lugar: 'Muelle', familia: null, tercero: null }
const FAMILIA: Alcance = { lugar: null, familia: 'F', tercero: null }
const TERCERO: Alcance = { lugar: null, familia: null, tercero: 'Oeste' }
const en = (mac: string, lugar: string | null, mas: Partial<Situado> = {}): Situado => ({
  mac,
  apodo: `F-${mac}`,
  lugar,
  oido: lugar !== null,
  esperado: lugar === 'Muelle',
  ...mas,
})
let n = 0
const scan = (mac: string | null, mas: Partial<Escaneo> = {}): Escaneo => ({
  id: `e${++n}`,
  mac,
  codigo: mac ?? 'X',
  momento: n,
  persona: 'Ane',
  donde: null,
  anula: null,
  foto: false,
  ...mas,
})
const HOY: ReadonlyMap<string, Radio> = new Map()

test.each([
  [MUELLE, en('A', 'Muelle'), null, 'correcto'],
  [MUELLE, en('A', 'Almacén'), null, 'otro_sitio'],
  [MUELLE, en('A', null), null, 'no_esperado'],
  [MUELLE, undefined, null, 'desconocido'],
  [FAMILIA, en('A', 'Muelle'), null, 'correcto'],
  [FAMILIA, en('A', 'Muelle'), 'Muelle', 'correcto'],
  [FAMILIA, en('A', 'Muelle'), 'Almacén', 'otro_sitio'],
  [FAMILIA, en('A', 'Almacén'), 'Almacén', 'no_esperado'],
] as const)('%j: %j scanned at %s is %s', (alcance, c, donde, quiere) => {
  expect(classify(alcance, c, donde)).toBe(quiere)
})

test('scans of several phones count once each, however often and in whatever order they come', () => {
  const a1 = scan('A', { persona: 'Ane' })
  const b = scan('B', { persona: 'Ane' })
  const a2 = scan('A', { persona: 'Jon' })
  const x1 = scan(null, { codigo: 'caja 7' })
  const x2 = scan(null, { codigo: 'CAJA 7 ', persona: 'Jon' })
  const error = scan('C')
  const undo = scan('C', { anula: error.id })
  const all = [a1, b, a2, x1, x2, error, undo]
  const quiere = mergeEscaneos(all)
  expect([...quiere].map(([k, es]) => [k, es.length])).toEqual([
    ['A', 2],
    ['B', 1],
    ['?CAJA 7', 2],
  ])
  for (const otra of [[...all].reverse(), [...all, ...all], [...all.slice(3), ...all, a1]])
    expect(mergeEscaneos(otra)).toEqual(quiere)
})

test('each container is on one list, unknown codes on theirs, and the repeated ones are named', () => {
  const plant = [en('A', 'Muelle'), en('B', 'Muelle'), en('C', 'Almacén'), en('D', null), en('E', 'Almacén')]
  const scans = [
    scan('A'),
    scan('A', { persona: 'Jon' }),
    scan('C'),
    scan('D'),
    scan(null, { codigo: '?' }),
    // Registered after the count was opened: not expected, but its code is known.
    scan('Z'),
  ]
  const lineas = buildLineas(MUELLE, plant, scans, HOY)
  expect(lineas.map((l) => [l.mac, l.resultado, l.veces])).toEqual([
    ['A', 'correcto', 2],
    ['C', 'otro_sitio', 1],
    ['D', 'no_esperado', 1],
    [null, 'desconocido', 1],
    ['Z', 'no_esperado', 1],
    ['B', 'falta', 0],
  ])
  expect(lineas[0]?.personas).toEqual(['Ane', 'Jon'])
  expect(sumLineas(lineas, 2)).toEqual({
    esperados: 2,
    escaneos: 6,
    encontrados: 1,
    sobrantes: 3,
    desconocidos: 1,
    faltantes: 1,
    repetidos: 1,
    acuerdan: 1,
    comparados: 3,
  })
})

test('an unknown code has the photo of its first scan that has one, and a known container none', () => {
  const x = [scan(null), scan(null, { foto: true }), scan(null, { foto: true })]
  const fotoOf = (...e: Escaneo[]) => buildLineas(MUELLE, [en('A', 'Muelle')], e, HOY).map((l) => l.foto)
  expect(fotoOf(...x)).toEqual([x[1]?.id, null])
  expect(fotoOf(...x, scan(null, { anula: x[1]?.id as string }))).toEqual([x[2]?.id, null])
  expect(fotoOf(scan('A', { foto: true }))).toEqual([null])
})

test('the readers agree with what came or left meanwhile, and are not asked of what they did not hear', () => {
  const agreement = (c: Situado, ahora: Radio | undefined, found: boolean) =>
    buildLineas(MUELLE, [c], found ? [scan(c.mac)] : [], new Map(ahora && [[c.mac, ahora]]))[0]?.acuerda
  const aqui = { lugar: 'Muelle', oido: true }
  const alli = { lugar: 'Almacén', oido: true }
  expect(agreement(en('A', 'Muelle'), aqui, true)).toBe(true)
  expect(agreement(en('A', 'Muelle'), alli, true)).toBe(true)
  expect(agreement(en('A', 'Almacén'), aqui, true)).toBe(true)
  expect(agreement(en('A', 'Almacén'), alli, true)).toBe(false)
  expect(agreement(en('A', 'Muelle', { oido: false }), undefined, true)).toBeNull()
  expect(agreement(en('A', null), undefined, true)).toBeNull()
  expect(agreement(en('A', null), aqui, true)).toBe(true)
  expect(agreement(en('A', 'Muelle'), aqui, false)).toBe(false)
  expect(agreement(en('A', 'Muelle'), alli, false)).toBeNull()
  expect(agreement(en('A', 'Muelle', { oido: false }), undefined, false)).toBeNull()
  // A family can be anywhere: the readers are compared with the place that the person gave.
  const of = (donde: string | null) =>
    buildLineas(FAMILIA, [en('A', 'Muelle')], [scan('A', { donde })], HOY)[0]?.acuerda
  expect([of('Muelle'), of('Almacén'), of(null)]).toEqual([true, false, null])
})

test('a figure in words', () => {
  expect(formatAcuerdo({ acuerdan: 982, comparados: 1000 })).toBe('98,2 %')
  expect(formatAcuerdo({ acuerdan: 9999, comparados: 10_000 })).toBe('99,9 %')
  expect(formatAcuerdo({ acuerdan: 3, comparados: 3 })).toBe('100 %')
  expect(formatAcuerdo({ acuerdan: 0, comparados: 0 })).toBeNull()
  expect([MUELLE, FAMILIA, TERCERO].map(formatAlcance)).toEqual(['Muelle', 'Familia F', 'Oeste'])
  expect([formatDuracion(35 * 60_000), formatDuracion(125 * 60_000)]).toEqual(['35 min', '2 h 5 min'])
})
