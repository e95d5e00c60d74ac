import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NEEDS_POSIX } from '#server/testing/necesita'

/** The version that an older Node would report. */
const OLD = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`
const PROGRAM = `import { ensureNode } from './node.mjs'
await ensureNode()
if (process.argv[2] === 'wait') {
  process.on('SIGTERM', () => process.exit(9))
  setTimeout(() => {}, 60_000)
}
console.log(JSON.stringify({ args: process.argv.slice(2), node: process.versions.node, path: process.env.PATH }))
if (process.argv[2] !== 'wait') process.exitCode = 7
`
/** Puts this Node where the package would be; several at once are slow. */
const NPM = `#!/bin/sh
for last; do :; done
sleep 0.3
mkdir -p "$3/node_modules/\${last%@*}/bin"
ln -s "${process.execPath}" "$3/node_modules/\${last%@*}/bin/node"
`

describe('a program of the clone on an older Node', NEEDS_POSIX, () => {
  let clone: string
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'retorna node ñ '))
    for (const folder of ['scripts', 'npm']) mkdirSync(join(clone, folder))
    copyFileSync(join(import.meta.dirname, 'node.mjs'), join(clone, 'scripts/node.mjs'))
    writeFileSync(join(clone, 'scripts/program.mjs'), PROGRAM)
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  const writeNpm = (text: string) => writeFileSync(join(clone, 'npm/npm'), text, { mode: 0o755 })
  const cached = () => readdirSync(join(clone, '.cache'))

  function start(...args: string[]) {
    const child: ChildProcess = spawn(
      process.execPath,
      ['--import', OLD, join(clone, 'scripts/program.mjs'), ...args],
      { env: { ...process.env, PATH: `${join(clone, 'npm')}${delimiter}${process.env.PATH}` } },
    )
    const out = { stdout: '', stderr: '' }
    child.stdout?.on('data', (d) => (out.stdout += d))
    child.stderr?.on('data', (d) => (out.stderr += d))
    const end = new Promise<{ code: number | null; lines: string[]; stderr: string }>((resolve) =>
      child.once('close', (code) =>
        resolve({ code, lines: out.stdout.trim().split('\n'), stderr: out.stderr }),
      ),
    )
    return { child, out, end }
  }

  test('fetches a newer one once, and goes on with it as if it had been started so', async () => {
    writeNpm(NPM)
    const first = await start('a b', '--c').end
    expect(first).toMatchObject({ code: 7, stderr: '' })
    expect(first.lines).toHaveLength(2)
    expect(first.lines[0]).toMatch(
      /^Este Node es 20\.20\.2 y hace falta 22\.12 o posterior: se descarga Node 24/,
    )
    const said = JSON.parse(first.lines[1] as string)
    expect(said).toMatchObject({ args: ['a b', '--c'], node: process.versions.node })
    expect(said.path.split(delimiter)[0]).toBe(join(clone, '.cache/node-24'))
    writeNpm('#!/bin/sh\nexit 1\n')
    const second = await start('d').end
    expect(second).toMatchObject({ code: 7, stderr: '' })
    expect(second.lines).toHaveLength(1)
  })

  test('several at once do not get in each other’s way', async () => {
    writeNpm(NPM)
    const ends = await Promise.all(Array.from({ length: 4 }, () => start().end))
    expect(ends.map((e) => [e.code, e.stderr])).toEqual(Array(4).fill([7, '']))
    expect(cached()).toEqual(['node-24'])
  })

  test.each([
    ['fails', '#!/bin/sh\nexit 1\n'],
    ['gives one that does not run here', NPM.replace(process.execPath, '/bin/false')],
  ])('says so where the fetch %s, and leaves nothing behind', async (_what, npm) => {
    writeNpm(npm)
    const { code, stderr } = await start().end
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^retorna: hace falta Node 22\.12 o posterior .* no se ha podido descargar: .*Compruebe la conexión/,
    )
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(cached()).toEqual([])
  })

  test('is told to end, and ends as its newer one does', async () => {
    writeNpm(NPM)
    const p = start('wait')
    await vi.waitFor(() => expect(p.out.stdout).toContain('"wait"'), 20_000)
    p.child.kill('SIGTERM')
    expect((await p.end).code).toBe(9)
  })
})

/** What every Node since 16 has. */
const OLD_NAMES = new Set(
  `spawn spawnSync createHash once createWriteStream existsSync mkdirSync mkdtempSync readdirSync readFileSync renameSync rmSync
  statSync writeFileSync readFile createRequire constants homedir tmpdir delimiter dirname join relative resolve finished
  fileURLToPath pathToFileURL`.split(/\s+/),
)

test('no command needs what an older Node lacks before it has fetched a newer one', () => {
  const commands = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((f) =>
    f.endsWith('.mjs'),
  )
  expect(commands).toContain('start.mjs')
  const missing = commands.flatMap((f) => {
    const text = readFileSync(join(import.meta.dirname, f), 'utf8')
    const names = [...text.matchAll(/^import \{([^}]*)\} from 'node:/gm)].flatMap((m) =>
      String(m[1]).split(','),
    )
    return names
      .map((n) => n.trim())
      .filter((n) => n && !OLD_NAMES.has(n))
      .map((n) => `${f}: ${n}`)
  })
  expect(missing).toEqual([])
})

test('vitest by itself on an older Node is refused in one line: it would lose why a test failed', () => {
  const root = join(import.meta.dirname, '..')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', OLD, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unidad', 'ninguno'],
    { cwd: root, encoding: 'utf8' },
  )
  expect([status, stdout.trim()]).toEqual([1, ''])
  expect(stderr).toMatch(/^vitest: hace falta Node 22\.12 o posterior, y este es 20\.20\.2\..*\n$/)
})
