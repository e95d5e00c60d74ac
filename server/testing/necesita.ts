import { inject } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why it does not run on this machine, as `npm test` says it. */
    motivo?: string
  }
}

/** Options of a `describe` that runs only where there is what it needs. */
export const needs = (hay: boolean, motivo: string) => (hay ? {} : { skip: true, meta: { motivo } })

/** What is of our own broker cannot be tried where tests use another. */
export const needsBroker = () =>
  needs(!inject('base').mqtt, 'son del broker integrado, con el que corren en «integrada»')

export const NEEDS_POSIX = needs(process.platform !== 'win32', 'Windows no tiene sus señales')
