import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/**
 * How answers become text. In production as they are: they are ours. In tests each is held against the schema of its
 * call, and one that lacks something, has something of another kind or something more is an error: what production
 * would send is what the contract says, to the letter.
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
