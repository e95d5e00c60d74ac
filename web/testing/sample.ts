import type { z } from 'zod'
import { CALLS } from '#contract/calls'
import type { Answers } from './answers'
import { BASE } from './base-answers'

type Def = {
  type: string
  shape: Record<string, z.ZodType>
  element: z.ZodType
  innerType: z.ZodType
  entries: Record<string, unknown>
  values: unknown[]
  options: z.ZodType[]
  items: z.ZodType[]
  in: z.ZodType
  left: z.ZodType
  right: z.ZodType
  getter: () => z.ZodType
}

const TEXTS = [
  '',
  'x',
  '2026-11-02T10:00:00+01:00',
  '2026-11-02',
  '00000000-0000-4000-8000-000000000000',
  '08:00',
]
const firstGood = (schema: z.ZodType, candidates: unknown[]) =>
  candidates.find((c) => schema.safeParse(c).success)

/** The least that a schema allows: no rows, no values where there need be none. @param full one row, and all values */
export function leastOf(schema: z.ZodType, full = false): unknown {
  const of = (inner: z.ZodType) => leastOf(inner, full)
  const def = schema.def as unknown as Def
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([name, inner]) => [name, of(inner)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'array':
      return firstGood(schema, [
        full ? [of(def.element)] : [],
        [],
        ...[2, 3].map((n) => Array(n).fill(of(def.element))),
      ])
    case 'tuple':
      return def.items.map(of)
    case 'record':
      return {}
    case 'nullable':
      return full ? of(def.innerType) : null
    case 'null':
      return null
    case 'optional':
    case 'undefined':
      return undefined
    case 'default':
    case 'readonly':
    case 'catch':
      return of(def.innerType)
    case 'pipe':
      return of(def.in)
    case 'lazy':
      return of(def.getter())
    case 'union':
      return of(def.options[0] as z.ZodType)
    case 'intersection':
      return { ...(of(def.left) as object), ...(of(def.right) as object) }
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'boolean':
      return false
    case 'number':
      return firstGood(schema, full ? [1, 0, 10] : [0, 1, 10])
    case 'string':
      return firstGood(schema, full ? TEXTS.slice(1) : TEXTS)
    default:
      return null
  }
}

/** Answers to every call as a company gives them that has nothing yet, but for those that the test names. */
export const emptyAnswers = (named: Answers = {}) => answersOf(named, false)

/** The same as a company gives them that has one of each thing. */
export const fullAnswers = (named: Answers = {}) => answersOf(named, true)

function answersOf(named: Answers, full: boolean): Answers {
  const least = Object.entries(CALLS).map(([name, { response }]) => [name, () => leastOf(response, full)])
  return { ...Object.fromEntries(least), ...BASE, ...named }
}
