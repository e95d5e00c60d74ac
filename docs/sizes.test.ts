import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const listFiles = (folder: string) =>
  readdirSync(join(RAIZ, folder), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) =>
      join(f.parentPath, f.name)
        .slice(RAIZ.length + 1)
        .replaceAll('\\', '/'),
    )

const MAX_LINES = 150
const MAX_PARAMETERS = 5
const MAX_FILES = 20
const MAX_WORDS = 400

/** Folders that are lists of independent files, which nobody reads as a whole: decisions, parts of screens and their tests among them. */
const LISTS =
  /^(docs\/decisions|e2e|web\/[^/]+(\/[^/]+)?|server\/platform\/db\/(functions|migrations)|server\/oir\/lecturas\/formats\/gateways\/vectors)$/

type Fn = ESTree.Function | ESTree.ArrowFunctionExpression
type Measured = { where: string; lines: number; parameters: number }

/** Every function of a file, with its number of lines and of parameters. */
function measureFunctions(file: string): Measured[] {
  const text = readFileSync(join(RAIZ, file), 'utf8')
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const measured: Measured[] = []
  const measure = (f: Fn) => {
    const first = lineOf(f.start)
    const parameters = f.params.filter((p) => !(p.type === 'Identifier' && p.name === 'this')).length
    measured.push({ where: `${file}:${first}`, lines: lineOf(f.end) - first + 1, parameters })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program)
  return measured
}

const FUNCTIONS = listFiles('server')
  .filter((f) => /\.ts$/.test(f) && !/\.test\./.test(f))
  .flatMap(measureFunctions)

test('functions are measured', () => {
  expect(FUNCTIONS.length).toBeGreaterThan(3000)
})

test(`no function of the server is longer than ${MAX_LINES} lines`, () => {
  expect(FUNCTIONS.filter((f) => f.lines > MAX_LINES).map((f) => `${f.where}: ${f.lines} lines`)).toEqual([])
})

test(`no function of the server takes more than ${MAX_PARAMETERS} parameters`, () => {
  expect(
    FUNCTIONS.filter((f) => f.parameters > MAX_PARAMETERS).map((f) => `${f.where}: ${f.parameters}`),
  ).toEqual([])
})

test(`no folder has more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const f of ['bench', 'contract', 'demo', 'docs', 'e2e', 'scripts', 'server', 'web'].flatMap(listFiles))
    counts.set(dirname(f), (counts.get(dirname(f)) ?? 0) + 1)
  expect(
    [...counts]
      .filter(([folder, n]) => n > MAX_FILES && !LISTS.test(folder))
      .map(([folder, n]) => `${folder}: ${n} files`),
  ).toEqual([])
})

test(`no decision has more than ${MAX_WORDS} words`, () => {
  const decisions = listFiles('docs/decisions')
  expect(decisions.length).toBeGreaterThan(20)
  const counts = decisions.map((f) => ({
    f,
    words: readFileSync(join(RAIZ, f), 'utf8').split(/\s+/).filter(Boolean).length,
  }))
  expect(counts.filter((c) => c.words > MAX_WORDS).map((c) => `${c.f}: ${c.words} words`)).toEqual([])
})
