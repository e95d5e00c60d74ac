import { expect, test } from 'vitest'
import type { FilaPerdida, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { PELDANOS, type Peldano, type PeldanoCallado } from '#contract/cuentas/perdidas/values'
import { type Asentado, judgeLibro } from './book'
import { judgeEscala } from './ladder'
import { judgeMovimientos, precisionOf, recallOf } from './movements'

test('a movement counts once, near its moment and into the same hands', () => {
  const paso = (t: number, a: string | null, mac = 'A') => ({ mac, t, a })
  const nota = judgeMovimientos(
    [paso(10, 'Norte'), paso(12, 'Norte'), paso(50, null), paso(70, 'Sur'), paso(10, 'Norte', 'B')],
    [paso(11, 'Norte'), paso(55, null), paso(90, 'Sur'), paso(70, 'Norte')],
    5,
  )
  expect(nota).toMatchObject({ anotados: 5, ciertos: 4, aciertos: 2 })
  expect([nota.falsos.length, nota.perdidos.map((p) => p.t)]).toEqual([3, [70, 90]])
  expect([precisionOf(nota), recallOf(nota)]).toEqual([0.4, 0.5])
})

test('a pool that does not add up and a container in two accounts are found, at the moment', () => {
  const m = (momento: number, de: Asentado['de'], a: Asentado['a'], quien: number | null = 1): Asentado => ({
    momento,
    familia: 'F',
    cantidad: 1,
    de,
    a,
    quien,
  })
  const good = [m(1, 'fuera', 'propio'), m(5, 'propio', 7), m(9, 7, 'fuera')]
  const poolAt = (t: number) => (t < 9 ? 1 : 0)
  expect(judgeLibro(good, poolAt)).toEqual({ momentos: 3, descuadres: [], dobles: [] })
  expect(judgeLibro([...good.slice(0, 2), m(6, 'fuera', 'propio')], poolAt)).toEqual({
    momentos: 3,
    descuadres: [6],
    dobles: [1],
  })
  // It left an account in which it was not.
  expect(judgeLibro([m(1, 'fuera', 'propio'), m(5, 7, 8)], null).dobles).toEqual([1])
  expect(judgeLibro([m(1, 'fuera', 'propio', null), m(2, 'fuera', 8, null)], () => 1).descuadres).toEqual([2])
})

test('a container on another rung, a cent too many and a figure that is not its list are found', () => {
  const fila = (mac: string, peldano: Peldano, centimos: number | null) =>
    ({ mac, peldano, centimos }) as FilaPerdida
  const sabidos = new Map([
    ['A', { peldano: 'sin_ver' as const, centimos: 100 }],
    ['B', { peldano: 'propuesta' as const, centimos: null }],
    ['C', { peldano: 'visto' as const }],
  ])
  const judge = (filas: FilaPerdida[], mas: Partial<Record<Peldano, number>> = {}) => {
    const listas = new Map<PeldanoCallado, FilaPerdida[]>()
    for (const f of filas)
      listas.set(f.peldano as PeldanoCallado, [...(listas.get(f.peldano as PeldanoCallado) ?? []), f])
    const peldanos = PELDANOS.map((peldano) => {
      const suyas = filas.filter((f) => f.peldano === peldano)
      return {
        peldano,
        n: peldano === 'visto' ? 3 - new Set(filas.map((f) => f.mac)).size : suyas.length,
        centimos: suyas.reduce((n, f) => n + (f.centimos ?? 0), 0) + (mas[peldano] ?? 0),
        sin_precio: suyas.filter((f) => f.centimos === null).length,
      }
    })
    return judgeEscala(peldanos as Perdidas['peldanos'], listas, sabidos)
  }
  const good = [fila('A', 'sin_ver', 100), fila('B', 'propuesta', null)]
  expect(judge(good)).toEqual({ oidos: 3, enSuPeldano: 3, centimosDeMas: 0, fallos: [] })
  expect(judge(good, { sin_ver: 1 })).toMatchObject({
    centimosDeMas: 1,
    fallos: ['cents of sin_ver: 101, not 100'],
  })
  expect(judge([fila('A', 'sin_ver', 99), good[1] as FilaPerdida])).toMatchObject({
    enSuPeldano: 3,
    centimosDeMas: 1,
  })
  expect(judge([...good, fila('B', 'declarada', null)])).toMatchObject({ enSuPeldano: 2 })
  expect(judge([fila('A', 'sin_ver', 100)]).fallos).toEqual(['B is on visto, not on propuesta'])
  expect(judge([...good, fila('C', 'sin_ver', null)])).toMatchObject({ enSuPeldano: 2 })
})
