import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Environment } from './config'

const ROOT = join(import.meta.dirname, '../../..')
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const ROWS = ['README.md', 'docs/operacion.md'].flatMap((f) =>
  read(f)
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line)),
)
/** The row of a setting in README.md or docs/operacion.md. */
const rowOf = (key: string) => ROWS.find((row) => row.split('|')[1]?.includes(`\`${key}\``)) ?? ''

/** `on` and the like are words for 0 and 1, which the rows name. */
const YES_NO = new Set(['true', 'false', 'on', 'off'])
const LONGEST = 2000

const schemaOf = (key: string): z.ZodType => Environment.shape[key as keyof typeof Environment.shape]
const isTaken = (key: string, value: string) => schemaOf(key).safeParse(value).success
const issueOf = (key: string, value: string) => schemaOf(key).safeParse(value).error?.issues[0]

/** Which whole numbers of up to five digits a setting takes; undefined: it is no number. */
function numbersOf(key: string): [number, number] | undefined {
  if (isTaken(key, 'a') || !isTaken(key, '1')) return undefined
  let [highest, refused] = [1, 100_000]
  while (refused - highest > 1) {
    const middle = Math.floor((highest + refused) / 2)
    if (isTaken(key, String(middle))) highest = middle
    else refused = middle
  }
  return [isTaken(key, '0') ? 0 : 1, highest]
}

/** Whether the row of a setting says this: a number as a whole, other words anywhere. */
const isSaid = (key: string, bound: string) =>
  /^\d+$/.test(bound)
    ? rowOf(key)
        .match(/\d+/g)
        ?.some((n) => n === bound) === true
    : rowOf(key).includes(bound)

/** How long a text may be, in characters; undefined: it is not just any text of letters. */
function lengthsOf(key: string): [number, number] | undefined {
  const taken = Array.from({ length: LONGEST }, (_, n) => n + 1).filter((n) => isTaken(key, 'a'.repeat(n)))
  return taken.length ? [taken[0] as number, taken.at(-1) as number] : undefined
}

/** What the row of a setting must say of what the start refuses. */
function boundsOf(key: string): string[] {
  const issue = issueOf(key, 'sin-valor-así')
  if (issue?.code === 'invalid_value')
    return issue.values.map(String).flatMap((v) => (YES_NO.has(v) ? [] : [v]))
  const schemes = /^debe empezar por (.+)$/.exec(issue?.message ?? '')?.[1]
  if (schemes) return schemes.split(' o ').map((scheme) => `\`${scheme.replace('//', '')}\``)
  const numbers = numbersOf(key)
  if (numbers) return [`${numbers[0]} to ${numbers[1]}`]
  const lengths = lengthsOf(key)
  if (!lengths) return []
  const [shortest, longest] = lengths
  const ends = [shortest, longest].filter((n) => n > 1 && n < LONGEST)
  const anySign = !ends.length || isTaken(key, `${'a'.repeat(shortest)} .`)
  return [
    ...(ends.length ? ['characters'] : []),
    ...ends.map(String),
    ...(anySign ? [] : ['letters, digits, `-`, `_`']),
  ]
}

/** What a setting needs beside it, by the lines that end the start. */
const NEEDS = [
  ...read('server/platform/config/config.ts').matchAll(/['`](\w+)(=\S+)? necesita ([A-Z_ o]+)/g),
].map(([, key = '', , others = '']) => ({ key, others: others.trim().split(' o ') }))

describe('what ends the start is said in the tables of settings', () => {
  test('bounds, lengths, values and schemes', () => {
    const silent = Object.keys(Environment.shape).flatMap((key) =>
      boundsOf(key)
        .filter((bound) => !isSaid(key, bound))
        .map((bound) => `${key}: ${bound}`),
    )
    expect(silent).toEqual([])
    expect(boundsOf('METRICS_TOKEN')).toEqual(['characters', '16'])
    expect(boundsOf('REPLICA_MAX_S')).toEqual(['1 to 3600'])
  })

  test('what a setting needs beside it', () => {
    expect(NEEDS.map((n) => n.key)).toContain('SMTP_URL')
    const silent = NEEDS.flatMap(({ key, others }) =>
      others.filter((other) => !rowOf(key).includes(`\`${other}\``)).map((other) => `${key}: ${other}`),
    )
    expect(silent).toEqual([])
  })
})
