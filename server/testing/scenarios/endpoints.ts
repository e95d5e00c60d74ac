import { CALLS } from '#contract/calls'
import type { Endpoint } from '#contract/endpoint'

/** Every call of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(CALLS)
