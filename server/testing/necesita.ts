import { inject } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped on this machine, as `npm test` prints it. */
    motivo?: string
  }
}

/** Options of a `describe` that is skipped where its requirement is missing. */
export const needs = (hay: boolean, motivo: string) => (hay ? {} : { skip: true, meta: { motivo } })

/** For tests of the embedded broker: skipped where tests use an external one. */
export const needsBroker = () =>
  needs(!inject('base').mqtt, 'son del broker integrado, con el que corren en «integrada»')

export const NEEDS_POSIX = needs(process.platform !== 'win32', 'Windows no tiene sus señales')
