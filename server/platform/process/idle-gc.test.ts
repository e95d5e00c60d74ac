import { expect, test } from 'vitest'
import { nextStep, type Rest } from './idle-gc'

/** The steps taken at each check of a process with this resident memory and this busy share. */
function run(looks: [rss: number, busy: number][], rest: Rest = { base: 200, done: 0 }) {
  const steps: (string | null)[] = []
  for (const [rss, busy] of looks) {
    const step = nextStep(rest, rss, busy)
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
    ['light', null],
    200,
  ],
  [
    'thoroughly where it does not, and that is what it needs from then on',
    [
      [400, 0.01],
      [390, 0.01],
      [300, 0.01],
      [300, 0.01],
      [310, 0.01],
    ],
    ['light', 'thorough', null, null, null],
    300,
  ],
  [
    'thoroughly only when nobody waits for it',
    [
      [400, 0.01],
      [400, 0.15],
      [400, 0.1],
      [400, 0.01],
    ],
    ['light', null, null, 'thorough'],
    200,
  ],
  [
    'anew after another burst',
    [
      [400, 0.01],
      [400, 0.6],
      [420, 0.01],
      [200, 0.01],
    ],
    ['light', null, 'light', null],
    200,
  ],
  [
    'less than before counts from then on',
    [
      [150, 0.01],
      [180, 0.01],
    ],
    [null, 'light'],
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
    steps: [null, 'light', null, null],
    base: 220,
  })
})
