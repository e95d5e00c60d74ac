import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../scripts/e2e/chromium'

/** Addresses of complete instances with their demo plant. Each worker has its own, because tests change data. */
const productos = (process.env.RETORNA_URL ?? 'http://127.0.0.1:3000').split(' ')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Of `npm test -- --rapido`: the main user journeys.
  grep: process.env.RAPIDO ? /@main/ : undefined,
  outputDir: '../test-results',
  fullyParallel: false,
  workers: productos.length,
  // Limits that only a hang reaches, on a machine of half the speed under load too.
  timeout: 120_000,
  // The map is rendered in software here, and the CPU is shared.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only when it is repeated has a race to mend: the run names it (scripts/test.mjs).
  retries: process.env.CI ? 1 : 0,
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // This file is read again in each worker.
    baseURL: productos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    // With a service worker, routes of a test would not see the page's requests; tests of the service worker allow it.
    serviceWorkers: 'block',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    // Tests do not wait for animations: tests of motion switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would double the run time: only a test that failed once is traced.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM.executablePath,
      args: [
        ...CHROMIUM.args,
        // Tests of a worker share a process for their pages (see prueba.ts).
        '--process-per-site',
        // Pages live for a second or two: optimising their code takes longer than it saves.
        '--js-flags=--no-maglev --no-turbofan',
        // A host name other than localhost: pages that it serves by http are not a secure context.
        '--host-resolver-rules=MAP retorna.planta 127.0.0.1',
        // A page whose policy a test rewrites has no known address space, and would not be allowed to call this machine.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
})
