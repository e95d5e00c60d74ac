import { defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/vitest/long-first.ts'

const DECODERS = ['server/domains/lecturas/formats/**/*.test.ts']
const PURE = [
  'web/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'bench/**/*.test.ts',
  'demo/**/*.test.ts',
  'docs/**/*.test.ts',
  'scripts/**/*.test.ts',
  'server/**/*.pura.test.ts',
]
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
 * Tests of rules need no database; tests of the API run against the embedded database and broker, and again against PostgreSQL and an MQTT
 * broker of this machine if those are available.
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
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'unidad',
          include: [...DECODERS, ...PURE, 'server/**/*.test.ts'],
          exclude: [...API, '**/node_modules/**'],
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
          include: API,
          globalSetup: 'server/testing/databases/base-externa.ts',
        },
      },
    ],
  },
})
