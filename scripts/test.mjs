// npm test: everything from lint to browser, with all of its own set-up. Ends in a line `N passed, N failed`.
// npm test -- --rapido: lint, types, rules, the API on the embedded database and the main ways in a browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureNode } from './node.mjs'
import { ensureConstruido, ensurePaquetes, RAIZ, run } from './prepare.mjs'
import { informeOf } from './vitest/report.mjs'

await ensureNode()
const RAPIDO = process.argv[2] === '--rapido'
if (process.argv.length > (RAPIDO ? 3 : 2)) {
  process.stderr.write('retorna: npm test no admite más opción que -- --rapido\n')
  process.exit(1)
}
// Read by vitest.config.ts and e2e/playwright.config.ts.
if (RAPIDO) process.env.RAPIDO = '1'
ensurePaquetes()
const chromium = ensureChromium()

let pasadas = 0
/** What is said at the end, whatever the counts. */
const avisos = []
/** What failed, by name: the end of a report is what is kept of it. */
const fallos = []
/** Names of tests that only passed when tried again. */
const dudosas = []
const titulo = (t) => process.stdout.write(`\n── ${t} (a los ${Math.round(performance.now() / 1000)} s)\n`)
/**
 * Tests of each database follow one another; those of two databases do not wait for each other. Most of a test of the API is waiting:
 * five files at once keep two cores busy, and with more some wait for longer than what they test may take.
 */
const TANDAS = [
  {
    nombre: 'Pruebas de la API, base integrada, y de reglas',
    proyectos: ['integrada', 'unidad'],
    procesos: RAPIDO ? 5 : 3,
  },
  ...(RAPIDO ? [] : [{ nombre: 'Pruebas de la API, base externa', proyectos: ['externa'], procesos: 2 }]),
]
/** Browser tests at once, each on a whole product of its own, so that none sees what another changes. */
const PRODUCTOS = 2
/** More tests than this that only pass when tried again are a fault of their own. */
const DUDOSAS_MAX = 6
const bin = (nombre) => join(RAIZ, 'node_modules/.bin', nombre)

/** Run one beside others: it says what it has to say once it has ended. @returns 0 where it found nothing wrong */
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

/** A check without tests of its own counts as one. */
async function check(nombre, programa, args) {
  if ((await runAparte(nombre, programa, args)) === 0) pasadas++
  else fallos.push(nombre)
}

/** What a part wrote of itself; undefined, and counted as failed, where it never got that far. */
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
      '--reporter=dot',
      '--reporter=./scripts/vitest/report.mjs',
    ],
    // Tests of whole programs need not make them again.
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

/** Every browser test of a report, with its name. */
function* pruebasOf(suite, camino = []) {
  for (const s of suite.suites ?? []) yield* pruebasOf(s, [...camino, s.title])
  for (const s of suite.specs ?? [])
    for (const t of s.tests) yield { nombre: [...camino, s.title].join(' › '), ...t }
}

function countNavegador() {
  const informe = readInforme(join(RAIZ, 'test-results/e2e.json'))
  if (!informe) return
  const todas = [...pruebasOf(informe)]
  const de = (estado) => todas.filter((t) => t.status === estado)
  const repetidas = de('flaky')
  pasadas += de('expected').length + repetidas.length
  dudosas.push(...repetidas.map((t) => t.nombre))
  // An error outside of every test, and tests that a stop left out, are in no test that failed.
  const inesperadas = de('unexpected').map((t) => `navegador ${t.nombre}`)
  fallos.push(...inesperadas)
  if (!inesperadas.length && informe.errors.length)
    fallos.push(`navegador: ${informe.errors.map((e) => String(e.message).split('\n')[0]).join('; ')}`)
  for (const t of de('skipped'))
    avisos.push(
      `Sin probar: ${t.nombre}; ${t.annotations.find((a) => a.description)?.description ?? 'saltada'}.`,
    )
}

/** Tests that only passed when tried again are named; too many of them are a fault. */
function judgeDudosas() {
  if (!dudosas.length) return
  avisos.push(`${dudosas.length} a la segunda: ${dudosas.join(' | ')}`)
  if (dudosas.length <= DUDOSAS_MAX) return
  fallos.push('demasiadas pruebas a la segunda')
  avisos.push(`Más de ${DUDOSAS_MAX} pruebas que solo pasan al repetirlas son un fallo.`)
}

function freePort() {
  return new Promise((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => resolve(port))
    })
  })
}

/** Start the product as a newcomer would, on ports and data of its own; resolves once it is ready. */
async function startProducto(carpeta, buzon) {
  const [puerto, mqtt] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(puerto),
    MQTT_PORT: String(mqtt),
    DATA_DIR: carpeta,
    TILE_STYLE_URL: '',
    DEMO: '1',
    // Receivers of webhooks are of the tests, on this machine.
    AVISOS_HOSTS: '127.0.0.1',
    // So is the mail server, while one of them runs.
    SMTP_URL: `smtp://127.0.0.1:${buzon}`,
    SMTP_DE: 'Retorna <avisos@retorna.example>',
  }
  const proceso = spawn(process.execPath, [join(RAIZ, 'scripts/start.mjs')], {
    cwd: RAIZ,
    env,
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${puerto}`
  for (const fin = Date.now() + 180_000; Date.now() < fin && proceso.exitCode === null; ) {
    const ok = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return { proceso, url }
    await new Promise((r) => setTimeout(r, 250))
  }
  proceso.kill('SIGKILL')
  throw new Error('el producto no arranca')
}

async function runNavegador() {
  titulo('Navegador')
  if (!chromium) {
    process.stdout.write('No hay Chromium: indique uno con CHROMIUM.\n')
    fallos.push('navegador')
    return
  }
  const carpetas = Array.from({ length: PRODUCTOS }, () => mkdtempSync(join(tmpdir(), 'retorna-e2e-')))
  const buzon = await freePort()
  const arranques = await Promise.allSettled(carpetas.map((c) => startProducto(c, buzon)))
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
    for (const { proceso } of productos) {
      const fin = new Promise((r) => proceso.once('exit', r))
      proceso.kill('SIGINT')
      await fin
    }
    for (const carpeta of carpetas) rmSync(carpeta, { recursive: true, force: true })
  }
}

await check('Estilo', 'biome', ['check', '.'])
// The types take one core, and the build waits for nothing of theirs.
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
