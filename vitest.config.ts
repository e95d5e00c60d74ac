import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM } from './scripts/e2e/chromium.ts'
import { LongFirst } from './scripts/vitest/long-first.ts'
import { OUTSIDE } from './scripts/vitest/outside.ts'
import { requireNode } from './scripts/vitest/require-node.ts'
import { addresses } from './vite.addresses.ts'

requireNode()

const DECODERS = ['server/oir/lecturas/formats/**/*.test.ts']
const PURE = [
  'web/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'bench/**/*.test.ts',
  'demo/**/*.test.ts',
  'docs/**/*.test.ts',
  'scripts/**/*.test.ts',
  'server/**/*.pura.test.ts',
]
const COMPONENTS = ['web/**/*.browser.test.tsx']
const API = ['server/**/*.api.test.ts', 'demo/**/*.api.test.ts']
/** Files run one after another in one process: otherwise most of the time of each would be spent on loading the server again. */
const SEGUIDOS = { isolate: false }
const base = {
  environment: 'node' as const,
  // Tests that pass only after a retry are named, and too many of them fail the run (scripts/test.mjs).
  retry: process.env.CI ? 1 : 0,
  testTimeout: 120_000,
  hookTimeout: 600_000,
  // For polls that name no limit of their own: a second, the default, is over before a busy machine has answered.
  expect: { poll: { timeout: 30_000 } },
  env: { NODE_ENV: 'test' },
}

/**
 * Tests of rules need no database; tests of the API run against the embedded database and broker, and some of them again against PostgreSQL
 * and an MQTT broker of this machine if those are available.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    tags: [
      {
        name: 'slow',
        description:
          'left out by `npm test -- --rapido`: whole programs, other servers, outages, floods, large and invalid input, hours of readings, the demonstration, every call; others of 5 s',
      },
    ],
    projects: [
      {
        plugins: [addresses()],
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'unidad',
          include: [...DECODERS, ...PURE, 'server/**/*.test.ts'],
          exclude: [...API, ...COMPONENTS, '**/node_modules/**'],
        },
      },
      {
        // Screens and their parts in a browser, without a server.
        plugins: [react(), addresses()],
        publicDir: 'web/public',
        // Found only while tests run, it would be prepared then, and every open test page loaded anew.
        optimizeDeps: { include: ['react-dom/client'] },
        test: {
          ...base,
          name: 'componentes',
          include: COMPONENTS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: CHROMIUM,
              contextOptions: { locale: 'es-ES', timezoneId: 'Europe/Madrid', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'integrada',
          include: API,
          globalSetup: 'server/testing/databases/base-integrada.ts',
        },
      },
      {
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'externa',
          include: OUTSIDE,
          globalSetup: 'server/testing/databases/base-externa.ts',
        },
      },
    ],
  },
})
