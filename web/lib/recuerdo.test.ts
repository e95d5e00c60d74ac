import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const load = async () => {
  vi.resetModules()
  return (await import('./recuerdo')).recuerdo
}
const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

test('what a full browser does not take is remembered by the page, and what it does not let go is forgotten', async () => {
  const kept = new Map([['a', '1']])
  const storage = {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
    removeItem: (k: string) => void kept.delete(k),
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse, removeItem: refuse })
  const r = await load()
  r.set('a', '2')
  r.set('b', '3')
  expect([r.get('a'), r.get('b'), r.get('c')]).toEqual(['2', '3', null])
  r.remove('a')
  expect([r.get('a'), kept.get('a')]).toEqual([null, '1'])
  vi.stubGlobal('localStorage', storage)
  r.set('b', '4')
  r.remove('a')
  expect([r.get('b'), [...kept]]).toEqual(['4', [['b', '4']]])
})

test('a browser that allows no storage is one that remembers nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  const r = await load()
  expect(r.get('a')).toBeNull()
  r.set('a', '1')
  expect(r.get('a')).toBe('1')
})
