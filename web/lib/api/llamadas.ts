import { ADDRESSES } from 'virtual:addresses'
import type { Calls } from '#contract/calls'
import type { Endpoint } from '#contract/endpoint'

/** All calls of the API. At run time these are only addresses; for the type checker they also carry request and response types. */
export const api = ADDRESSES as unknown as {
  [N in keyof Calls]: Calls[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Llamada<P, Q, B, R>
    : never
}

/** A call as the web knows it. */
export type Llamada<P, Q, B, R> = Pick<Endpoint, 'method' | 'path'> & { readonly tipos?: [P, Q, B, R] }
