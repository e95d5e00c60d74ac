import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createGate } from '../../testing/timing/gate'
import { createProbe } from './probe'

afterEach(() => {
  vi.useRealTimers()
})

/** A database that answers at once, but for a test write, which begins and waits. */
function createDatabase() {
  const begun = createGate()
  const written = createGate()
  class Client extends EventEmitter {
    _queryable = true
    connect(done: () => void): void {
      done()
    }
    query({ text }: { text: string }, _values: unknown, done: (e: unknown, res: object) => void): void {
      const answer = () => done(null, { rows: [{ solo_lectura: false }] })
      if (text.includes('prueba_de_escritura')) {
        begun.resolve()
        written.promise.then(answer)
      } else answer()
    }
    end(done?: () => void): void {
      done?.()
    }
  }
  return { begun, written, probe: createProbe({ Client } as object, () => true) }
}

test('a write that fails while the test write is under way still counts after it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { begun, written, probe } = createDatabase()
  const full = Object.assign(new Error('No space left on device'), { code: '53100' })
  probe.noteFallo(full)
  expect(await probe.check()).toBe('no_se_puede_guardar')
  vi.advanceTimersByTime(60_000)
  const checked = probe.check()
  await begun.promise
  probe.noteFallo(full)
  written.resolve()
  await checked
  expect(await probe.check()).toBe('no_se_puede_guardar')
  await probe.stop()
})

test('a process is not ready before it has read what its first answers need, or failed to', async () => {
  const { probe } = createDatabase()
  const read = createGate()
  const waited = probe.waitFor(read.promise.then(() => Promise.reject(new Error('the database is away'))))
  expect(await probe.check()).toBe('arranque')
  read.resolve()
  await waited
  expect(await probe.check()).toBe(null)
  await probe.stop()
})
