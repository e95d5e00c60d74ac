import { expect, test } from 'vitest'
import { createTurns } from './turns'

const create = () => createTurns({ atOnce: 2, waiting: 3, refuse: () => new Error('full') })

/** Work that ends when it is told to. */
function createWork() {
  const open: { name: string; end: (e?: Error) => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => open.push({ name, end: (e) => (e ? reject(e) : resolve(name)) }))
  return { work, started: () => open.map((o) => o.name), end: (i: number, e?: Error) => open[i]?.end(e) }
}

test('two run, three wait in order, the next is refused; a failure frees its place too', async () => {
  const turns = create()
  const { work, started, end } = createWork()
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => turns.run(work(name)))
  await expect(turns.run(work('f'))).rejects.toThrow('full')
  expect(started()).toEqual(['a', 'b'])
  end(1, new Error('b failed'))
  await expect(all[1]).rejects.toThrow('b failed')
  expect(started()).toEqual(['a', 'b', 'c'])
  end(0)
  await all[0]
  const late = turns.run(work('g'))
  expect(started()).toEqual(['a', 'b', 'c', 'd'])
  for (const i of [2, 3]) end(i)
  await Promise.all([all[2], all[3]])
  for (const i of [4, 5]) end(i)
  expect(await Promise.all([all[4], late])).toEqual(['e', 'g'])
})

test('what is free again is taken at once', async () => {
  const turns = create()
  for (let i = 0; i < 10; i++) expect(await turns.run(async () => i)).toBe(i)
})
