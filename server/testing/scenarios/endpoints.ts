import type { Endpoint } from '#contract/endpoint'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/**/*.ts', '!../../../contract/**/*.test.ts'],
  { eager: true },
)
const isEndpoint = (v: unknown): v is Endpoint =>
  typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'response' in v

/** Every call of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(modules).flatMap((m) =>
  Object.values(m).filter(isEndpoint),
)
