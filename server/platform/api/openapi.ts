import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { Archivo, Redireccion } from '#contract/comunes'
import { NAMES } from '#contract/named-schemas'
import { DocumentoEpcis } from '#contract/operacion/epcis/epcis'
import { COOKIE } from '../auth/auth'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Field of the form by which the call takes a file; unset: it takes none. */
    formFile?: string
    /** Media types of a body in the format of its sender, which no schema checks. */
    textBody?: readonly string[]
  }
}

type Json = Record<string, unknown>

const EPCIS = { schema: { type: 'object', additionalProperties: true } }
const ANY_JSON = { anyOf: [{ type: 'object' }, { type: 'array', items: {} }] }
const BINARY = { type: 'string', format: 'binary' }
/** Answers that no schema of the contract describes. */
const ANSWERS = new Map<unknown, Json>([
  [Archivo, { 200: { description: 'The file.', content: { '*/*': { schema: BINARY } } } }],
  [
    DocumentoEpcis,
    {
      200: {
        description: "A document or an event of EPCIS 2.0, whose schema is GS1's.",
        content: { 'application/ld+json': EPCIS, 'application/json': EPCIS },
      },
    },
  ],
  [Redireccion, { 302: { type: 'null', description: 'Leads the browser to another address.' } }],
])

const toJson = createJsonSchemaTransform({ schemaRegistry: NAMES })

/** Names of the calls that may be made without a body; the plugin takes each body for required. */
const WITHOUT_BODY = new Set<string | undefined>()

/** Describes a call; beside what its schemas say: files that it takes or returns, and texts in a format of others. */
const transform: SwaggerTransform = (call) => {
  const { schema, url } = toJson(call)
  const config = call.route.config ?? {}
  const body = call.schema?.body as z.ZodType | undefined
  if (body?.safeParse(undefined).success) WITHOUT_BODY.add(call.schema?.operationId)
  const described = schema as Json & { response?: Json }
  if (config.formFile)
    described.body = {
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { [config.formFile]: BINARY }, required: [config.formFile] },
        },
      },
    }
  if (config.textBody)
    described.body = {
      content: Object.fromEntries(
        config.textBody.map((type) => [type, { schema: /json/.test(type) ? ANY_JSON : { type: 'string' } }]),
      ),
    }
  const other = ANSWERS.get((call.schema?.response as Json | undefined)?.[200])
  if (other) {
    const { 200: _, ...refusals } = described.response ?? {}
    described.response = { ...other, ...refusals }
  }
  return { schema: described, url }
}

type Paths = Record<string, Record<string, { operationId?: string; requestBody?: { required: boolean } }>>

const nameAll = createJsonSchemaTransformObject({ schemaRegistry: NAMES })

/** Names of the components that a part of the document refers to. */
const refsOf = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string)

/** Options of the plugin that writes OpenAPI: one named schema for what several calls share, and none that no call refers to. */
export const openApi: FastifyDynamicSwaggerOptions = {
  openapi: {
    // 3.0 has no way to say that a named schema may be null.
    openapi: '3.1.0',
    info: { title: 'Retorna', version: '1', description: 'API of Retorna.' },
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: COOKIE },
        clave: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer ret_…`' },
      },
    },
  },
  transform,
  transformObject: (document) => {
    const whole = nameAll(document) as { paths?: Paths; components?: { schemas?: Json } }
    for (const { operationId, requestBody } of Object.values(whole.paths ?? {}).flatMap((m) =>
      Object.values(m),
    ))
      if (requestBody && WITHOUT_BODY.has(operationId)) requestBody.required = false
    const all = whole.components?.schemas ?? {}
    const used = new Set(refsOf(whole.paths ?? {}))
    // A set grows while it is walked: what a used schema refers to is used too.
    for (const name of used) for (const next of refsOf(all[name] ?? null)) used.add(next)
    const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
    return { ...whole, components: { ...whole.components, schemas } } as ReturnType<typeof nameAll>
  },
}
