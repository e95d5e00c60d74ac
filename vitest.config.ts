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
/**
 * Excluded by `npm test -- --rapido`: starts and stops of whole programs, outages and recovery, floods and invalid input, the plant of the
 * demonstration, comparisons over every call or a history by chance, and the tests of the benches.
 */
const SLOW = process.env.RAPIDO
  ? [
      'bench/**',
      'demo/**/*.api.test.ts',
      'demo/plant/turno.test.ts',
      'server/domains/{acceso/terceros,ciclos/vivas/vivas,claves-api/ajena,estancias/llegadas-cuenta}.api.test.ts',
      'server/start/{boot,boot-refusals,crash,image.api,stop.api,processes.api,replica}.test.ts',
      'server/domains/copias/*.test.ts',
      'server/platform/db/{listen/notification-listener,migrate}.api.test.ts',
      'server/platform/db/embedded/supervisor.test.ts',
      'server/platform/export/send.api.test.ts',
      'server/platform/http/{hostil,llegada,resto-tabla}.api.test.ts',
      'server/domains/lecturas/pipeline/several-processes.api.test.ts',
      'server/domains/lecturas/formats/gateways/robustez-*.test.ts',
      'server/domains/vivo/live.api.test.ts',
    ]
  : []
/** Files run one after another in one process: otherwise most of the time of each would be spent on loading the server again. */
const SEGUIDOS = { isolate: false }
const base = {
  environment: 'node' as const,
  // Tests that pass only after a retry are named, and too many of them fail the run (scripts/test.mjs).
  retry: process.env.CI ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 120_000,
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
    projects: [
      {
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'unidad',
          include: [...DECODERS, ...PURE, 'server/**/*.test.ts'],
          exclude: [...API, ...SLOW, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...base,
          ...SEGUIDOS,
          name: 'integrada',
          include: API,
          exclude: [...SLOW, '**/node_modules/**'],
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
