// npm test: everything from lint to browser, with all of its own set-up. Ends in a line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { checkNode, ensureConstruido, ensurePaquetes, RAIZ, run } from './preparar.mjs'

checkNode()
ensurePaquetes()
const chromium = ensureChromium()

let pasadas = 0
let fallidas = 0
const titulo = (t) => process.stdout.write(`\n── ${t} (a los ${Math.round(performance.now() / 1000)} s)\n`)
/** Browser tests at once, each on a whole product of its own, so that none sees what another changes. */
const PRODUCTOS = 2
const bin = (nombre) => join(RAIZ, 'node_modules/.bin', nombre)

/** A check without tests of its own counts as one. */
function check(nombre, programa, args) {
  titulo(nombre)
  if (run(bin(programa), args).status === 0) pasadas++
  else fallidas++
}

function count(archivo, read) {
  const ruta = join(RAIZ, archivo)
  if (!existsSync(ruta)) {
    fallidas++
    return
  }
  const [bien, mal] = read(JSON.parse(readFileSync(ruta, 'utf8')))
  pasadas += bien
  fallidas += mal
}

function runVitest(proyectos) {
  titulo(`Pruebas: ${proyectos.join(', ')}`)
  const archivo = `test-results/${proyectos.join('-')}.json`
  rmSync(join(RAIZ, archivo), { force: true })
  const r = run(bin('vitest'), [
    'run',
    ...proyectos.flatMap((p) => ['--project', p]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${archivo}`,
  ])
  count(archivo, (j) => [j.numPassedTests, j.numFailedTests])
  // A file that breaks before its first test has no test that failed.
  if (r.status !== 0 && fallidas === 0) fallidas++
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
async function startProducto(carpeta) {
  const [puerto, mqtt] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(puerto),
    MQTT_PORT: String(mqtt),
    DATA_DIR: carpeta,
    TILE_STYLE_URL: '',
    DEMO: '1',
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
    fallidas++
    return
  }
  const carpetas = Array.from({ length: PRODUCTOS }, () => mkdtempSync(join(tmpdir(), 'retorna-e2e-')))
  const arranques = await Promise.allSettled(carpetas.map(startProducto))
  const productos = arranques.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
  try {
    if (productos.length < PRODUCTOS) throw new Error('el producto no arranca')
    rmSync(join(RAIZ, 'test-results/e2e.json'), { force: true })
    const RETORNA_URL = productos.map((p) => p.url).join(' ')
    run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
      env: { ...process.env, RETORNA_URL, CHROMIUM: chromium },
    })
    count('test-results/e2e.json', (j) => [j.stats.expected + j.stats.flaky, j.stats.unexpected])
  } finally {
    for (const { proceso } of productos) {
      const fin = new Promise((r) => proceso.once('exit', r))
      proceso.kill('SIGINT')
      await fin
    }
    for (const carpeta of carpetas) rmSync(carpeta, { recursive: true, force: true })
  }
}

check('Estilo', 'biome', ['check', '.'])
check('Tipos', 'tsc', ['--noEmit'])
ensureConstruido()
runVitest(['unidad'])
runVitest(['integrada', 'externa'])
await runNavegador().catch((e) => {
  fallidas++
  process.stderr.write(`${e.message}\n`)
})
process.stdout.write(`\n${pasadas} passed, ${fallidas} failed\n`)
process.exit(fallidas ? 1 : 0)
