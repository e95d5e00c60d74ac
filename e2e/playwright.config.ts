import { defineConfig } from '@playwright/test'

/** Addresses of whole products with their demo plant. Each worker has one for itself: tests change what they find. */
const productos = (process.env.RETORNA_URL ?? 'http://127.0.0.1:3000').split(' ')

/** The main ways of people, which `npm test -- --rapido` goes. */
const MAIN = ['avisos', 'hoy', 'login', 'mapa', 'muelle', 'prevision', 'primer-dia', 'registro', 'roles']

export default defineConfig({
  testDir: '.',
  testMatch: process.env.RAPIDO ? MAIN.map((s) => `${s}.spec.ts`) : '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: productos.length,
  timeout: 60_000,
  // The map is drawn in software here, and the processor is shared.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A trace of every test takes about as long as the tests: only what failed once leaves one.
  retries: process.env.CI ? 2 : 0,
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // This file is read again in each worker.
    baseURL: productos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    // Behind a worker no route of a test would see what a page asks for; the tests of the worker allow it.
    serviceWorkers: 'block',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    // Movement waits for nobody: the tests of motion ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // Tests of a worker share a process for their pages (see prueba.ts).
        '--process-per-site',
        // Code lives for one page, a second or two: to optimise it takes longer than what that saves.
        '--js-flags=--no-maglev --no-turbofan',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A name that is not this machine's own: what it serves by http is no secure context.
        '--host-resolver-rules=MAP retorna.planta 127.0.0.1',
        // A page whose policy a test rewrites counts as coming from nowhere, which may not ask this machine.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
})
