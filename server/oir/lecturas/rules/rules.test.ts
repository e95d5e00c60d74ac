import { beforeEach, describe, expect, test } from 'vitest'
import { INICIALES } from '#contract/parque/ajustes/values'
import { createPlaceContext, observationIn, type TestContext } from '../../../testing/place-context'
import { EN_MOVIMIENTO, IMPACTO, PARADO } from '../../eventos/evento'
import type { Lectura, Medidas } from '../formats/lectura'
import { timeOf } from './clocks'
import { createDeviceState, type DeviceState } from './device-state'
import { apply, settle } from './rules'

const A = INICIALES
const T0 = Date.UTC(2026, 0, 15, 10)
const [UNO, DOS] = [11, 12]
let r: DeviceState
let v: TestContext
beforeEach(() => {
  r = createDeviceState(1, 1, 'AC233F000001')
  v = createPlaceContext([UNO, DOS])
})

type Heard = { lector?: number; rssi?: number; tiempo?: number; etiqueta?: string | null } & Medidas

/** A reading that arrives `s` seconds after the start, and was heard then too, unless `tiempo` (seconds) is given. */
function say(s: number, { lector = UNO, rssi = -60, tiempo = s, etiqueta = null, ...medidas }: Heard = {}) {
  const l: Lectura = {
    mac: 'AC233F000001',
    lector: null,
    rssi,
    tiempo: T0 + tiempo * 1000,
    macAleatoria: false,
    medidas,
    extra: {},
  }
  const [t, recibido] = [T0 + tiempo * 1000, T0 + s * 1000]
  const observation = observationIn(v, { lectura: l, t, recibido, lector, tardia: false })
  return apply(r, observation, etiqueta, A, v)
}
const g = (x: number, y: number, z: number): Pick<Medidas, 'aceleraciones'> => ({
  aceleraciones: [[x, y, z]],
})

describe('when an event is written', () => {
  test('at the first reading, then only as a heartbeat every five minutes', () => {
    expect(say(0).evento).toMatchObject({ estado: PARADO, lector: UNO, tiempo: T0 })
    const escritos = Array.from({ length: 100 }, (_, i) => (i + 1) * 10).filter((s) => say(s).evento)
    expect(escritos).toEqual([300, 600, 900])
  })

  test('when the label, the reader or the battery band changes', () => {
    say(0, { bateria: 60 })
    expect(say(1, { bateria: 51 }).evento).toBeNull()
    expect(say(2, { bateria: 49 }).evento).toMatchObject({ bateria: 49 })
    expect(say(3, { bateria: 40, etiqueta: 'lavado' }).evento).toMatchObject({ etiqueta: 'lavado' })
    expect(say(4, { bateria: 24, etiqueta: 'lavado' }).evento).not.toBeNull()
    expect(say(5, { etiqueta: 'lavado' }).evento).toBeNull()
    const next = Array.from({ length: 9 }, (_, i) => say(70 + 30 * i, { lector: DOS, etiqueta: 'lavado' }))
    expect(next.map((s) => s.evento).find(Boolean)).toMatchObject({ lector: DOS })
  })
})

describe('movement', () => {
  test('a change of 0.08 g between two readings, not of less', () => {
    say(0, g(0, 0, 1))
    say(1, g(0.079, 0, 1))
    expect(r.estado).toBe(PARADO)
    expect(say(2, g(0.16, 0, 1)).evento).toMatchObject({ estado: EN_MOVIMIENTO })
  })

  test('within one advert, a moving bit, a counter that grew; a counter seen first or set back is none', () => {
    say(0, {
      aceleraciones: [
        [0, 0, 1],
        [0, 0.09, 1],
      ] as never,
    })
    expect(r.estado).toBe(EN_MOVIMIENTO)
    r = createDeviceState(1, 1, 'AC233F000001')
    say(0, { enMovimiento: true })
    expect(r.estado).toBe(EN_MOVIMIENTO)
    r = createDeviceState(1, 1, 'AC233F000001')
    say(0, { contadorMovimiento: 40 })
    say(1, { contadorMovimiento: 40 })
    say(2, { contadorMovimiento: 12 })
    expect(r.estado).toBe(PARADO)
    say(3, { contadorMovimiento: 13 })
    expect(r.estado).toBe(EN_MOVIMIENTO)
    r = createDeviceState(1, 1, 'AC233F000001')
    say(0, { contadorMovimiento: 255 })
    say(1, { contadorMovimiento: 0 })
    expect(r.estado).toBe(EN_MOVIMIENTO)
  })

  test('Parado after 120 s without, by a reading or by none', () => {
    say(0, g(0, 0, 1))
    say(1, g(0.5, 0, 1))
    say(120, g(0.5, 0, 1))
    expect(r.estado).toBe(EN_MOVIMIENTO)
    expect(say(121, g(0.5, 0, 1)).evento).toMatchObject({ estado: PARADO })
    say(122, g(0, 0, 1))
    expect(settle(r, T0 + 241_999, null, A)).toBeNull()
    expect(settle(r, T0 + 250_000, 'x', A)).toMatchObject({
      estado: PARADO,
      tiempo: T0 + 242_000,
      etiqueta: 'x',
    })
    expect(settle(r, T0 + 999_000, null, A)).toBeNull()
  })
})

