// Runs the tests of a layer in the tree of the faults, and says which one failed first.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pruebasOf } from '../e2e/report.mjs'

export const LAYERS = ['unit', 'api', 'component', 'browser']
/** Projects of vitest.config.ts. */
const PROJECT = { unit: 'unidad', api: 'integrada', component: 'componentes' }
/** The tests of one fault in one layer must end within this time. */
const LIMIT_MS = 300_000
const POSIX = process.platform !== 'win32'

export function layerOf(test) {
  if (/\.spec\.ts$/.test(test)) return 'browser'
  if (/\.browser\.test\.tsx$/.test(test)) return 'component'
  return /\.api\.test\.ts$/.test(test) ? 'api' : 'unit'
}

/** The program that runs now, if one does. */
let active

/** Ends what runs now, with all that it started. */
export function killActive() {
  if (!active) return
  if (POSIX)
    try {
      process.kill(-active.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  else active.kill('SIGKILL')
}

/** @returns the end of what it printed, its exit code, and whether it had to be ended because it took too long */
export async function runProgram(folder, program, args, { env = process.env, limit = LIMIT_MS } = {}) {
  const options = { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: POSIX }
  active = spawn(program, args, options)
  let output = ''
  for (const stream of [active.stdout, active.stderr])
    stream.on('data', (d) => {
      output = (output + d).slice(-4000)
    })
  let late = false
  const clock = setTimeout(() => {
    late = true
    killActive()
  }, limit)
  const code = await new Promise((resolve) => {
    active.once('error', resolve)
    active.once('close', resolve)
  })
  clearTimeout(clock)
  active = undefined
  return { late, output, code }
}

/** A title as a pattern: what it leaves open matches anything. */
const patternOf = (titles) =>
  titles.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[a-z]/g, '.*')).join('|')

/** Titles of failed tests, and how many passed, in a report of vitest. */
function readVitest(folder, file) {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap((r) => r.assertionResults)
  const failed = tests.filter((t) => t.status === 'failed').map((t) => t.fullName)
  // A file that could not be loaded has no test that failed.
  const broken = testResults.filter(
    (r) => r.status === 'failed' && !r.assertionResults.some((t) => t.status === 'failed'),
  )
  return {
    failed,
    passed: tests.filter((t) => t.status === 'passed').length,
    error: broken[0] && `${relative(folder, broken[0].name)}: ${String(broken[0].message).split('\n')[0]}`,
  }
}

/** The same in a report of Playwright. */
function readPlaywright(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const tests = [...pruebasOf(report)]
  const [error] = report.errors
  return {
    failed: tests.filter((t) => t.status === 'unexpected').map((t) => t.nombre),
    passed: tests.filter((t) => t.status === 'expected').length,
    error: error && String(error.message).split('\n')[0],
  }
}

/**
 * Runs test files of a layer.
 * @param titles parts of titles: only these tests; undefined: all of the files
 * @param bail ends at the first test that fails
 * @param product of the layer `browser`: its address and the port of its mail server
 * @param limit ms
 * @returns titles of failed tests, how many passed, why they did not run to their end, and whether that took too long
 */
export async function runTests(folder, layer, { files, titles, bail, product, chromium, limit = LIMIT_MS }) {
  const report = join(folder, 'test-results', layer === 'browser' ? 'e2e.json' : 'faults.json')
  rmSync(report, { force: true })
  const { CI: _, RAPIDO: __, ...env } = process.env
  if (chromium) env.CHROMIUM = chromium
  const only = titles ? patternOf(titles) : undefined
  const args =
    layer === 'browser'
      ? [
          ...['test', '-c', 'e2e/playwright.config.ts', '--retries=0', ...files],
          ...(bail ? ['-x'] : []),
          ...(only ? ['--grep', only] : []),
        ]
      : [
          ...['run', '--project', PROJECT[layer], '--maxWorkers=1', '--retry=0', ...files],
          ...['--reporter=json', `--outputFile=${report}`],
          ...(bail ? ['--bail=1'] : []),
          ...(only ? ['-t', only] : []),
        ]
  if (product) Object.assign(env, { RETORNA_URL: product.url, BUZON: String(product.buzon) })
  const program = join(folder, 'node_modules/.bin', layer === 'browser' ? 'playwright' : 'vitest')
  const { late, output } = await runProgram(folder, program, args, { env, limit })
  if (late) return { late, failed: [], passed: 0, error: `more than ${limit / 1000} s` }
  if (!existsSync(report)) return { failed: [], passed: 0, error: `no report: ${output.trim().slice(-400)}` }
  return layer === 'browser' ? readPlaywright(report) : readVitest(folder, report)
}
