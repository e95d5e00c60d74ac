// npm run cobertura: writes docs/cobertura.md, from docs/cobertura.json and from what the tests say that they show.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

const RAIZ = join(import.meta.dirname, '..')
const PAGE = join(RAIZ, 'docs/cobertura.md')
const TESTS = ['bench', 'contract', 'demo', 'docs', 'e2e', 'scripts', 'server', 'web']
const TEST = /\.(test|spec)\.tsx?$/
const TAG = /^\s*\/\/ cubre: (.+)$/

/** A row of the specification: what stands on the screen or in an answer, and the headings that begin at this row. */
type Row = { id: string; headings: string[]; what: string; texts: string[] }
/** What a test shows, by the comment above it. `test`: its file and title; undefined: the comment stands above something else. */
type Tag = { where: string; ids: string[]; test: string | undefined }
type Section = { capitulo?: string; titulo?: string; filas: Record<string, [string, ...string[]]> }

export function readRows(): Row[] {
  const sections: Record<string, Section> = JSON.parse(
    readFileSync(join(RAIZ, 'docs/cobertura.json'), 'utf8'),
  )
  return Object.entries(sections).flatMap(([section, { capitulo, titulo, filas }]) =>
    Object.entries(filas).map(([n, [what, ...texts]], i) => ({
      id: `${section} ${n}`,
      headings: i ? [] : [...(capitulo ? [`## ${capitulo}`] : []), ...(titulo ? [`### ${titulo}`] : [])],
      what,
      texts,
    })),
  )
}

/** Ids of a tag: `barra 2 4-6, roles 1` are five. */
function idsOf(tag: string): string[] {
  return tag.split(', ').flatMap((part) => {
    const [section, ...numbers] = part.trim().split(' ')
    return numbers.flatMap((n) => {
      const [from = 0, to = from] = n.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => `${section} ${from + i}`)
    })
  })
}

/**
 * Titles of the tests of a file by the line on which they begin, or on which the loop begins that makes them, as they are written there,
 * `${…}` and all.
 */
function titlesOf(file: string, text: string): Map<number, string> {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const tests: { start: number; title: string }[] = []
  const loops: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee: { start }, arguments: [title] }) {
      if (!title || !/^(test|it)\b/.test(text.slice(start, start + 5))) return
      if (title.type === 'TemplateLiteral')
        tests.push({ start, title: text.slice(title.start + 1, title.end - 1) })
      else if (title.type === 'Literal') tests.push({ start, title: String(title.value) })
    },
    ForOfStatement({ start, end }) {
      loops.push({ start, end })
    },
  }).visit(parseSync(file, text).program)
  const ofLoops = loops.flatMap(({ start, end }) => {
    const made = tests.find((t) => t.start > start && t.start < end)
    return made ? [{ start, title: made.title }] : []
  })
  return new Map([...ofLoops, ...tests].map(({ start, title }) => [lineOf(start), title]))
}

export function readTags(): Tag[] {
  const files = TESTS.flatMap((folder) =>
    readdirSync(join(RAIZ, folder), { recursive: true, encoding: 'utf8' }).map(
      (f) => `${folder}/${f.replaceAll('\\', '/')}`,
    ),
  )
  return files
    .filter((f) => TEST.test(f))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(RAIZ, file), 'utf8')
      const tags = text.split('\n').flatMap((l, i) => {
        const tag = TAG.exec(l)?.[1]
        return tag ? [{ line: i + 1, tag }] : []
      })
      if (!tags.length) return []
      const titles = titlesOf(file, text)
      return tags.map(({ line, tag }) => {
        const title = titles.get(line + 1)
        return { where: `${file}:${line}`, ids: idsOf(tag), test: title && `${file} › ${title}` }
      })
    })
}

const INTRO = `# What the specification asks for, and the tests that show it

Written by \`npm run cobertura\`: not to be edited. A row for each screen, text, rule, limit, colour, toast and error of the
specification stands in \`docs/cobertura.json\`, with what is on the screen or in an answer, to the letter; \`…\` stands for what is
filled in. A test says which rows it shows in a comment above it: \`// cubre: barra 2 4-6, roles 1\`. \`docs/cobertura.test.ts\` fails
when a row has no test, when the product no longer says its text, and when this page is not what would be written.
`

/** The page. */
export function pageOf(rows: readonly Row[], tags: readonly Tag[]): string {
  const testsOf = (id: string) => tags.flatMap(({ ids, test }) => (test && ids.includes(id) ? [test] : []))
  const quote = (texts: readonly string[]) => texts.map((t) => `\`${t.replaceAll('|', '\\|')}\``).join(' ')
  const lines = rows.flatMap(({ id, headings, what, texts }) => [
    ...headings.flatMap((h) => ['', h]),
    ...(headings.length ? ['', '| | qué | texto exacto | prueba |', '| --- | --- | --- | --- |'] : []),
    `| ${id} | ${what.replaceAll('|', '\\|')} | ${quote(texts)}${texts.length ? ' ' : ''}| ${quote(testsOf(id))} |`,
  ])
  return `${INTRO}${lines.join('\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(PAGE, pageOf(readRows(), readTags()))
