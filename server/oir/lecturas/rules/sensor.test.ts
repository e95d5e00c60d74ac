import { beforeEach, describe, expect, test } from 'vitest'
import { INICIALES } from '#contract/parque/ajustes/values'
import { measuresImpactos } from '../../../parque/dispositivos/mide'
import { createPlaceContext, observationIn } from '../../../testing/place-context'
import { EN_MOVIMIENTO, PARADO } from '../../eventos/evento'
import type { Acceleration, Lectura, Medidas } from '../formats/lectura'
import { createDeviceState, type DeviceState } from './device-state'
import { apply } from './rules'
import { pasoOf, recallSensor } from './sensor'

const T0 = Date.UTC(2026, 0, 15, 10)
const PLACE_CONTEXT = createPlaceContext([11])
let r: DeviceState
beforeEach(() => {
  r = createDeviceState(1, 1, 'AC233F000001')
})

/** Apply a reading of `s` seconds after the start. Returns whether it is an impact. */
function say(s: number, medidas: Medidas, a = INICIALES): boolean {
  const l: Lectura = {
    mac: 'AC233F000001',
    lector: null,
    rssi: -60,
    tiempo: T0 + s * 1000,
    macAleatoria: false,
    medidas,
    extra: {},
  }
  const t = T0 + s * 1000
  const said = { lectura: l, t, recibido: t, lector: 11, tardia: false }
  return apply(r, observationIn(PLACE_CONTEXT, said), null, a, PLACE_CONTEXT).impacto?.tiempo === t
}
const samples = (...aceleraciones: Acceleration[]): Medidas => ({ aceleraciones })
const peak = (g: number): Medidas => ({ extremos: { x: [-0.1, g], y: [0, 0.1], z: [0.9, 1.1] } })

describe('the threshold of an impact', () => {
  test('is 5 g for tags that send peaks, 2.5 g for those that send samples', () => {
    expect(say(0, peak(4.9))).toBe(false)
    expect(say(100, peak(5))).toBe(true)
    expect(say(200, { ...samples([0, 0, 3]), ...peak(3) })).toBe(false)
    r = createDeviceState(2, 1, 'AC233F000002')
    expect(say(0, samples([0, 0, 2.5]))).toBe(true)
  })

  test('is what people set for each kind', () => {
    const suyos = { ...INICIALES, gImpacto: 1.8, gImpactoPicos: 3 }
    expect(say(0, peak(3), suyos)).toBe(true)
    r = createDeviceState(2, 1, 'AC233F000002')
    expect(say(0, samples([0, 0, 1.8]), suyos)).toBe(true)
  })
})

describe('an axis at the end of its range', () => {
  test('is an impact where the tag tells its range', () => {
    expect(say(0, { ...samples([1.95, 0, 1]), alcanceG: 2 })).toBe(false)
    expect(say(100, { ...samples([-2, 0, 0.4]), alcanceG: 2 })).toBe(true)
  })

  test('is an impact once a tag has shown that it goes no further', () => {
    expect(say(0, samples([0.3, 1.99, 0.2]))).toBe(false)
    // The same advert, heard by another reader.
    expect(say(2, samples([0.3, 1.99, 0.2]))).toBe(false)
    expect(say(100, samples([-1.99, 0, 0.5]))).toBe(true)
    r = createDeviceState(2, 1, 'AC233F000002')
    say(0, samples([0, 2.2, 0]))
    expect(say(100, samples([0, 1.99, 0]))).toBe(false)
    expect(say(200, samples([0, 1.99, 0]))).toBe(false)
  })

  test('says nothing of a tag that sends peaks and ends at 2 g: every touch of a fork gets there', () => {
    expect(say(0, { ...peak(2), alcanceG: 2 })).toBe(false)
    expect(say(100, { ...peak(4), alcanceG: 4 })).toBe(true)
  })
})

describe('a fall', () => {
  const EMPTY: Acceleration = [0.02, -0.1, 0.05]
  test('is an impact: for three samples of one advert nothing pulls', () => {
    say(0, samples([0, 0, 1]))
    expect(say(100, samples([0, 0, 1], EMPTY, EMPTY))).toBe(false)
    say(150, samples([0, 0, 1]))
    expect(say(200, samples(EMPTY, EMPTY, EMPTY))).toBe(true)
  })

  test('is an impact: for 0.1 s of a tag that tells each sample', () => {
    for (let i = 0; i < 20; i++) say(i / 100, samples([0, 0, 1]))
    const golpes = Array.from({ length: 15 }, (_, i) => say(0.2 + i / 100, samples(EMPTY)))
    expect(golpes.indexOf(true)).toBe(10)
  })

  test('is none where a sensor is dead', () => {
    for (let s = 0; s < 200; s += 20) expect(say(s, samples([0, 0, 0], [0, 0, 0], [0, 0, 0]))).toBe(false)
  })
})

describe('movement', () => {
  const PASO = 0.192

  test('is no single step of the sensor, once that step is known', () => {
    say(0, samples([0, 0, 1.152]))
    let moviendose = 0
    for (let s = 60; s < 86_400; s += 60) {
      say(s, samples([0, 0, 1.152 - (s % 120 ? 0 : PASO)]))
      if (r.estado === EN_MOVIMIENTO) moviendose++
    }
    expect(pasoOf(r.sensor)).toBeCloseTo(PASO)
    // Only the first flicker counts, for as long as movement is shown; after a day, and after a restart, none does.
    expect(moviendose).toBeLessThanOrEqual(2)
    expect(r.estado).toBe(PARADO)
    const { dice, paso, tope: limit, veces } = r.sensor
    r.sensor = recallSensor(dice, paso, limit, veces)
    for (let s = 86_400; s < 90_000; s += 60) {
      say(s, samples([0, 0, 1.152 - (s % 120 ? 0 : PASO)]))
      expect(r.estado).toBe(PARADO)
    }
    say(90_000, samples([2 * PASO, 0, 1.152]))
    expect(r.estado).toBe(EN_MOVIMIENTO)
  })

  test('is any change of 0.08 g of a finer sensor', () => {
    for (let s = 0; s < 600; s += 60) say(s, samples([0, 0, 1 + (s % 120 ? 0.004 : 0)]))
    expect(r.estado).toBe(PARADO)
    say(700, samples([0.09, 0, 1]))
    expect(r.estado).toBe(EN_MOVIMIENTO)
  })
})

test('tags that only send samples measure no impacts, those with peaks or flags do, others tell nothing', () => {
  expect(measuresImpactos(r.sensor.dice)).toBeNull()
  say(0, samples([0, 0, 1]))
  expect(measuresImpactos(r.sensor.dice)).toBe(false)
  say(1, { caida: false })
  expect(measuresImpactos(r.sensor.dice)).toBe(true)
  r = createDeviceState(2, 1, 'AC233F000002')
  say(0, peak(1))
  expect(measuresImpactos(r.sensor.dice)).toBe(true)
})
