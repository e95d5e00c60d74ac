import { vi } from 'vitest'
import { machine, machineClock } from '../../platform/time/machine-clock'

/**
 * The machine's clock and its monotonic one, by hand: `jump` moves the first alone, `pass` lets time pass on all. `Date` stays as it is.
 */
export function holdMachine() {
  const { wall, monotonic, uptime } = machine
  let off = 0
  let passed = 0
  vi.spyOn(machine, 'wall').mockImplementation(() => wall() + off + passed)
  vi.spyOn(machine, 'monotonic').mockImplementation(() => monotonic() + passed)
  vi.spyOn(machine, 'uptime').mockImplementation(() => uptime() + passed)
  return {
    jump(ms: number): void {
      off += ms
    },
    pass(ms: number): void {
      passed += ms
    },
  }
}

/** Where a test tells a story by setting `Date`, all clocks of the machine go along. Call it once the server has started. */
export function followDate(): void {
  vi.spyOn(machine, 'monotonic').mockImplementation(() => machine.wall())
  vi.spyOn(machine, 'uptime').mockImplementation(() => machine.wall())
  machineClock.start()
}
