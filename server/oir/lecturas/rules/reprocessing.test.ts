import { beforeEach, expect, test } from 'vitest'
import { INICIALES as A } from '#contract/parque/ajustes/values'
import { createPlaceContext, observationIn, type TestContext } from '../../../testing/place-context'
import { createDeviceState, type DeviceState } from './device-state'
import { endReprocessing, isDueForReprocessing, mend, type ReprocessedStay } from './reprocessing'
import { apply, rejudge } from './rules'

const T0 = Date.UTC(2026, 0, 15, 10)
const MIN = 60_000
const [UNO, DOS] = [11, 12]
let r: DeviceState
let v: TestContext
beforeEach(() => {
  r = createDeviceState(1, 1, 'AC233F000001')
  v = createPlaceContext([UNO, DOS])
})

/** A reader hears the tag at minute `m`, and reports it then, or at minute `llega`. */
function say(m: number, lector: number, rssi: number, llega = m): void {
  const lectura = {
    mac: 'AC233F000001',
    lector: null,
    rssi,
    tiempo: T0 + m * MIN,
    macAleatoria: false,
    medidas: {},
    extra: {},
  }
  const recibido = T0 + llega * MIN
  const said = { lectura, t: T0 + m * MIN, recibido, lector, tardia: llega - m > 5 }
  apply(r, observationIn(v, said), null, A, v)
}
const listen = (desde: number, hasta: number, lector: number, rssi: number, llega?: number) => {
  for (let m = desde; m < hasta; m += 0.5) say(m, lector, rssi, llega)
}
const stay = (place: number, desde: number, hasta: number, silencio = false): ReprocessedStay => ({
  lugar: place,
  lector: place,
  ajeno: false,
  desde: T0 + desde * MIN,
  hasta: T0 + hasta * MIN,
  silencio,
  certeza: null,
})
const minutes = (e: readonly ReprocessedStay[]) =>
  e.map((x) => [x.lugar, Math.round((x.desde - T0) / MIN), Math.round((x.hasta - T0) / MIN), x.silencio])

test('what came late and says what was told changes nothing', () => {
  listen(0, 60, UNO, -58)
  listen(20, 40, DOS, -88, 60)
  expect(r.remiendo).not.toBeNull()
  expect(mend(r, [], v, A)).toBeNull()
  listen(30.2, 40, UNO, -58, 61)
  expect(mend(r, [], v, A)).toBeNull()
})

test('a stay between others is put there, and none overlaps', () => {
  listen(0, 30, UNO, -58)
  listen(70, 100, UNO, -58)
  rejudge(r, T0 + 100 * MIN, null, A, v)
  listen(40, 60, DOS, -58, 100)
  const hecho = mend(r, [stay(UNO, 0, 29.5, true)], v, A)
  expect(minutes(hecho?.poner ?? [])).toEqual([
    [UNO, 0, 30, false],
    [DOS, 40, 59, false],
  ])
  expect(hecho?.quitar).toContain(T0)
  expect(hecho?.poner.at(-1)?.certeza).toBeGreaterThan(0.8)
  expect([hecho?.sitio?.lugar, Math.round(((hecho?.sitio?.desde ?? 0) - T0) / MIN)]).toEqual([UNO, 70])
})

test('it is due three seconds after the first of a lump, and forgotten two minutes after the last', () => {
  listen(0, 30, UNO, -58)
  say(20, DOS, -58, 30)
  const llegan = T0 + 30 * MIN
  expect([isDueForReprocessing(r, llegan + 2000), isDueForReprocessing(r, llegan + 3000)]).toEqual([
    false,
    true,
  ])
  endReprocessing(r, llegan + 3000)
  expect([isDueForReprocessing(r, llegan + 100_000), isDueForReprocessing(r, llegan + 121_000)]).toEqual([
    false,
    true,
  ])
  endReprocessing(r, llegan + 121_000)
  expect(r.remiendo).toBeNull()
})

test('of very many readings no more is kept than fits', () => {
  listen(0, 1, UNO, -58)
  for (let m = 2; m < 230; m += 0.1) for (const lector of [UNO, DOS]) say(m, lector, -60, 240)
  expect(r.remiendo?.lateReadings.palabras.length).toBeLessThanOrEqual(4 * 720)
})
