// node scripts/faults/run.mjs: makes each fault of scripts/faults/list.ts in a copy of the last commit, and shows which tests find it.
// --only=<part of a name or area>  --layer=unit,api,component,browser|all  --tests=<path>,…  --baseline
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureChromium } from '../chromium.mjs'
import { ensureNode } from '../node.mjs'
import { ensurePaquetes, RAIZ } from '../prepare.mjs'
import { killActive, LAYERS, layerOf, runProgram, runTests } from './layers.mjs'
import { applyFault, makeTree } from './tree.mjs'

const OPTIONS = /^--(only|layer|tests)=(.+)$|^--(baseline)$/
const RESULTS = join(RAIZ, 'test-results/faults.json')

function fail(text) {
  process.stderr.write(`faults: ${text}\n`)
  process.exit(1)
}

function readOptions() {
  const options = {}
  for (const arg of process.argv.slice(2)) {
    const [, name, value, flag] = OPTIONS.exec(arg) ?? []
    if (!name && !flag)
      fail(`${arg}: the options are --only=, --layer=, --tests= and --baseline (scripts/faults/run.mjs)`)
    options[name ?? flag] = value ?? true
  }
  const { layer = 'all', only, tests, baseline } = options
  const layers = layer === 'all' ? LAYERS : layer.split(',')
  const unknown = layers.find((l) => !LAYERS.includes(l))
  if (unknown) fail(`there is no layer ${unknown}: they are ${LAYERS.join(', ')}`)
  return { layers, only, tests: tests?.split(','), baseline: baseline === true }
}

await ensureNode()
const options = readOptions()
ensurePaquetes()
const { tsImport } = await import('tsx/esm/api')
const { FAULTS } = await tsImport('./list.ts', import.meta.url)
const part = options.only?.toLowerCase()
const faults = FAULTS.filter((f) => !part || [f.name, f.area].some((t) => t.toLowerCase().includes(part)))
if (!faults.length) fail(`no fault has «${options.only}» in its name or area`)

/** What is to be run: each fault once a layer that has tests for it. */
const runs = options.layers.flatMap((layer) =>
  faults.flatMap((fault) => {
    const files = (options.tests ?? fault.tests).filter((t) => layerOf(t) === layer)
    return files.length ? [{ fault, layer, files }] : []
  }),
)
if (!runs.length) fail('no fault has tests in these layers')
const needs = (...layers) => runs.some((r) => layers.includes(r.layer))
const chromium = needs('component', 'browser') ? ensureChromium() : undefined
if (needs('component', 'browser') && !chromium) fail('there is no Chromium: name one with CHROMIUM')

const tree = makeTree()
/** The product of the browser tests, built from the tree: its places, and what runs there now. */
let sitios
let producto
const { makeSitios, startProducto, stopProducto } = await import(
  pathToFileURL(join(tree.folder, 'scripts/e2e/product.mjs')).href
)

const BUILD = `import('./scripts/prepare.mjs').then((p) => p.ensureConstruido())`
/** Builds what has changed and starts the product anew: its server knows the files of the web that it found at its start. */
async function restartProducto() {
  if (producto) await stopProducto(producto)
  producto = undefined
  sitios ??= await makeSitios(1)
  const build = await runProgram(tree.folder, process.execPath, ['--input-type=module', '-e', BUILD])
  if (build.code !== 0) throw new Error(`no build: ${build.output.trim().slice(-400)}`)
  const [carpeta] = sitios.carpetas
  producto = await startProducto(carpeta, sitios.puertos[0], sitios.buzon, { stdio: 'ignore' })
  return { url: producto.url, buzon: sitios.buzon }
}

async function clean() {
  killActive()
  if (producto) await stopProducto(producto).catch(() => {})
  for (const carpeta of sitios?.carpetas ?? []) rmSync(carpeta, { recursive: true, force: true })
  tree.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void clean().finally(() => process.exit(130)))

const keyOf = ({ layer, files }) => [layer, ...files].join(' ')
/** Of each set of tests: the titles that fail without a fault. */
const known = new Map()

/** The tests without a fault: what fails there says nothing about one. */
async function runBaseline() {
  for (const r of runs) {
    if (known.has(keyOf(r))) continue
    const product = r.layer === 'browser' ? (producto ? productNow() : await restartProducto()) : undefined
    const { failed, error } = await runTests(tree.folder, r.layer, {
      files: r.files,
      product,
      chromium,
      limit: 1_800_000,
    })
    known.set(keyOf(r), { failed: new Set(failed), error })
    for (const t of failed) process.stdout.write(`fails without a fault: ${r.layer} ${t}\n`)
    if (error) process.stdout.write(`without a fault: ${keyOf(r)}: ${error}\n`)
  }
}
const productNow = () => ({ url: producto.url, buzon: sitios.buzon })

/** First the tests that are expected to fail; all of the files only where these pass. */
async function findFault({ fault, layer, files }, product) {
  const before = known.get(keyOf({ layer, files }))
  if (before?.error) return { result: 'error', by: `without a fault: ${before.error}` }
  const texts = files.map((f) => readFileSync(join(tree.folder, f), 'utf8'))
  const titles = fault.caught.filter((title) => texts.some((t) => t.includes(title)))
  const isNew = (t) => !before?.failed.has(t)
  const common = { files, product, chromium }
  const expected = titles.length ? await runTests(tree.folder, layer, { ...common, titles }) : undefined
  const first = expected?.failed.find(isNew)
  if (first) return { result: 'caught', by: first, expected: true }
  if (expected?.late) return { result: 'error', by: expected.error }
  const all = await runTests(tree.folder, layer, { ...common, bail: !before?.failed.size })
  const other = all.failed.find(isNew)
  if (other) return { result: 'caught', by: other, expected: false }
  return all.error || all.passed === 0
    ? { result: 'error', by: all.error ?? 'no test ran' }
    : { result: 'missed', by: '' }
}

async function runFault(r) {
  const start = performance.now()
  let undo
  let found
  try {
    undo = applyFault(tree.folder, r.fault)
    found = await findFault(r, r.layer === 'browser' ? await restartProducto() : undefined)
  } catch (e) {
    found = { result: 'error', by: e.message }
  } finally {
    undo?.()
  }
  const { name: fault, area, kind } = r.fault
  return {
    fault,
    area,
    kind,
    layer: r.layer,
    ...found,
    seconds: Math.round((performance.now() - start) / 1000),
  }
}

const line = (...cells) =>
  `${cells.map((c, i) => String(c).slice(0, WIDTHS[i]).padEnd(WIDTHS[i])).join('  ')}\n`
const WIDTHS = [72, 16, 9, 8, 72, 4]
const results = []
try {
  if (options.baseline) await runBaseline()
  process.stdout.write(line('fault', 'area', 'layer', '', 'by', 's'))
  for (const r of runs) {
    const result = await runFault(r)
    results.push(result)
    const said = result.result === 'missed' ? 'MISSED' : result.result
    process.stdout.write(line(result.fault, result.area, result.layer, said, result.by, result.seconds))
    mkdirSync(join(RAIZ, 'test-results'), { recursive: true })
    writeFileSync(RESULTS, JSON.stringify(results, null, 2))
  }
} finally {
  await clean()
}
const count = (what) => results.filter((r) => r.result === what).length
process.stdout.write(
  `\n${count('caught')} caught, ${count('missed')} missed, ${count('error')} without an answer\n`,
)
process.exit(count('caught') === results.length ? 0 : 1)
