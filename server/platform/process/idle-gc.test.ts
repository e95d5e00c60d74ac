import { expect, test } from 'vitest'
import { nextStep, type Rest } from './idle-gc'

/** The steps taken at each check of a process with this resident memory and this busy share. */
function run(looks: [rss: number, busy: number][], rest: Rest = { base: 200, done: 0 }, holdMs = 90) {
  const steps: (string | null)[] = []
  for (const [rss, busy] of looks) {
    const step = nextStep(rest, rss, busy, holdMs)
    rest = step
    steps.push(step.collect)
  }
  return { steps, base: rest.base }
}

test.each<[string, [number, number][], (string | null)[], number]>([
  ['nothing while it works', [[400, 0.5]], [null], 200],
  ['nothing for what comes and goes', [[210, 0.01]], [null], 200],
  [
    'once where that gives the memory back',
    [
      [400, 0.01],
      [205, 0.01],
    ],
    ['in steps', null],
    200,
  ],
  [
    'in one go where it does not, and that is what it needs from then on',
    [
      [400, 0.01],
      [390, 0.01],
      [300, 0.01],
      [300, 0.01],
      [310, 0.01],
    ],
    ['in steps', 'in one go', null, null, null],
    300,
  ],
  [
    'anew after another burst',
    [
      [400, 0.01],
      [400, 0.6],
      [420, 0.01],
      [200, 0.01],
    ],
    ['in steps', null, 'in steps', null],
    200,
  ],
  [
    'less than before counts from then on',
    [
      [150, 0.01],
      [180, 0.01],
    ],
    [null, 'in steps'],
    150,
  ],
])('collects %s', (_, looks, steps, base) => {
  expect(run(looks)).toEqual({ steps, base })
})

test('collects once when the start is over, and what is left is its rest', () => {
  expect(
    run(
      [
        [300, 0.9],
        [300, 0.01],
        [220, 0.01],
        [225, 0.01],
      ],
      { base: null, done: 0 },
    ),
  ).toEqual({
    steps: [null, 'in steps', 'in one go', null],
    base: 225,
  })
})

test('never in one go where that would hold the event loop', () => {
  const looks: [number, number][] = [
    [400, 0.01],
    [390, 0.01],
    [390, 0.01],
    [390, 0.01],
  ]
  expect(run(looks, { base: 200, done: 0 }, 91)).toEqual({ steps: ['in steps', null, null, null], base: 390 })
})
