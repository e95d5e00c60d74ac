import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../platform/config/config'
import { reviewSnapshot } from './repo-changes'

// Whether a row version was visible is known of whole transactions only: a state written inside a savepoint could be missed.
test('savepoints are of the writing of events alone', () => {
  const found = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(ts|sql)$/.test(f) && !/\.test\.ts$/.test(f))
    .filter((f) =>
      /['"`]savepoint \w|\.savepoint\(|^\s*exception\s+when\b/im.test(
        readFileSync(join(ROOT, 'server', f), 'utf8'),
      ),
    )
    .map((f) => f.replaceAll('\\', '/'))
  expect(found).toEqual(['oir/eventos/repo-write.ts'])
})

test('a snapshot is good for half the range of transaction ids, and not in a database that is behind it', () => {
  const now = `${2n ** 33n}:${2n ** 33n + 5n}:`
  const status = (visto: string) => {
    try {
      reviewSnapshot(visto, now)
      return 200
    } catch (e) {
      return (e as { status?: number }).status
    }
  }
  expect(status(`${2n ** 33n - 2n ** 31n + 6n}:${2n ** 33n}:`)).toBe(200)
  expect(status(now)).toBe(200)
  expect(status(`${2n ** 33n - 2n ** 31n + 5n}:${2n ** 33n}:`)).toBe(410)
  expect(status(`${2n ** 33n}:${2n ** 33n + 6n}:`)).toBe(410)
})
