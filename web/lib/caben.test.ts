import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

// cubre: eventos 1
test('rows fill the screen and no more, within bounds', async () => {
  vi.stubGlobal('innerHeight', 900)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  // The module measures the screen when it is loaded, and other tests may have loaded it before.
  vi.resetModules()
  const { rowsThatFit, addCaben, CABEN } = await import('./caben')
  expect(CABEN).toBe(16)
  expect(addCaben([10, 20])).toEqual([10, 16, 20])
  expect([
    rowsThatFit(1080, false),
    rowsThatFit(844, true),
    rowsThatFit(300, false),
    rowsThatFit(9000, false),
  ]).toEqual([21, 12, 5, 100])
})
