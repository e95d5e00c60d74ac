import { describe, expect, test } from 'vitest'
import { tailBinomial } from './random'
import { type Conclusion, ESTABLE_MS, judgePlanta, type Lector, learnBaseline, type Open } from './rules'

const MIN = 60_000
const T = Date.UTC(2026, 9, 1, 10)
const P = { mudoMs: 10 * MIN, relojS: 600 }
const NADIE = new Map<number, number>()

const lector = (id: number, mas: Partial<Lector> = {}): Lector => ({
  id,
  ultimo: T,
  cuenta: mas.ultimo ?? T,
  desfase_s: 0,
  rechazo: null,
  oidos: 20,
  callados: 0,
  movibles: 0,
  movidos: 0,
  ultimoOido: T,
  habito: { callados: 0.05, peor: 0.3, minutos: 20_000 },
  detras: 0,
  ...mas,
})
const abierta = (id: number, mas: Partial<Open> = {}): Open => ({
  id,
  clase: 'mudo',
  lector: id,
  padre: null,
  desde: T - 30 * MIN,
  bien: null,
  ...mas,
})
const judge = (l: Lector[], a: Open[] = [], recientes = NADIE) => judgePlanta(l, a, recientes, T, P)
const opened = (c: Conclusion[]) => c.flatMap((x) => (x.que === 'abre' ? [[x.clase, x.lector]] : []))

test('the tail of the binomial is that of its sum, also where it is tiny', () => {
  expect(tailBinomial(5, 4, 0.02)).toBeCloseTo(5 * 0.02 ** 4 * 0.98 + 0.02 ** 5, 15)
  expect(tailBinomial(10, 0, 0.3)).toBe(1)
  expect(tailBinomial(10, 11, 0.3)).toBe(0)
  expect(tailBinomial(200, 200, 0.02)).toBeCloseTo(0.02 ** 200, 300)
  expect(tailBinomial(40, 12, 0.3)).toBeCloseTo(0.5594, 3)
})

describe('a reader', () => {
  test('without a sign of life is silent after the limit, and not before', () => {
    expect(judge([lector(1, { ultimo: T - 10 * MIN })])).toEqual([])
    expect(judge([lector(1, { ultimo: T - 10 * MIN - 1 })])).toMatchObject([
      { que: 'abre', clase: 'mudo', lector: 1, desde: T - 10 * MIN - 1, padre: null },
    ])
    expect(judge([lector(1, { ultimo: null })])).toEqual([])
  })

  test('that was silent before we stopped is told when the time counts again, and since its own last sign of life', () => {
    const ultimo = T - 2 * 24 * 60 * MIN
    expect(judge([lector(1, { ultimo, cuenta: T - 10 * MIN })])).toEqual([])
    expect(judge([lector(1, { ultimo, cuenta: T - 10 * MIN - 1 })])).toMatchObject([
      { que: 'abre', clase: 'mudo', lector: 1, desde: ultimo },
    ])
    // A silence that was reported before the stop goes on: that Retorna listens again is no sign of life of the reader.
    expect(
      judge([lector(1, { ultimo, cuenta: T - MIN })], [abierta(7, { lector: 1, desde: ultimo })]),
    ).toEqual([{ que: 'sigue', id: 7, bien: null, padre: null }])
  })

  test.each([
    ['all of twenty', { callados: 20 }, true],
    ['sixty percent', { callados: 12 }, true],
    ['less', { callados: 11 }, false],
    ['four containers', { oidos: 4, callados: 4 }, false],
    ['five containers', { oidos: 5, callados: 5 }, true],
    [
      'where that happens each day',
      { callados: 12, habito: { callados: 0.4, peor: 0.3, minutos: 20_000 } },
      false,
    ],
    [
      'where trucks come and no tag tells',
      { callados: 20, habito: { callados: 0.05, peor: 1, minutos: 20_000 } },
      false,
    ],
    ['that is new', { callados: 20, habito: null }, false],
    ['that is new, and whose containers tell', { callados: 20, movibles: 20, habito: null }, true],
    ['that a truck took', { callados: 20, movibles: 20, movidos: 15 }, false],
    ['of which some can tell that a truck took them', { callados: 20, movibles: 6, movidos: 5 }, false],
    ['of which few moved', { callados: 20, movibles: 20, movidos: 3 }, true],
  ])('that lives is deaf or not: %s', (_, mas, sordo) => {
    expect(opened(judge([lector(1, mas)]))).toEqual(sordo ? [['sordo', 1]] : [])
  })

  test('is deaf until it hears one again, or nobody waits behind it', () => {
    const c = abierta(7, { clase: 'sordo', lector: 1 })
    const sordo = { oidos: 0, callados: 0, detras: 9, ultimoOido: T - 30 * MIN }
    expect(judge([lector(1, sordo)], [c])).toEqual([{ que: 'sigue', id: 7, bien: null, padre: null }])
    for (const mas of [{ ultimoOido: T }, { detras: 0 }])
      expect(judge([lector(1, { ...sordo, ...mas })], [c])).toEqual([
        { que: 'sigue', id: 7, bien: T, padre: null },
      ])
  })

  test('refused for its key is told so, not to be silent', () => {
    const l = lector(1, { ultimo: T - 20 * MIN, rechazo: { t: T - MIN, detalle: 'La clave no vale.' } })
    expect(opened(judge([l]))).toEqual([['clave', 1]])
    // A worse cause replaces a lesser one; it stays while the reader is silent.
    expect(judge([l], [abierta(3, { lector: 1 })])).toMatchObject([
      { que: 'cierra', id: 3 },
      { que: 'abre', clase: 'clave' },
    ])
    const callado = lector(1, { ultimo: T - 90 * MIN, rechazo: { t: T - 60 * MIN, detalle: '' } })
    expect(judge([callado], [abierta(3, { lector: 1, clase: 'clave' })])).toMatchObject([
      { que: 'sigue', bien: null },
    ])
  })

  test('whose clock is off', () => {
    expect(judge([lector(1, { desfase_s: -600 })])).toEqual([])
    expect(opened(judge([lector(1, { desfase_s: -601 })]))).toEqual([['reloj', 1]])
  })
})

