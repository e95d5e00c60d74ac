import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/**
 * How answers become text. In production as they are: they are ours. In tests each is held against the schema of its
 * call, and one that lacks something, has something of another kind or something more is an error: what production
 * would send is what the contract says, to the letter.
 */
export function installRespuestas(app: FastifyInstance, estricto: boolean): void {
  app.setSerializerCompiler(({ schema, method, url }) => {
    if (!estricto) return (datos) => JSON.stringify(datos)
    return (datos) => {
      const texto = JSON.stringify(datos)
      const leido = (schema as unknown as z.ZodType).safeParse(datos)
      if (!leido.success)
        throw new Error(`${method} ${url}: answer breaks its schema: ${leido.error.message}`)
      if (
        texto !== undefined &&
        !isDeepStrictEqual(JSON.parse(JSON.stringify(leido.data)), JSON.parse(texto))
      )
        throw new Error(`${method} ${url}: answer has more than its schema: ${texto.slice(0, 2000)}`)
      return texto
    }
  })
}
