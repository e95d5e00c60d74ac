import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { conLimite, FalloCarga } from './pantalla'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// cubre: constantes 8
it('code that does not come within 120 s has failed', async () => {
  const fallo = vi.fn()
  conLimite(new Promise(() => {})).catch(fallo)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(fallo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(fallo).toHaveBeenCalledWith(expect.any(FalloCarga))
})

it('code that comes in time is used, and what breaks on the way has failed too', async () => {
  await expect(conLimite(Promise.resolve('pantalla'))).resolves.toBe('pantalla')
  await expect(conLimite(Promise.reject(new TypeError('network')))).rejects.toBeInstanceOf(FalloCarga)
  expect(vi.getTimerCount()).toBe(0)
})
