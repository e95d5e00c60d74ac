import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorApi, empresaOpcional } from '#contract/comunes'
import { RUTA_LIVE } from '#contract/live'
import { empresaVisible } from '../acceso/acceso'
import { checkPolitica } from '../acceso/politica'
import type { Principal } from '../acceso/principal'
import { demasiadas } from '../http/errores'
import type { Difusion, Oyente } from './difusion'

const LATIDO_MS = 20_000
const MAX_POR_USUARIO = 20
/** A client that does not read is let go before what it is owed fills the memory. */
const MAX_PENDIENTE = 4 << 20
/** Time to read the last words. */
const DESPEDIDA_MS = 2000
const Consulta = z.object(empresaOpcional)

/** Begin the answer and hand back how to write it and how to end it; null where the client has already left. */
function openFlujo(reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  if (raw.destroyed) return null
  raw.on('error', () => {})
  for (const [k, v] of Object.entries(reply.getHeaders())) if (v !== undefined) raw.setHeader(k, v)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 3000\n\n')
  return {
    write(texto: string): void {
      if (raw.writableLength > MAX_PENDIENTE) raw.destroy()
      else if (!raw.writableEnded) raw.write(texto)
    },
    close(): void {
      raw.end()
      setTimeout(() => raw.destroy(), DESPEDIDA_MS).unref()
    },
  }
}

/** `GET /api/live`: server-sent events until the client leaves or its session ends. */
export function installVivo(app: FastifyInstance, difusion: Difusion): void {
  const abiertas = new Map<number, number>()
  const cierres = new Set<() => void>()

  app.get(
    RUTA_LIVE,
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Live changes as server-sent events: `cambios` and `avisos`.',
        tags: ['live'],
        querystring: Consulta,
        security: [{ cookie: [] }],
        response: {
          200: { content: { 'text/event-stream': { schema: z.string() } } },
          '4xx': ErrorApi,
        },
      },
      preValidation: async (request) => checkPolitica('sesion', request.sesion),
    },
    async (request, reply) => {
      const sesion = request.sesion as Principal
      const empresa = empresaVisible(sesion, (request.query as z.output<typeof Consulta>).empresa)
      const n = abiertas.get(sesion.usuarioId) ?? 0
      if (n >= MAX_POR_USUARIO) throw demasiadas(30, 'Hay demasiadas ventanas abiertas con este usuario.')
      const flujo = openFlujo(reply)
      if (!flujo) return
      abiertas.set(sesion.usuarioId, n + 1)
      const { write, close } = flujo
      const oyente: Oyente = {
        empresa,
        sesion,
        write,
        close,
      }
      const latido = setInterval(() => write('event: latido\ndata: {}\n\n'), LATIDO_MS)
      cierres.add(close)
      reply.raw.on('close', () => {
        clearInterval(latido)
        cierres.delete(close)
        difusion.remove(oyente)
        const quedan = (abiertas.get(sesion.usuarioId) ?? 1) - 1
        if (quedan > 0) abiertas.set(sesion.usuarioId, quedan)
        else abiertas.delete(sesion.usuarioId)
      })
      await difusion.add(oyente)
    },
  )
  app.addHook('preClose', async () => {
    for (const close of cierres) close()
  })
}
