import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { nameOf } from '#contract/calls'
import { ErrorApi } from '#contract/comunes'
import type { Endpoint } from '#contract/endpoint'
import { checkAccess } from '../auth/auth'
import type { Politica } from '../auth/policy'
import type { Principal } from '../auth/principal'
import type { Db } from '../db/client'

export type Invocation<P, Q, B, A extends Politica> = {
  params: P
  query: Q
  body: B
  /** The caller; null only for calls that are open to anybody. */
  principal: A extends 'publico' ? Principal | null : Principal
  request: FastifyRequest
  reply: FastifyReply
  /** Change something in the caller's name, in one transaction with its audit log. */
  write: A extends 'publico' ? never : <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The primary database, for reads and writes. */
    primaria: Db
    /** For reads that may be some seconds old: the replica, where there is one and it is fresh enough. */
    replica: Db
    /** Runs changes in the name of this author, in one transaction. Decorated where the application is built. */
    writeAs<T>(principal: Principal, address: string, work: (tx: Db) => Promise<T>): Promise<T>
  }
}

/** Bind a call of the contract to its handler. Path, schemas and access come from the contract and its tables. */
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
  /** Rate limit: calls a minute per address; unset: none. */
  porMinuto?: number,
): void {
  const ambito = politica === 'publico' ? undefined : e.key
  app.route({
    method: e.method,
    // A HEAD would do all the work of an export and discard it.
    exposeHeadRoute: false,
    url: e.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      operationId: nameOf(e),
      summary: e.summary,
      tags: [e.path.split('/')[2] ?? 'api'],
      security: politica === 'publico' ? [] : [{ cookie: [] }, ...(ambito ? [{ clave: [] }] : [])],
      ...(ambito && { description: `Permission of an API key: \`${ambito}\`.` }),
      ...(e.params && { params: e.params }),
      ...(e.query && { querystring: e.query }),
      ...(e.body && { body: e.body }),
      response: { 200: e.response, '4xx': ErrorApi, '5xx': ErrorApi },
    },
    config: {
      ambito,
      ...(e.formFile && { formFile: e.formFile }),
      ...(porMinuto && { rateLimit: { max: porMinuto, timeWindow: 60_000 } }),
    },
    // The rate limit adds its own hook after this one.
    onRequest: async (request) => checkAccess(request, ambito ?? null, politica),
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
        // The answer has the contract's type; Fastify cannot infer it from a variable schema.
      }) as never,
  })
}
