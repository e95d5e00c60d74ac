import { beforeEach, describe, expect, test } from 'vitest'
import { type ClockChange, createMachineClock, type MachineClock } from './machine-clock'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const T = Date.UTC(2026, 5, 1)

describe('the clock of this process', () => {
  /** True time, how far the machine's clock is off, and how long the machine slept; ms. */
  let at: { true: number; off: number; slept: number }
  let clock: MachineClock
  let told: ClockChange['what'][]
  const start = () => {
    clock = createMachineClock({
      wall: () => T + at.true + at.off,
      monotonic: () => 5000 + at.true - at.slept,
      uptime: () => 5000 + at.true,
    })
    told = []
    clock.watch((c) => told.push(c.what))
  }
  beforeEach(() => {
    at = { true: 0, off: 0, slept: 0 }
    start()
  })
  const wrong = () => clock.now() - T - at.true
  const say = (readers: string[], off = 0) => {
    for (const r of readers) clock.hear(r, T + at.true + off)
  }

  test('follows a machine that is corrected by seconds', () => {
    at.off = 40_000
    expect(wrong()).toBe(40_000)
    at.off = 0
    expect([wrong(), told]).toEqual([0, []])
  })

  test.each([DAY, -DAY])('goes on through a jump of %d ms and back', (jump) => {
    for (let i = 0; i < 3; i++) {
      at.off = jump
      at.true += 3 * MINUTE
      expect(wrong()).toBe(0)
      expect(clock.doubt).toEqual({ since: T + at.true, ahead: jump })
      at.true += 5 * MINUTE
      expect(wrong()).toBe(0)
      at.off = 0
      expect([wrong(), clock.doubt]).toEqual([0, null])
    }
    expect(told).toEqual(Array.from({ length: 3 }, () => ['doubted', 'back']).flat())
  })

  test('believes a new time that nobody contradicts for ten minutes', () => {
    at.off = DAY
    expect(wrong()).toBe(0)
    at.true += 9 * MINUTE
    expect(wrong()).toBe(0)
    at.true += MINUTE
    expect([wrong(), clock.doubt]).toEqual([DAY, null])
    expect(told).toEqual(['doubted', 'followed'])
  })

  test('believes at once what two readers that were right say, and never what they contradict', () => {
    say(['A', 'B', 'C'])
    at.off = DAY
    wrong()
    say(['A'], DAY)
    expect(wrong()).toBe(0)
    say(['B'])
    for (let i = 0; i < 20; i++) {
      at.true += 3 * MINUTE
      say(['A', 'B', 'C'])
      expect(wrong()).toBe(0)
    }
    say(['A', 'C'], DAY)
    expect(wrong()).toBe(DAY)
  })

  test('gives no say to readers whose clocks were wrong', () => {
    say(['A', 'B', 'C'], DAY)
    at.off = DAY
    wrong()
    say(['A', 'B', 'C'], DAY)
    expect(wrong()).toBe(0)
  })

  test('follows a machine that slept', () => {
    at.true = at.slept = 8 * 60 * MINUTE
    expect([wrong(), told]).toEqual([0, ['followed']])
    at.true += MINUTE
    at.off = DAY
    expect(wrong()).toBe(0)
  })

  test('is corrected by readers where the process began with a wrong clock, and follows once that is right', () => {
    at.off = DAY
    start()
    clock.recall(['A', 'B'])
    say(['A', 'B'])
    expect(wrong()).toBe(DAY)
    at.true += MINUTE
    say(['A', 'B'])
    expect([wrong(), clock.doubt?.ahead]).toEqual([0, DAY])
    for (let i = 0; i < 20; i++) {
      at.true += MINUTE
      say(['A', 'B'])
      expect(wrong()).toBe(0)
    }
    at.off = 0
    expect([wrong(), clock.doubt, told]).toEqual([0, null, ['doubted', 'back']])
  })

  test('takes hours that readers kept back and send after a start for no other time', () => {
    clock.recall(['A', 'B'])
    for (let kept = -180 * MINUTE; kept < 0; kept += 3 * MINUTE) {
      at.true += 2000
      say(['A', 'B'], kept)
      expect(wrong()).toBe(0)
    }
    expect(told).toEqual([])
  })

  test('is not set by readers later than ten minutes after the start, nor by one, nor while as many agree with the machine', () => {
    clock.recall(['A', 'B', 'C', 'D'])
    for (let i = 0; i < 5; i++) {
      at.true += MINUTE
      say(['A'], DAY)
    }
    say(['B', 'C'])
    for (let i = 0; i < 5; i++) {
      at.true += MINUTE
      say(['A', 'D'], DAY)
    }
    say(['A', 'B', 'C', 'D'], DAY)
    at.true += 2 * MINUTE
    say(['A', 'B', 'C', 'D'], DAY)
    expect([wrong(), told]).toEqual([0, []])
  })
})
