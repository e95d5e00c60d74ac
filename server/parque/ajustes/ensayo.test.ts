import { expect, test } from 'vitest'
import type { AjustesEmpresa } from '#contract/parque/ajustes/umbrales-values'
import { INICIALES } from '#contract/parque/ajustes/values'
import { tryGolpes, tryParadas } from './ensayo'
import type { Golpe, Parada } from './repo-ensayo'

const T0 = Date.UTC(2026, 5, 1, 8)
const at = (s: number) => new Date(T0 + s * 1000)
const golpe = (s: number, pico: number | null, mas: Partial<Golpe> = {}): Golpe => ({
  id: s + 1,
  dispositivo: 1,
  apodo: '20014-1',
  familia: '20014',
  mac: 'AC233F000001',
  tiempo: at(s),
  hasta: at(s),
  pico,
  picos: false,
  ...mas,
})
const A: AjustesEmpresa = { ...INICIALES, umbrales: [] }

test('a higher threshold leaves out what lies between; flags, falls and tags with peaks have their own', () => {
  const golpes = [
    golpe(0, 2.6),
    golpe(100, 3.5),
    golpe(200, null),
    golpe(300, 1.2),
    golpe(400, 6, { picos: true }),
  ]
  const e = tryGolpes(golpes, A, { ...A, gImpacto: 3 })
  expect([e.antes, e.despues, e.al_menos]).toEqual([5, 4, false])
  expect(e.ejemplos).toMatchObject([{ tiempo: at(0), nuevo: false, detalle: '2,60 g' }])
  expect(tryGolpes(golpes, A, { ...A, gImpactoPicos: 8 }).despues).toBe(4)
  expect(tryGolpes(golpes, A, A)).toMatchObject({ antes: 5, despues: 5, ejemplos: [] })
})

test('a lower one finds samples that were kept, and not those of a burst that there was', () => {
  const muestra = (s: number, g: number) => golpe(s, g, { id: null })
  const e = tryGolpes([golpe(0, 3), muestra(5, 2.2), muestra(60, 2.1)], A, { ...A, gImpacto: 2 })
  expect([e.antes, e.despues, e.al_menos]).toEqual([1, 2, true])
  expect(e.ejemplos).toMatchObject([{ tiempo: at(60), nuevo: true, incidencia: null }])
})

test('a threshold of its own counts for its family and its maker alone, the narrowest first', () => {
  const umbral = (familia: string | null, fabricante: string | null, gImpacto: number) => ({
    familia,
    fabricante,
    gImpacto,
    gImpactoPicos: 5,
  })
  const otro = { familia: '7', mac: 'C3000F000001', dispositivo: 2 }
  const golpes = [golpe(0, 2.6), golpe(100, 3.5), golpe(200, 2.6, otro)]
  const despues = (...umbrales: AjustesEmpresa['umbrales']) =>
    tryGolpes(golpes, A, { ...A, umbrales }).despues
  expect(despues()).toBe(3)
  expect(despues(umbral('20014', null, 3))).toBe(2)
  expect(despues(umbral(null, 'C3000F', 3))).toBe(2)
  expect(despues(umbral('20014', 'C3000F', 9))).toBe(3)
  expect(despues(umbral('20014', 'AC233F', 9), umbral('20014', null, 3))).toBe(1)
  const muestra = golpe(300, 2.2, { id: null })
  const bajo = { ...A, umbrales: [umbral('20014', null, 2)] }
  const e = tryGolpes([...golpes, muestra, golpe(400, 2.2, { ...otro, id: null })], A, bajo)
  expect([e.antes, e.despues, e.al_menos]).toEqual([3, 4, true])
  expect(e.ejemplos).toMatchObject([{ nuevo: true, detalle: '2,20 g', apodo: '20014-1' }])
  // A threshold of a family applies to the figure before the change, too.
  expect(tryGolpes([golpe(0, 2.2), muestra], bajo, A)).toMatchObject({ antes: 1, despues: 0 })
})

test('a longer burst joins incidents of one container', () => {
  const golpes = [golpe(0, 3), golpe(30, 3), golpe(55, 3), golpe(56, 3, { dispositivo: 2 })]
  const e = tryGolpes(golpes, A, { ...A, segundosRafaga: 30 })
  expect([e.antes, e.despues]).toEqual([4, 2])
  expect(e.ejemplos.map((x) => x.detalle)).toEqual(['se uniría a la anterior', 'se uniría a la anterior'])
})

test('stays: short ones would be none, and those around them and over short silences one', () => {
  const parada = (lugar: string, desde: number, hasta: number, dispositivo = 1): Parada => ({
    apodo: '20014-1',
    dispositivo,
    lugar,
    desde: at(desde * 60),
    hasta: at(hasta * 60),
    silencio: false,
  })
  const paradas = [
    parada('A', 0, 30),
    parada('B', 31, 34),
    parada('A', 35, 60),
    parada('A', 90, 120),
    parada('A', 130, 200, 2),
  ]
  const largo = tryParadas(paradas, A, { ...A, segundosEstancia: 300 })
  expect([largo.antes, largo.despues, largo.al_menos]).toEqual([5, 3, false])
  expect(tryParadas(paradas, A, { ...A, minutosSalida: 40 }).despues).toBe(4)
  expect(tryParadas(paradas, A, { ...A, minutosSalida: 5 }).al_menos).toBe(true)
})

test('stays at several readers of one place are one already, which no number changes', () => {
  const parada = (desde: number, hasta: number): Parada => ({
    apodo: '20014-1',
    dispositivo: 1,
    lugar: 'A',
    desde: at(desde * 60),
    hasta: at(hasta * 60),
    silencio: false,
  })
  const paradas = [parada(0, 30), parada(30, 60), parada(75, 90)]
  expect(tryParadas(paradas, A, { ...A, minutosSalida: 60 })).toMatchObject({
    antes: 1,
    despues: 1,
    ejemplos: [],
  })
  const menos = tryParadas(paradas, A, { ...A, minutosSalida: 10 })
  expect([menos.antes, menos.despues]).toEqual([1, 2])
  expect(menos.ejemplos).toMatchObject([
    { tiempo: at(75 * 60), nuevo: true, detalle: 'A, no seguiría la anterior' },
  ])
})
