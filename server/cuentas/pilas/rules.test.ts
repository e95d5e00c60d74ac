import { describe, expect, it, test } from 'vitest'
import { estimateSurvivalCurve, groupLifeTableRows } from '../../platform/math/supervivencia'
import { afterCambio, afterDicho, createMemoria, type Memoria, type Muestra, noteSample } from './memory'
import { type Conocido, hasEnded, judge } from './rules'

const DAY = 86_400_000
const HOUR = 3_600_000
const T0 = Date.parse('2026-03-02T00:00:00Z')
const NADA: Omit<Muestra, 't'> = {
  tag: 'AC0000000001',
  mv: null,
  bateria: null,
  grados: null,
  secuencia: null,
  encendidoS: null,
}
/** The memory after reports at the given hours of the first day. */
const toldAt = (...muestras: ({ h: number } & Partial<Muestra>)[]) =>
  muestras.reduce<Memoria | null>(
    (m, { h, ...s }) => noteSample(m, { ...NADA, t: T0 + h * HOUR, ...s }),
    null,
  ) as Memoria

/** A model whose batteries end after 700 to 799 days, one each day. */
const CURVA = estimateSurvivalCurve(
  groupLifeTableRows(Array.from({ length: 100 }, (_, i) => ({ minutos: 700 + i, acabada: true }))),
)
const judged = (mas: Partial<Conocido>) => {
  const { clase, motivo } = judge({ ahora: T0, memoria: null, baja: 10, desde: null, curva: CURVA, ...mas })
  return [clase, motivo]
}
const aged = (dias: number) => judged({ desde: T0 - dias * DAY })

describe('the voltage', () => {
  it('that counts is that of the warmest hour: a cold night is no end', () => {
    const m = toldAt(
      { h: 5, mv: 2450, grados: -2 },
      { h: 14, mv: 2720, grados: 14 },
      { h: 22, mv: 2480, grados: 1 },
    )
    expect(m.dias).toEqual([{ dia: T0 / DAY, mv: 2720, pct: null, grados: 14 }])
    expect(judged({ memoria: m })).toEqual(['no_se_sabe', 'sin_cambio'])
  })

  it('without degrees is the highest of the day', () => {
    expect(toldAt({ h: 5, mv: 2450 }, { h: 14, mv: 2720 }, { h: 22, mv: 2480 }).dias[0]?.mv).toBe(2720)
  })

  it('is at its end below 2.5 V at the warmest hour of any of the last seven days', () => {
    const days = (...mv: number[]) => toldAt(...mv.map((v, i) => ({ h: 12 + 24 * i, mv: v, grados: 20 })))
    expect(judged({ memoria: days(2600, 2500) })).toEqual(['no_se_sabe', 'sin_cambio'])
    expect(judged({ memoria: days(2499, 2600, 2600) })).toEqual(['ya', 'tension'])
    expect(judged({ memoria: days(2499, ...Array(7).fill(2600)) })).toEqual(['no_se_sabe', 'sin_cambio'])
  })

  it('of a tag that tells percent alone is the low battery of the company', () => {
    expect(judged({ memoria: toldAt({ h: 1, bateria: 9 }) })).toEqual(['ya', 'porcentaje'])
    expect(judged({ memoria: toldAt({ h: 1, bateria: 10 }) })).toEqual(['no_se_sabe', 'sin_cambio'])
    // Percent that the tag computes from a voltage adds nothing.
    expect(judged({ memoria: toldAt({ h: 1, bateria: 9, mv: 2600 }) })).toEqual(['no_se_sabe', 'sin_cambio'])
  })
})

