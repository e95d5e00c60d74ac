import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Probe } from '../operacion/salud/probe'
import type { Config } from '../platform/config/config'
import { forbidden } from '../platform/http/errores'
import type { Metricas } from '../platform/metrics/metrics'

const LOCAL = /^(127\.|::1$|::ffff:127\.)/
const hashOf = (s: string) => createHash('sha256').update(s).digest()

/** With METRICS_TOKEN: callers that send it. Without: callers on this machine, but not through a proxy. */
function mayMedir(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization = '', 'x-forwarded-for': reenviada, forwarded } = request.headers
  if (token) return timingSafeEqual(hashOf(authorization), hashOf(`Bearer ${token}`))
  return LOCAL.test(request.socket.remoteAddress ?? '') && !reenviada && !forwarded
}

/** Calls for operators: is the process alive, can it serve, and its metrics. */
export function installOperacion(
  app: FastifyInstance,
  config: Pick<Config, 'METRICS_TOKEN'>,
  metricas: Metricas,
  check: Probe['check'],
  /** Updates the metrics that describe the whole installation. */
  refresh: () => Promise<void>,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const motivo = await check()
    return motivo ? reply.code(503).send({ ok: false, motivo }) : reply.send({ ok: true })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayMedir(request, config.METRICS_TOKEN))
      throw forbidden('Las métricas se leen desde la propia máquina o con METRICS_TOKEN.')
    await refresh()
    return reply.type(metricas.coleccion.contentType).send(await metricas.coleccion.metrics())
  })
}
