import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { nameOf } from '#contract/calls'
import { NAMES } from '#contract/named-schemas'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

type Body = { required?: boolean; content?: Record<string, { schema?: object }> }
type Operation = { operationId?: string; requestBody?: Body; responses: Record<string, Body> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } }

/** The schemas that a schema consists of. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const lists = [def.options, def.items, def.shape && Object.values(def.shape)]
  const one = [def.innerType, def.element, def.in, def.out, def.keyType, def.valueType, def.catchall]
  const lazy = typeof def.getter === 'function' ? [def.getter()] : []
  return [...one, ...lists.flat(), ...lazy].filter((s): s is z.ZodType =>
    Boolean(s && typeof s === 'object' && '_zod' in s),
  )
}
const fieldsOf = (schema: z.ZodType) => {
  const { def } = schema._zod as unknown as { def: { type: string; shape?: object } }
  return def.type === 'object' ? Object.keys(def.shape ?? {}) : []
}
/** Up to so many fields (an id and its name) may be written where they are used. */
const SMALL = 3

/** Where each schema without a name is written out: in calls, and in named schemas. */
function findWrittenOut(): Map<z.ZodType, Set<string>> {
  const places = new Map<z.ZodType, Set<string>>()
  const entered = new Set<z.ZodType>()
  function enter(schema: z.ZodType, place: string, seen: Set<z.ZodType>): void {
    const id = NAMES.get(schema)?.id
    if (id !== undefined) {
      if (entered.has(schema)) return
      entered.add(schema)
      for (const part of partsOf(schema)) enter(part, id, new Set())
      return
    }
    if (seen.has(schema)) return
    seen.add(schema)
    places.set(schema, (places.get(schema) ?? new Set()).add(place))
    for (const part of partsOf(schema)) enter(part, place, seen)
  }
  for (const e of ENDPOINTS)
    for (const schema of [e.body, e.response]) if (schema) enter(schema, nameOf(e) ?? e.path, new Set())
  return places
}

describe.runIf(inject('base').hay)('what the installation says of itself as OpenAPI', () => {
  let p: Prueba
  let document: Document
  let operations: [call: string, Operation][]
  beforeAll(async () => {
    p = await startPrueba()
    document = (await p.call<Document>('GET', '/api/docs/json')).body
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, o]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        o,
      ]),
    )
  })
  afterAll(() => p.stop())

  test('is a valid document, whose references lead somewhere', async () => {
    const config = await createConfig({
      rules: { struct: 'error', 'no-unresolved-refs': 'error', 'path-parameters-defined': 'error' },
    })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map((x) => `${x.location[0]?.pointer}: ${x.message}`)).toEqual([])
    const broken = await lintFromString({
      source: JSON.stringify({ ...document, components: { schemas: {} } }),
      config,
    })
    expect(broken.length).toBeGreaterThan(0)
  })

  test('every call has a name of its own: that of the contract', () => {
    const names = operations.map(([, o]) => o.operationId)
    expect(operations.filter(([, o]) => !o.operationId).map(([call]) => call)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(ENDPOINTS.map((e) => nameOf(e))))
  })

  test('no body is empty, and what takes a file says by which field', () => {
    const isEmpty = ({ content }: Body) =>
      content !== undefined && Object.values(content).some((c) => !Object.keys(c.schema ?? {}).length)
    const empty = operations.filter(([, o]) =>
      [o.requestBody ?? {}, ...Object.values(o.responses)].some(isEmpty),
    )
    expect(empty.map(([call]) => call)).toEqual([])
    const silent = operations.filter(([, o]) => !o.responses[302] && !o.responses[200]?.content)
    expect(silent.map(([call]) => call)).toEqual([])
    const files = ENDPOINTS.filter((e) => /multipart/.test(e.summary))
    expect(files.length).toBeGreaterThan(8)
    for (const e of files)
      expect(
        document.paths[e.path]?.[e.method.toLowerCase()]?.requestBody?.content?.['multipart/form-data']
          ?.schema,
        e.path,
      ).toMatchObject({ required: [e.formFile] })
    expect(ENDPOINTS.filter((e) => e.formFile && !/multipart/.test(e.summary))).toEqual([])
  })

  test('a body is required where the call refuses to do without', () => {
    const bodies = ENDPOINTS.flatMap((e) => (e.body ? [{ ...e, body: e.body }] : []))
    const wrong = bodies.filter((e) => {
      const { required } = document.paths[e.path]?.[e.method.toLowerCase()]?.requestBody ?? {}
      return required === e.body.safeParse(undefined).success
    })
    expect(wrong.map((e) => e.path)).toEqual([])
    expect(document.paths['/api/lectores/{mac}/credencial']?.post?.requestBody?.required).toBe(false)
    expect(document.paths['/api/login']?.post?.requestBody?.required).toBe(true)
  })

  test('what is written at two places has a name, and every name is used', () => {
    const whole = new Set(ENDPOINTS.flatMap((e) => [e.body, e.response]))
    const shared = [...findWrittenOut()].filter(
      ([schema, places]) =>
        places.size > 1 &&
        (fieldsOf(schema).length > SMALL || (whole.has(schema) && fieldsOf(schema).length > 0)),
    )
    expect(shared.map(([schema, places]) => `${[...places].join(', ')}: ${fieldsOf(schema)}`)).toEqual([])
    const text = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })
})