describe('a fall', () => {
  /** One report a day, at noon. */
  const daily = (n: number, of: (day: number) => Partial<Muestra>) =>
    toldAt(...Array.from({ length: n }, (_, i) => ({ h: 12 + 24 * i, ...of(i) })))
  const judgeAt = (n: number, memoria: Memoria, mas: Partial<Conocido> = {}) =>
    judge({ ahora: T0 + n * DAY, memoria, baja: 10, desde: null, curva: CURVA, ...mas })

  it('from flat that ends within 60 days at its pace is of this month, whatever is known of its age', () => {
    const m = daily(30, (i) => ({ mv: 2880 - Math.max(0, i - 12) * 14, grados: 20 }))
    expect(judgeAt(30, m)).toMatchObject({ clase: 'este_mes', motivo: 'caida' })
    const { quedan, mv } = judgeAt(30, m)
    expect([mv, (quedan as number) > 40 && (quedan as number) < 60]).toEqual([2642, true])
    expect(judgeAt(30, m, { desde: T0 - 100 * DAY }).motivo).toBe('caida')
    // Percent of a tag that reports no voltage.
    expect(
      judgeAt(
        30,
        daily(30, (i) => ({ bateria: 40 - Math.max(0, i - 15) * 1.4 })),
      ),
    ).toMatchObject({
      clase: 'este_mes',
      motivo: 'caida',
      bateria: expect.closeTo(20.4, 1),
    })
  })

  it('is none where it is slow, on the flat part, or a season', () => {
    const motivo = (of: (day: number) => Partial<Muestra>, n = 30) => judgeAt(n, daily(n, of)).motivo
    expect(motivo((i) => ({ mv: 2700 - i }))).toBe('sin_cambio')
    expect(motivo((i) => ({ mv: 3050 - i * 6 }))).toBe('sin_cambio')
    expect(motivo((i) => ({ bateria: 60 - i }))).toBe('sin_cambio')
    // Too few days on one side of the comparison.
    expect(motivo((i) => ({ mv: 2700 - i * 12 }), 9)).toBe('sin_cambio')
  })

  it('begins anew with another battery, and with another kind of number', () => {
    const m = daily(30, (i) => ({ mv: 2880 - Math.max(0, i - 12) * 14 }))
    expect(afterCambio(m, T0 + 29.9 * DAY)).toMatchObject({ dias: [], semanas: [] })
    const other = noteSample(noteSample(m, { ...NADA, t: T0 + 31 * DAY, bateria: 50 }), {
      ...NADA,
      t: T0 + 32 * DAY,
      bateria: 50,
    })
    expect(other.semanas).toMatchObject([{ mv: false, n: 1, suma: 50 }])
  })

  it('that does not come makes age count for less: half must end within 30 days', () => {
    const flat = daily(30, () => ({ mv: 2900 }))
    const aged = (dias: number, ahora = 30) =>
      judgeAt(ahora, flat, { desde: T0 + ahora * DAY - dias * DAY }).clase
    expect([aged(680), aged(718), aged(720), aged(750)]).toEqual([
      'sin_prisa',
      'sin_prisa',
      'sin_prisa',
      'este_mes',
    ])
    // A report from a month ago no longer counts.
    expect(aged(690, 60)).toBe('este_mes')
  })
})

