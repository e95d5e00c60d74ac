import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/**
 * How answers are serialised. In production without checks. In tests each answer is checked against the schema of its call: a missing
 * field, a wrong type or an extra field is an error, so that production sends exactly what the contract says.
 */
export function installResponses(app: FastifyInstance, estricto: boolean): void {
  app.setSerializerCompiler(({ schema, method, url }) => {
    if (!estricto) return (data) => JSON.stringify(data)
    return (data) => {
      const text = JSON.stringify(data)
      const parsed = (schema as unknown as z.ZodType).safeParse(data)
      if (!parsed.success)
        throw new Error(`${method} ${url}: answer breaks its schema: ${parsed.error.message}`)
      if (text !== undefined && !isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), JSON.parse(text)))
        throw new Error(`${method} ${url}: answer has more than its schema: ${text.slice(0, 2000)}`)
      return text
    }
  })
}
