import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ambitoOf } from '#contract/ambitos'
import { ErrorApi } from '#contract/comunes'
import type { Endpoint } from '#contract/endpoint'
import { checkAmbito, checkPolitica, type Politica } from '../auth/policy'
import type { Principal } from '../auth/principal'
import type { Db } from '../db/client'

export type Invocation<P, Q, B, A extends Politica> = {
  params: P
  query: Q
  body: B
  /** Who calls; null only where anybody may. */
  principal: A extends 'publico' ? Principal | null : Principal
  request: FastifyRequest
  reply: FastifyReply
  /** Change something in the caller's name: one transaction, which the audit log is part of. */
  write: A extends 'publico' ? never : <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where everything stands, and is written. */
    primaria: Db
    /** For reads that may be some seconds old: from the replica, where there is one and it is fresh. */
    replica: Db
    /** Runs changes as this author, in one transaction. Decorated where the application is built. */
    writeAs<T>(principal: Principal, address: string, work: (tx: Db) => Promise<T>): Promise<T>
  }
}

/** Bind a call of the contract to its handler: path, schemas and access come from one place each. */
export function bind<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Politica,
>(
  app: FastifyInstance,
  e: Endpoint<P, Q, B, R>,
  politica: A,
  handler: (c: Invocation<z.output<P>, z.output<Q>, z.output<B>, A>) => Promise<z.input<R>>,
  /** Calls a minute and address, where the call needs a throttle. */
  porMinuto?: number,
): void {
  const ambito = politica === 'publico' ? undefined : ambitoOf(e)
  app.route({
    method: e.method,
    // A HEAD would do all the work of an export to throw it away.
    exposeHeadRoute: false,
    url: e.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: e.summary,
      tags: [e.path.split('/')[2] ?? 'api'],
      security: politica === 'publico' ? [] : [{ cookie: [] }, ...(ambito ? [{ clave: [] }] : [])],
      ...(ambito && { description: `Permission of an API key: \`${ambito}\`.` }),
      ...(e.params && { params: e.params }),
      ...(e.query && { querystring: e.query }),
      ...(e.body && { body: e.body }),
      response: { 200: e.response, '4xx': ErrorApi, '5xx': ErrorApi },
    },
    config: { ambito, ...(porMinuto && { rateLimit: { max: porMinuto, timeWindow: 60_000 } }) },
    // Before validation: who may not call learns nothing about what is valid.
    preValidation: async (request) => {
      checkAmbito(ambito ?? null, request.principal)
      checkPolitica(politica, request.principal)
    },
    handler: (request, reply): never =>
      handler({
        params: request.params as z.output<P>,
        query: request.query as z.output<Q>,
        body: request.body as z.output<B>,
        principal: request.principal as never,
        request,
        reply,
        write: (<T>(work: (tx: Db) => Promise<T>) =>
          app.writeAs(request.principal as Principal, request.ip, work)) as never,
        // The answer's type is the contract's; Fastify cannot follow it through a variable schema.
      }) as never,
  })
}