describe('a tag that begins anew', () => {
  const adverts = (...s: [h: number, n: number][]) =>
    toldAt(...s.map(([h, secuencia]) => ({ h, secuencia, mv: 2700 })))
  test.each([
    ['goes on', adverts([0, 1000], [1, 3800], [2, 6600]), null],
    ['comes round', adverts([0, 60_000], [1, 62_800], [2, 64]), null],
    ['may have come round in a long silence', adverts([0, 1000], [1, 3800], [40, 200]), null],
    ['is too short to tell', adverts([0, 10], [1, 200], [2, 5]), null],
    ['begins anew', adverts([0, 1000], [1, 3800], [2, 64]), T0 + 2 * HOUR],
    ['was long and begins anew', adverts([0, 900_000], [1, 902_800], [2, 64]), T0 + 2 * HOUR],
  ])('by its counter, which %s', (_, m, reinicio) => expect(m.reinicio?.t ?? null).toBe(reinicio))

  it('by its own clock, where it tells one', () => {
    const since = (s: number) =>
      toldAt({ h: 0, encendidoS: 9000 }, { h: 10, encendidoS: s }).reinicio?.t ?? null
    expect(since(9000 + 36_000)).toBeNull()
    expect(since(60)).toBe(T0 + 10 * HOUR)
  })

  it('is at its end for a month', () => {
    const memoria = adverts([0, 1000], [1, 3800], [2, 64])
    expect(judged({ memoria })).toEqual(['ya', 'reinicio'])
    expect(judged({ memoria, ahora: T0 + 40 * DAY })).toEqual(['no_se_sabe', 'sin_cambio'])
  })

  it('with fresh voltage is asked about, until somebody says when the battery was put in', () => {
    const m = toldAt(
      { h: 0, mv: 2400, grados: 20, secuencia: 30_000 },
      { h: 1, mv: 2400, grados: 20, secuencia: 32_800 },
      { h: 30, mv: 3050, grados: 20, secuencia: 90 },
    )
    expect(m).toMatchObject({
      reinicio: null,
      fresca: { t: T0 + 30 * HOUR, antes: T0 + HOUR },
      dias: [{ mv: 3050 }],
    })
    expect(judged({ memoria: m })).toEqual(['no_se_sabe', 'pregunta'])
    const cuando = T0 + 25 * HOUR
    expect(judged({ memoria: afterCambio(m, cuando), desde: cuando, ahora: T0 + 2 * DAY })).toEqual([
      'sin_prisa',
      'reciente',
    ])
    // An earlier exchange explains nothing; a user who denies the exchange is believed.
    expect(afterDicho(m, T0 - 90 * DAY, null).fresca).toEqual(m.fresca)
    expect(afterDicho(m, null, T0 + 31 * HOUR).fresca).toBeNull()
    expect(afterDicho(m, null, T0 + 29 * HOUR).fresca).toEqual(m.fresca)
  })

  it('is not asked about for the warmth of a day, nor where another tag took its place', () => {
    expect(toldAt({ h: 0, mv: 2650, grados: -5 }, { h: 40, mv: 2950, grados: 30 }).fresca).toBeNull()
    expect(toldAt({ h: 0, mv: 2400 }, { h: 40, mv: 3050, tag: 'AC0000000002' })).toMatchObject({
      fresca: null,
      tag: 'AC0000000002',
    })
    expect(toldAt({ h: 0, bateria: 20 }, { h: 9, bateria: 100 }).fresca?.t).toBe(T0 + 9 * HOUR)
    expect(toldAt({ h: 0, bateria: 70 }, { h: 9, bateria: 100 }).fresca).toBeNull()
  })
})

describe('the age', () => {
  test.each([
    [10, 'sin_prisa', 'reciente'],
    [500, 'sin_prisa', 'edad_baja'],
    // Of 100, 9 end within 30 days of that age; a day later it is 10.
    [678, 'sin_prisa', 'edad_baja'],
    [680, 'este_mes', 'edad'],
    [790, 'este_mes', 'edad'],
    [900, 'este_mes', 'edad'],
  ])('of %i days is %s', (dias, clase, motivo) => expect(aged(dias)).toEqual([clase, motivo]))

  it('says nothing where few of the model ended, or none so old', () => {
    const few = { ...CURVA, salidas: 19 }
    expect(judged({ desde: T0 - 500 * DAY, curva: few })).toEqual(['no_se_sabe', 'pocos_cambios'])
    expect(judged({ desde: T0 - 500 * DAY, curva: null })).toEqual(['no_se_sabe', 'pocos_cambios'])
    // Half of them are still in use: the curve is unknown after the last end.
    const open = estimateSurvivalCurve(
      groupLifeTableRows(
        Array.from({ length: 100 }, (_, i) => ({ minutos: i < 50 ? 300 + i : 900, acabada: i < 50 })),
      ),
    )
    expect(judged({ desde: T0 - 600 * DAY, curva: open })).toEqual(['no_se_sabe', 'pocos_cambios'])
    expect(aged(0)).toEqual(['sin_prisa', 'reciente'])
    expect(judged({})).toEqual(['no_se_sabe', 'sin_tension'])
  })

  it('of a battery that was changed before its end is no end', () => {
    expect(hasEnded('ya', T0, T0)).toBe(true)
    expect(hasEnded('sin_prisa', T0 - 2 * HOUR, T0)).toBe(false)
    expect(hasEnded('este_mes', T0 - 2 * DAY, T0)).toBe(true)
    expect(hasEnded(null, null, T0)).toBe(false)
  })
})

it('a battery that is put in leaves nothing of the one before', () => {
  const m = {
    ...createMemoria('X'),
    t: T0,
    dias: [{ dia: T0 / DAY - 3, mv: 2400, pct: null, grados: null }],
    contador: { n: 4000, t: T0 },
    reinicio: { t: T0 - DAY, antes: T0 - DAY - HOUR },
  }
  expect(afterCambio(m, T0)).toMatchObject({ dias: [], reinicio: null, contador: null })
  expect(afterCambio(m, T0 - 9 * DAY)).toEqual(m)
})
