import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HISTORY, hashOfAll, inOrder, parseDefinitions, readDefinitions } from './definitions'

const DB = join(import.meta.dirname, '..')
const read = (folder: string) =>
  readdirSync(join(DB, folder)).map((f) => ({ f, text: readFileSync(join(DB, folder, f), 'utf8') }))
/** SQL text without comments, quoted texts and bodies of functions. */
const bare = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, '')
    .replace(/'(?:[^']|'')*'/g, '')

test('the history ends with what functions and views are now', () => {
  const now = hashOfAll(readDefinitions())
  expect(HISTORY.at(-1), `functions or views changed: add "${now}" to definitions.json`).toBe(now)
})

test('files of functions and views hold nothing else', () => {
  for (const [kind, folder] of [
    ['function', 'functions'],
    ['view', 'views'],
  ] as const)
    for (const { f, text } of read(folder)) {
      const found = parseDefinitions(kind, text)
      const statements = bare(text)
        .split(';')
        .filter((s) => s.trim() && !/^\s*comment on /.test(s))
      expect([f, found.length]).toEqual([f, statements.length])
      expect(found.length).toBeGreaterThan(0)
    }
  const names = readDefinitions().map((d) => d.name)
  expect(new Set(names).size).toBe(names.length)
})

// PostgreSQL plans such a join once a session, for the number of rows that the first statement changed: 2,500 rows after one take seconds.
test('functions compare the rows before and after a statement without joining them', () => {
  for (const { f, text } of read('functions')) {
    const bare = text.replace(/--.*$/gm, '')
    expect([f, /\bjoin\s+(viejas|nuevas)\b/i.exec(bare)?.[0]]).toEqual([f, undefined])
  }
})

test('migrations hold neither functions nor views', () => {
  for (const { f, text } of read('migrations'))
    expect([f, /create (or replace )?(function|view|procedure)\b/i.exec(bare(text))?.[0]]).toEqual([
      f,
      undefined,
    ])
})

describe('a file of definitions', () => {
  const FILE = `-- what a is
create view a as
-- inside
select 1 as x;

-- what b is; and more
create view b as select * from a;
`
  test('is cut where the next one begins, and a comment changes nothing', () => {
    const [a, b] = parseDefinitions('view', FILE)
    expect([a?.name, b?.name]).toEqual(['a', 'b'])
    expect(a?.sql).toBe(
      '-- what a is\ncreate view a as\n-- inside\nselect 1 as x;'.replace('-- what a is\n', ''),
    )
    expect(b?.sql).toBe('create view b as select * from a;')
    expect(parseDefinitions('view', FILE.replace('-- inside', '-- elsewhere'))).toMatchObject([
      { hash: a?.hash },
      { hash: b?.hash },
    ])
    expect(parseDefinitions('view', FILE.replace('select 1', 'select 2'))[0]?.hash).not.toBe(a?.hash)
  })

  test('views stand after what they read; those that read each other are refused', () => {
    const [a, b] = parseDefinitions('view', FILE)
    if (!a || !b) throw new Error('cut wrongly')
    expect(inOrder([b, a]).map((v) => v.name)).toEqual(['a', 'b'])
    expect(() => inOrder([{ ...a, sql: 'create view a as select * from b;' }, b])).toThrow('a, b')
  })
})