describe('the end of a cause', () => {
  const end = (bien: number | null, veces = 0) =>
    judge([lector(1)], [abierta(1, { bien })], new Map([[1, veces]]))[0]

  test('is told once it has lasted, and is then', () => {
    expect(end(null)).toMatchObject({ que: 'sigue', bien: T })
    expect(end(T - ESTABLE_MS + 1)).toMatchObject({ que: 'sigue' })
    expect(end(T - ESTABLE_MS)).toEqual({ que: 'cierra', id: 1, hasta: T - ESTABLE_MS })
  })

  test('has to last longer where it ended before and was none', () => {
    expect(end(T - 2 * ESTABLE_MS + 1, 1)).toMatchObject({ que: 'sigue' })
    expect(end(T - 2 * ESTABLE_MS, 1)).toMatchObject({ que: 'cierra' })
    expect(end(T - 8 * ESTABLE_MS, 9)).toMatchObject({ que: 'cierra' })
  })

  test('comes with the reader’s own', () => {
    expect(judge([], [abierta(1)])).toEqual([{ que: 'cierra', id: 1, hasta: T }])
  })
})

describe('several readers', () => {
  const mudos = (n: number, cada: number) =>
    Array.from({ length: n }, (_, i) => lector(i + 1, { ultimo: T - 14 * MIN + i * cada }))

  test('within two minutes are one cause, and the parent of theirs', () => {
    expect(judge(mudos(3, MIN))).toMatchObject([
      { que: 'abre', clase: 'mudo' },
      { que: 'abre', clase: 'mudo' },
      { que: 'abre', clase: 'mudo' },
      { que: 'abre-red', desde: T - 14 * MIN, lectores: [1, 2, 3] },
    ])
    expect(judge(mudos(2, MIN)).some((c) => c.que === 'abre-red')).toBe(false)
    expect(judge(mudos(3, 1.5 * MIN)).some((c) => c.que === 'abre-red')).toBe(false)
  })

  test('one more joins the cause that is open', () => {
    const red = abierta(90, { clase: 'red', lector: null, desde: T - 14 * MIN })
    const hijas = [1, 2, 3].map((id) => abierta(id, { padre: 90 }))
    const res = judge(mudos(4, 0.5 * MIN), [red, ...hijas])
    expect(res.find((c) => c.que === 'abre')).toMatchObject({ clase: 'mudo', lector: 4, padre: 90 })
    expect(res.filter((c) => c.que === 'abre-red')).toEqual([])
  })

  test('at another time are another cause, beside the one that is open', () => {
    const red = abierta(90, { clase: 'red', lector: null, desde: T - 60 * MIN })
    const hijas = [4, 5, 6].map((id) => abierta(id, { padre: 90, desde: T - 60 * MIN }))
    const lectores = [...mudos(3, 0), ...[4, 5, 6].map((id) => lector(id, { ultimo: T - 60 * MIN }))]
    const res = judge(lectores, [red, ...hijas])
    expect(res.filter((c) => c.que === 'abre-red')).toMatchObject([
      { desde: T - 14 * MIN, lectores: [1, 2, 3] },
    ])
    expect(res).toContainEqual({ que: 'sigue', id: 4, bien: null, padre: 90 })
  })

  test('of an open cause that were heard once more stay part of it', () => {
    const red = abierta(90, { clase: 'red', lector: null, desde: T - 60 * MIN })
    const hijas = [1, 2, 3].map((id) => abierta(id, { padre: 90, desde: T - 60 * MIN }))
    const res = judge(mudos(4, 0.5 * MIN), [red, ...hijas])
    expect(res.filter((c) => c.que === 'abre-red')).toEqual([])
    expect(res.find((c) => c.que === 'abre')).toMatchObject({ lector: 4, padre: 90 })
  })

  test('once most are back it is over; who stays silent is told of alone', () => {
    const red = abierta(90, { clase: 'red', lector: null, desde: T - 60 * MIN, bien: T - ESTABLE_MS })
    const hijas = [1, 2, 3].map((id) => abierta(id, { padre: 90, desde: T - 60 * MIN }))
    const lectores = [lector(1), lector(2), lector(3, { ultimo: T - 60 * MIN })]
    const res = judge(lectores, [red, ...hijas])
    expect(res).toContainEqual({ que: 'cierra', id: 90, hasta: T - ESTABLE_MS })
    expect(res).toContainEqual({ que: 'sigue', id: 3, bien: null, padre: null })
  })
})

test('what is nothing special for a reader follows a day of it, and nothing is learned from a few containers', () => {
  let baseline: Lector['habito'] = null
  for (let i = 0; i < 1440; i++)
    baseline = learnBaseline(lector(1, { callados: i === 700 ? 18 : 8, habito: baseline }))
  expect(baseline?.callados).toBeGreaterThan(0.25)
  expect(baseline?.callados).toBeLessThan(0.4)
  expect(baseline?.peor).toBeCloseTo(0.9, 1)
  expect(baseline?.minutos).toBe(1440)
  expect(learnBaseline(lector(1, { oidos: 4, callados: 4, habito: baseline }))).toBe(baseline)
})
