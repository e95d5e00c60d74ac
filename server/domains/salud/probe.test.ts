import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createGate } from '../../testing/timing/gate'
import { createProbe } from './probe'

afterEach(() => {
  vi.useRealTimers()
})

test('a write that fails while the test write is under way still counts after it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
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
  const full = Object.assign(new Error('No space left on device'), { code: '53100' })
  const probe = createProbe({ Client } as object, () => true)
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