describe('impacts', () => {
  test('|a| of 2.5 g, a shock flag or a fall flag', () => {
    expect(say(0, g(0, 0, 2.49)).impacto).toBeNull()
    for (const [i, m] of [g(0, 0, 2.5), g(1.5, 1.5, 1.5), { golpe: true }, { caida: true }].entries())
      expect(say(100 * (i + 1), m)).toMatchObject({ evento: { estado: IMPACTO }, impacto: { impactos: 1 } })
  })

  test('a burst within 10 s is one, with its extremes; 11 s later is another', () => {
    const uno = say(0, g(3, 0, 1)).impacto
    expect(say(9, g(0, -4, 1))).toMatchObject({ evento: null, impacto: uno })
    expect(say(18, { golpe: true }).impacto).toBe(uno)
    expect(uno).toMatchObject({ impactos: 3, pico: Math.hypot(4, 1), tiempo: T0, hasta: T0 + 18_000 })
    expect(uno?.extremos).toEqual({ x: [0, 3], y: [-4, 0], z: [1, 1] })
    expect(say(29, { golpe: true })).toMatchObject({ evento: { estado: IMPACTO }, impacto: { impactos: 1 } })
  })

  test('the state shows for two minutes, then what moves is moving and what does not is at rest', () => {
    say(0, g(3, 0, 1))
    say(5, { enMovimiento: true })
    say(119, { enMovimiento: true })
    expect(r.estado).toBe(IMPACTO)
    say(121, { enMovimiento: true })
    expect(r.estado).toBe(EN_MOVIMIENTO)
    say(200, { golpe: true })
    expect(settle(r, T0 + 319_000, null, A)).toBeNull()
    expect(settle(r, T0 + 320_000, null, A)).toMatchObject({ estado: PARADO, tiempo: T0 + 320_000 })
  })

  test('the same knock told by two readers whose clocks are minutes apart is one', () => {
    const uno = say(0, { golpe: true }).impacto
    const otro = say(2, { golpe: true, lector: DOS, tiempo: -300 })
    expect(otro.impacto).toBe(uno)
    expect(otro.evento).toBeNull()
  })

  test('two knocks that two readers kept back and sent together are two, however their clocks go', () => {
    // A minute of hearings each second shows that the clock of one reader is five minutes behind.
    for (let i = -60; i < 0; i++) {
      timeOf(v.relojes, UNO, T0 + i * 1000, T0 + i * 1000)
      timeOf(v.relojes, DOS, T0 + (i - 300) * 1000, T0 + i * 1000)
    }
    const uno = say(100, { golpe: true, tiempo: 90 }).impacto
    const dos = say(101, { golpe: true, lector: DOS, tiempo: 60 - 300 }).impacto
    expect(dos).not.toBe(uno)
    expect(say(130, { golpe: true, lector: DOS, tiempo: 62 - 300 }).impacto).toBe(dos)
    expect(say(131, { golpe: true, tiempo: 63 }).impacto).toBe(dos)
  })

  test('two knocks a minute apart that one reader sends together are two', () => {
    const uno = say(100, { golpe: true, tiempo: 0 }).impacto
    const dos = say(100, { golpe: true, tiempo: 60 }).impacto
    expect(dos).not.toBe(uno)
  })
})

describe('late readings of one reader', () => {
  test('change nothing, and do not make those after them look new', () => {
    say(100, { bateria: 80, rssi: -50, ...g(0, 0, 1) })
    expect(say(101, { tiempo: 50, bateria: 10, rssi: -90 })).toEqual({
      evento: null,
      impacto: null,
      cambio: null,
    })
    // Between the two: this is late as well, although newer than the reading that came last.
    expect(say(102, { tiempo: 70, bateria: 20, rssi: -90, enMovimiento: true })).toEqual({
      evento: null,
      impacto: null,
      cambio: null,
    })
    expect(r).toMatchObject({ bateria: 80, rssi: -50, estado: PARADO, ultimo: T0 + 100_000 })
    say(103, { bateria: 79, rssi: -51 })
    expect(r).toMatchObject({ bateria: 79, rssi: -51 })
  })

  test('an impact among them still counts, with its own values and without undoing newer ones', () => {
    say(100, { bateria: 80, rssi: -50 })
    const { evento, impacto } = say(101, { tiempo: 50, bateria: 10, rssi: -77, golpe: true })
    expect(impacto).toMatchObject({ tiempo: T0 + 50_000 })
    expect(evento).toMatchObject({ estado: IMPACTO, tiempo: T0 + 50_000, valor: { rssi: -77 } })
    expect(r).toMatchObject({ bateria: 80, rssi: -50, ultimo: T0 + 100_000 })
  })

  test('do not keep a tag at a reader that no longer hears it', () => {
    say(0, { rssi: -50 })
    for (let s = 1; s <= 61; s += 5) say(s, { rssi: -50, tiempo: -10 - s })
    for (let s = 100; s <= 400; s += 30) say(s, { lector: DOS, rssi: -60 })
    expect(r.sitio.lector).toBe(DOS)
  })
})

describe('posture', () => {
  // cubre: entidades 7
  test('roll and pitch only of a tag that nothing else pulls', () => {
    say(0, g(0, 1, 0))
    expect([r.roll, r.pitch]).toEqual([90, -0])
    say(1, g(0.5, 0.5, 1))
    expect([r.roll, r.pitch]).toEqual([90, -0])
    say(2, g(-1, 0, 0))
    expect(r.pitch).toBeCloseTo(90)
  })
})
