import { afterEach, expect, test, vi } from 'vitest'
import { machineClock } from '../../../../platform/time/machine-clock'
import { createLectores } from '../../engine/lectores'
import { createDeviceState } from '../../rules/device-state'
import { beliefColumns, noteCambio, type Transicion } from './repo-beliefs'

// Other files of this process have the same clock of the machine.
afterEach(() => {
  vi.useRealTimers()
  machineClock.start()
})

test('tags that are decided are saved each 20 s, and not all of them in the same second', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  machineClock.start()
  const deviceStates = Array.from({ length: 1000 }, (_, i) => {
    const r = createDeviceState(5000 + i, 1, `AC233F${i}`)
    r.creencia.decidido = true
    r.guardado = Date.now()
    return r
  })
  const lectores = createLectores()
  const porSegundo: number[] = []
  for (let s = 1; s <= 60; s++) {
    vi.advanceTimersByTime(1000)
    for (const r of deviceStates) r.sinGuardar++
    const columns = beliefColumns(deviceStates, () => lectores)
    porSegundo.push(columns ? (columns[0] as string).split(',').length : 0)
    expect(Math.max(...deviceStates.map((r) => r.sinGuardar))).toBeLessThanOrEqual(21)
  }
  expect(porSegundo.reduce((a, b) => a + b)).toBeGreaterThan(2900)
  expect(Math.max(...porSegundo.slice(2))).toBeLessThan(100)
})

// cubre: transiciones 5
test('another place is told no earlier than what it was told for was heard, though the reader’s clock is behind', () => {
  const trace = {
    version: 1,
    desde: 1_700_000_001,
    hasta: 1_700_000_003,
    anuncios: 3,
    orden: [],
    lectores: [],
    muertos: [],
  }
  const timesOf = (clock: number) => {
    const transiciones: Transicion[] = []
    noteCambio(
      transiciones,
      createDeviceState(5000, 1, 'AC233F5000'),
      { causa: 'evidencia', traza: trace },
      clock,
    )
    return transiciones.map((t) => t.tiempo)
  }
  expect(timesOf(1_700_000_000_900)).toEqual([1_700_000_003_000])
  expect(timesOf(1_700_000_003_900)).toEqual([1_700_000_003_900])
})
