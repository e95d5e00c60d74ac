// npm test: everything from lint to browser, with all of its own set-up. Ends in a line `N passed, N failed`.
// npm test -- --rapido: lint, types, rules, the API on the embedded database and the main ways in a browser.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { makeSitios, startProducto, stopProducto } from './e2e/product.mjs'
import { pruebasOf } from './e2e/report.mjs'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ, run } from './prepare.mjs'
import { informeOf } from './vitest/report.mjs'

await ensureNode()
const RAPIDO = process.argv[2] === '--rapido'
if (process.argv.length > (RAPIDO ? 3 : 2)) {
  process.stderr.write('retorna: npm test no admite más opción que -- --rapido\n')
  process.exit(1)
}
// Read by e2e/playwright.config.ts and scripts/vitest/report.mjs.
if (RAPIDO) process.env.RAPIDO = '1'
ensurePaquetes()
const chromium = ensureChromium()
// Read by vitest.config.ts, for tests of components, and by e2e/playwright.config.ts.
if (chromium) process.env.CHROMIUM = chromium

let pasadas = 0
/** Messages at the end of the run. */
const avisos = []
/** Names of failed tests, repeated at the end because often only the end of a report is kept. */
const fallos = []
/** Names of tests that passed only after a retry. */
const dudosas = []
const titulo = (t) => process.stdout.write(`\n── ${t} (a los ${Math.round(performance.now() / 1000)} s)\n`)
/**
 * Those of one database and those of the other run in parallel, divided so that both end at about the same time. A test of the API mostly
 * waits: five files in parallel keep two cores busy, and with more files some tests reach their timeouts.
 */
const TANDAS = RAPIDO
  ? [
      {
        nombre: 'Pruebas de la API, base integrada, de reglas y de componentes',
        proyectos: ['integrada', 'unidad', 'componentes'],
        procesos: 5,
      },
    ]
  : [
      { nombre: 'Pruebas de la API, base integrada', proyectos: ['integrada'], procesos: 3 },
      {
        nombre: 'Pruebas de la API, base externa, de reglas y de componentes',
        proyectos: ['externa', 'unidad', 'componentes'],
        procesos: 2,
      },
    ]
/** Browser tests in parallel, each against an instance of its own, so that none sees what another changes. */
const PRODUCTOS = 2
/** More tests than this that pass only after a retry fail the run. */
const DUDOSAS_MAX = 2
const bin = (nombre) => join(RAIZ, 'node_modules/.bin', nombre)

/**
 * Run a check in parallel to others: its output is printed when it has ended.
 * @returns 0 if it found no problem
 */
async function runAparte(nombre, programa, args, env = process.env) {
  const proceso = spawn(bin(programa), args, { cwd: RAIZ, env })
  const partes = []
  for (const salida of [proceso.stdout, proceso.stderr]) salida.on('data', (d) => partes.push(d))
  const codigo = await new Promise((resolve) => {
    proceso.once('error', resolve)
    proceso.once('close', resolve)
  })
  titulo(nombre)
  process.stdout.write(Buffer.concat(partes))
  return codigo
}

/** A check without tests of its own counts as one test. */
async function check(nombre, programa, args) {
  if ((await runAparte(nombre, programa, args)) === 0) pasadas++
  else fallos.push(nombre)
}

/** The report that a part wrote; undefined, and counted as failed, if it did not get that far. */
function readInforme(archivo) {
  if (existsSync(archivo)) return JSON.parse(readFileSync(archivo, 'utf8'))
  fallos.push(`no hay informe ${archivo}`)
  return undefined
}

