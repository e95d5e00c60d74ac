export const KINDS = [
  'column',
  'filter',
  'button',
  'permission',
  'total',
  'focus',
  'file',
  'order',
  'paging',
  'address',
  'state',
  'confirmation',
  'company',
  'layout',
  'axe',
  'keyboard',
  'format',
  'timer',
  'undo',
  'rule',
] as const

/** A small fault that tests of its area must find: a single edit of one source file, which still compiles. */
export type Fault = {
  /** What a person sees go wrong, or another program. */
  name: string
  /** The address of a screen, with its slash, or a domain: a folder in a district of `server/`. */
  area: string
  kind: (typeof KINDS)[number]
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** Test files of the area. */
  tests: readonly string[]
  /** Titles, or parts of them without a placeholder, of the tests that are expected to fail. */
  caught: readonly string[]
}
