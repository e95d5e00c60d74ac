import { defineConfig } from 'vitest/config'

const DECODERS = ['server/lecturas/formatos/**/*.test.ts']
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
/** Files follow one another in one process: most of the time of each would go into loading the server again. */
const SEGUIDOS = { isolate: false }
const base = {
  environment: 'node' as const,
  // What only passes when tried again is told of by name, and too many of them fail (scripts/test.mjs).
  retry: process.env.CI ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  env: { NODE_ENV: 'test' },
}

/**
 * Tests of rules need nothing; tests of the API run against the embedded database and broker, and once more against
 * PostgreSQL and an MQTT broker of this machine where those answer.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
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
          globalSetup: 'server/pruebas/base-integrada.ts',
        },
      },
      {
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'externa',
          include: API,
          globalSetup: 'server/pruebas/base-externa.ts',
        },
      },
    ],
  },
})