async function runVitest({ nombre, proyectos, procesos }) {
  const INFORME = informeOf(proyectos)
  rmSync(INFORME, { force: true })
  const codigo = await runAparte(
    nombre,
    'vitest',
    [
      'run',
      ...proyectos.flatMap((p) => ['--project', p]),
      `--maxWorkers=${procesos}`,
      ...(RAPIDO ? ['--tags-filter=!slow'] : []),
      '--reporter=dot',
      '--reporter=./scripts/vitest/report.mjs',
    ],
    // Built once here, so that the tests of whole programs do not build again.
    { ...process.env, INFORME, PRUEBAS_CONSTRUIDO: join(RAIZ, 'dist/server') },
  )
  const informe = readInforme(INFORME)
  if (!informe) return
  pasadas += informe.pasadas
  avisos.push(...informe.sinCorrer.map((que) => `Sin probar: ${que}.`))
  dudosas.push(...informe.dudosas)
  fallos.push(...informe.fallos)
  if (!informe.fallos.length && codigo !== 0) fallos.push(`${nombre}: acaba con ${codigo}`)
}

function countNavegador() {
  const informe = readInforme(join(RAIZ, 'test-results/e2e.json'))
  if (!informe) return
  const todas = [...pruebasOf(informe)]
  const de = (estado) => todas.filter((t) => t.status === estado)
  const repetidas = de('flaky')
  pasadas += de('expected').length + repetidas.length
  dudosas.push(...repetidas.map((t) => t.nombre))
  // An error outside of every test, and tests that were skipped by an abort, are counted in no failed test.
  const inesperadas = de('unexpected').map((t) => `navegador ${t.nombre}`)
  fallos.push(...inesperadas)
  if (!inesperadas.length && informe.errors.length)
    fallos.push(`navegador: ${informe.errors.map((e) => String(e.message).split('\n')[0]).join('; ')}`)
  for (const t of de('skipped'))
    avisos.push(
      `Sin probar: ${t.nombre}; ${t.annotations.find((a) => a.description)?.description ?? 'saltada'}.`,
    )
}

/** Tests that passed only after a retry are named; too many of them fail the run. */
function judgeDudosas() {
  if (!dudosas.length) return
  avisos.push(`${dudosas.length} a la segunda: ${dudosas.join(' | ')}`)
  if (dudosas.length <= DUDOSAS_MAX) return
  fallos.push('demasiadas pruebas a la segunda')
  avisos.push(`Más de ${DUDOSAS_MAX} pruebas que solo pasan al repetirlas son un fallo.`)
}

async function runNavegador() {
  titulo('Navegador')
  if (!chromium) {
    process.stdout.write('No hay Chromium: indique uno con CHROMIUM.\n')
    fallos.push('navegador')
    return
  }
  const { carpetas, puertos, buzon } = await makeSitios(PRODUCTOS)
  const arranques = await Promise.allSettled(carpetas.map((c, i) => startProducto(c, puertos[i], buzon)))
  const productos = arranques.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
  try {
    if (productos.length < PRODUCTOS) throw new Error('el producto no arranca')
    rmSync(join(RAIZ, 'test-results/e2e.json'), { force: true })
    const RETORNA_URL = productos.map((p) => p.url).join(' ')
    run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
      env: { ...process.env, RETORNA_URL, CHROMIUM: chromium, BUZON: String(buzon) },
    })
    countNavegador()
  } finally {
    for (const producto of productos) await stopProducto(producto)
    for (const carpeta of carpetas) rmSync(carpeta, { recursive: true, force: true })
  }
}

await check('Estilo', 'biome', ['check', '.'])
// The type check takes one core, and the build does not depend on it.
const tipos = check('Tipos', 'tsc', ['--noEmit'])
ensureConstruido()
await tipos
await Promise.all(TANDAS.map(runVitest))
await runNavegador().catch((e) => {
  fallos.push(`navegador: ${e.message}`)
  process.stderr.write(`${e.message}\n`)
})
judgeDudosas()
if (RAPIDO) avisos.push('Sin probar: lo que `npm test` prueba además; se ha pedido --rapido.')
titulo('Final')
for (const a of avisos) process.stdout.write(`${a}\n`)
for (const f of fallos) process.stdout.write(`Falla: ${f}\n`)
process.stdout.write(`\n${pasadas} passed, ${fallos.length} failed\n`)
process.exit(fallos.length ? 1 : 0)
